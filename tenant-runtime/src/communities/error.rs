//! Everything that can go wrong in a community, in the catalogue's words.

use http::StatusCode;
use platform::{Catalogued, Entry, Problem};

/// Why a community could not be reached, changed or left.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CommunityError {
    /// Not there, or not for this viewer (C-032).
    #[error("Community not found")]
    NotFound,
    /// Seen, but not from within.
    #[error("Unable to load communities. Please check your permissions.")]
    MembersOnly,
    /// Another than the two lists there are.
    #[error("A list of communities is either 'mine' or 'discover'.")]
    UnknownScope,
    /// For admins of the community (G-062).
    #[error("Admin privileges required")]
    AdminOnly,
    /// There is nobody to remove, or one is not there oneself (C-057).
    #[error("User is not a member of this community")]
    NotAMember,
    /// A community keeps an admin (G-077).
    #[error(
        "You are the last admin of this community. Promote another member or delete the community first."
    )]
    LastAdmin,
    /// At rest in this community (C-071).
    #[error("You are currently timed out from this community")]
    TimedOut,
}

impl Catalogued for CommunityError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("community-not-found"),
            Self::MembersOnly => Entry::forbidden("community-members-only"),
            Self::UnknownScope => Entry::bad_request("community-scope-unknown"),
            Self::AdminOnly => Entry::forbidden("community-admin-only"),
            Self::NotAMember => Entry::not_found("community-member-not-found"),
            Self::LastAdmin => Entry::conflict("community-last-admin"),
            Self::TimedOut => Entry::forbidden("community-timed-out"),
        }
    }
}

/// Why a community was not created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CreateError {
    /// Two on the Basic tier (A-007, C-037).
    #[error("Basic subscription limit reached")]
    BasicLimit,
    /// Only affiliations that one holds can be linked, and one is needed to be listed to holders.
    #[error("Invalid affiliation")]
    InvalidAffiliation,
}

impl Catalogued for CreateError {
    fn entry(&self) -> Entry {
        match self {
            Self::BasicLimit => Entry::forbidden("subscription-limit"),
            Self::InvalidAffiliation => Entry::invalid("affiliation-invalid"),
        }
    }
}

/// Why somebody was not let in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum JoinError {
    /// Already in (C-050).
    #[error("You are already a member of this community")]
    AlreadyMember,
    /// At rest (C-050, C-139).
    #[error("This community is currently paused and not accepting new members")]
    Paused,
    /// Not public: by request or code (G-074, C-045).
    #[error("You cannot join this community")]
    NotOpen,
    /// All of them are needed (C-039).
    #[error("This community requires you to have all of its affiliations to join")]
    NeedsAll,
    /// One of them is needed (C-039).
    #[error("This community requires you to have at least one of its affiliations to join")]
    NeedsOne,
    /// The path names nothing (C-039).
    #[error("Invalid user or community ID")]
    InvalidIds,
    /// There is no such community for them (C-040).
    #[error("Community or user data not found.")]
    NotThere,
    /// What they hold could not be read (C-039).
    #[error("Unable to verify your affiliations. Please try again later.")]
    Unverified,
}

impl Catalogued for JoinError {
    fn entry(&self) -> Entry {
        match self {
            Self::AlreadyMember => Entry::conflict("community-already-member"),
            Self::Paused => Entry::forbidden("community-paused"),
            Self::NotOpen => Entry::forbidden("community-not-open"),
            Self::NeedsAll => Entry::forbidden("community-needs-all-affiliations"),
            Self::NeedsOne => Entry::forbidden("community-needs-an-affiliation"),
            Self::InvalidIds => Entry::not_found("community-id-invalid"),
            Self::NotThere => CommunityError::NotFound.entry(),
            Self::Unverified => Entry::away("affiliations-unverified"),
        }
    }
}

/// What a fault of ours says: each operation has its own line in the catalogue.
pub trait OrSay<T> {
    /// The same result, with `line` as the words of a fault of ours. Refusals keep theirs.
    ///
    /// # Errors
    /// The same.
    fn or_say(self, line: &str) -> Result<T, Problem>;
}

impl<T, E: Into<Problem>> OrSay<T> for Result<T, E> {
    fn or_say(self, line: &str) -> Result<T, Problem> {
        self.map_err(|error| {
            let mut problem: Problem = error.into();
            if problem.entry == Entry::internal() {
                line.clone_into(&mut problem.detail);
            }
            problem
        })
    }
}

/// A gate's refusal, with `line` for whoever is not signed in.
pub(crate) fn to_visitors(mut refusal: Problem, line: &str) -> Problem {
    if refusal.entry.status == StatusCode::UNAUTHORIZED {
        line.clone_into(&mut refusal.detail);
    }
    refusal
}

/// The line of a community that could not be read (C-032).
pub(super) const LOAD_FAILED: &str = "Failed to load community details";
/// The line of a community that could not be made (C-037).
pub(super) const CREATE_FAILED: &str = "Failed to create community";
/// The line of a join that could not be decided (C-040).
pub(super) const JOIN_FAILED: &str =
    "An error occurred while checking if you can join this community";
/// What whoever is not signed in reads who would make one (C-037).
pub(super) const CREATE_SIGNED_OUT: &str = "You must be logged in to create a community";
/// What whoever is not signed in reads who would join (C-040).
pub(super) const JOIN_SIGNED_OUT: &str =
    "Permission denied. Please ensure you're logged in and try again.";
