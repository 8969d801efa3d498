//! Errors of communities, with the specified messages.

use platform::{CatalogueError, ProblemEntry};

/// Reason why a community could not be read, changed or left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommunityError {
    /// It does not exist, or the viewer may not see it (C-032).
    #[error("Community not found")]
    NotFound,
    /// Only members may see its content.
    #[error("Unable to load communities. Please check your permissions.")]
    MembersOnly,
    /// The `scope` parameter is neither `mine` nor `discover`.
    #[error("A list of communities is either 'mine' or 'discover'.")]
    UnknownScope,
    /// Only admins of the community may do this (G-062).
    #[error("Admin privileges required")]
    AdminOnly,
    /// The user to remove, or the viewer, is not a member (C-057).
    #[error("User is not a member of this community")]
    NotAMember,
    /// A community must keep at least one admin (G-077).
    #[error(
        "You are the last admin of this community. Promote another member or delete the community first."
    )]
    LastAdmin,
    /// The viewer is timed out in this community (C-071).
    #[error("You are currently timed out from this community")]
    TimedOut,
}

impl CatalogueError for CommunityError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotFound => ProblemEntry::not_found("community-not-found"),
            Self::MembersOnly => ProblemEntry::forbidden("community-members-only"),
            Self::UnknownScope => ProblemEntry::bad_request("community-scope-unknown"),
            Self::AdminOnly => ProblemEntry::forbidden("community-admin-only"),
            Self::NotAMember => ProblemEntry::not_found("community-member-not-found"),
            Self::LastAdmin => ProblemEntry::conflict("community-last-admin"),
            Self::TimedOut => ProblemEntry::forbidden("community-timed-out"),
        }
    }
}

/// Reason why a community was not created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CreateError {
    /// The Basic tier allows two communities (A-007, C-037).
    #[error("Basic subscription limit reached")]
    BasicLimit,
    /// Only affiliations of the viewer can be linked; visibility `affiliations` needs at least one.
    #[error("Invalid affiliation")]
    InvalidAffiliation,
}

impl CatalogueError for CreateError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::BasicLimit => ProblemEntry::forbidden("subscription-limit"),
            Self::InvalidAffiliation => ProblemEntry::invalid("affiliation-invalid"),
        }
    }
}

/// Reason why a user could not join.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// Already a member (C-050).
    #[error("You are already a member of this community")]
    AlreadyMember,
    /// The community is paused (C-050, C-139).
    #[error("This community is currently paused and not accepting new members")]
    Paused,
    /// It is not public: joining needs a request or a code (G-074, C-045).
    #[error("You cannot join this community")]
    NotOpen,
    /// The user must have all of its affiliations (C-039).
    #[error("This community requires you to have all of its affiliations to join")]
    NeedsAll,
    /// The user must have one of its affiliations (C-039).
    #[error("This community requires you to have at least one of its affiliations to join")]
    NeedsOne,
    /// The path contains no valid id (C-039).
    #[error("Invalid user or community ID")]
    InvalidIds,
    /// The community does not exist for this user (C-040).
    #[error("Community or user data not found.")]
    NotThere,
    /// The user's affiliations could not be read (C-039).
    #[error("Unable to verify your affiliations. Please try again later.")]
    Unverified,
}

impl CatalogueError for JoinError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::AlreadyMember => ProblemEntry::conflict("community-already-member"),
            Self::Paused => ProblemEntry::forbidden("community-paused"),
            Self::NotOpen => ProblemEntry::forbidden("community-not-open"),
            Self::NeedsAll => ProblemEntry::forbidden("community-needs-all-affiliations"),
            Self::NeedsOne => ProblemEntry::forbidden("community-needs-an-affiliation"),
            Self::InvalidIds => ProblemEntry::not_found("community-id-invalid"),
            Self::NotThere => CommunityError::NotFound.entry(),
            Self::Unverified => ProblemEntry::away("affiliations-unverified"),
        }
    }
}

/// Message when a community could not be loaded (C-032).
pub(super) const LOAD_FAILED: &str = "Failed to load community details";
/// Message when a community could not be created (C-037).
pub(super) const CREATE_FAILED: &str = "Failed to create community";
/// Message when a join failed because of an internal error (C-040).
pub(super) const JOIN_FAILED: &str =
    "An error occurred while checking if you can join this community";
/// Message to a visitor who tries to create a community (C-037).
pub(super) const CREATE_SIGNED_OUT: &str = "You must be logged in to create a community";
/// Message to a visitor who tries to join (C-040).
pub(super) const JOIN_SIGNED_OUT: &str =
    "Permission denied. Please ensure you're logged in and try again.";
