//! The gate: turns a request into a viewer or refuses it, checking in the specified order session,
//! account status, verified email, onboarding, membership of the portal, role (gaps G-025).

use super::{Applicant, Member, Scope, SignedIn, StaffWith, Visitor};
use crate::problem::{CatalogueError, Problem, ProblemEntry};
use crate::request::RequestFacts;
use crate::services::Services;
use crate::sessions::CurrentSession;
use crate::staff::{Permission, StaffPermission, StaffRole};
use axum::extract::FromRequestParts;
use http::request::Parts;
use std::marker::PhantomData;
use std::sync::Arc;
use wire::Site;

/// Reason of a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GateError {
    /// Not signed in.
    #[error("User not authenticated")]
    NotAuthenticated,
    /// Banned or suspended.
    #[error("Account is suspended or banned")]
    Suspended,
    /// Paused by moderation.
    #[error("Your account is paused. Communities, messaging and profile updates are unavailable.")]
    Paused,
    /// The email address is not verified.
    #[error(
        "Please verify your email address to continue. Check your inbox for a verification link."
    )]
    NotVerified,
    /// The legal documents are not accepted.
    #[error(
        "You must agree to the community guidelines, privacy policy, and terms of service to continue"
    )]
    NotOnboarded,
    /// Not a member of the portal's affiliation.
    #[error("This portal is for members of its affiliation only.")]
    NotOfPortal,
    /// Not staff; the same 404 as for a path that does not exist.
    #[error("Not found")]
    NotStaff,
    /// The staff role does not include the permission.
    #[error("Your staff role does not allow this. It needs the permission \"{}\".", .0.name())]
    StaffPermissionRequired(StaffPermission),
    /// Staff of this instance need a second factor, and the session was opened without one.
    #[error(
        "Staff need two-factor authentication. Set it up in your security settings, or sign in with it."
    )]
    NoSecondFactor,
    /// The same for affiliation admins.
    #[error(
        "Affiliation admins need two-factor authentication. Set it up in your security settings, or sign in with it."
    )]
    NoSecondFactorOfAdmin,
    /// The request did not pass through the edge and its layer.
    #[error("An error occurred. Please try again.")]
    NoContext,
}

impl CatalogueError for GateError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotAuthenticated => ProblemEntry::unauthorized("not-authenticated"),
            Self::Suspended => ProblemEntry::forbidden("account-suspended"),
            Self::Paused => ProblemEntry::forbidden("account-paused"),
            Self::NotVerified => ProblemEntry::forbidden("email-not-verified"),
            Self::NotOnboarded => ProblemEntry::forbidden("onboarding-required"),
            Self::NotOfPortal => ProblemEntry::forbidden("portal-membership-required"),
            Self::NotStaff => ProblemEntry::not_found("not-found"),
            Self::StaffPermissionRequired(_) => {
                ProblemEntry::forbidden("staff-permission-required")
            }
            Self::NoSecondFactor | Self::NoSecondFactorOfAdmin => {
                ProblemEntry::forbidden("second-factor-required")
            }
            Self::NoContext => ProblemEntry::internal(),
        }
    }
}

/// A viewer type that a request can become.
pub trait RequestViewer: Sized {
    /// Admits the request as this viewer.
    ///
    /// # Errors
    /// [`GateError`], the first that applies.
    fn admit_viewer(facts: &RequestFacts) -> Result<Self, GateError>;
}

fn signed_in(facts: &RequestFacts) -> Result<&CurrentSession, GateError> {
    let session = facts.session.as_ref().ok_or(GateError::NotAuthenticated)?;
    if session.account_status.suspended { Err(GateError::Suspended) } else { Ok(session) }
}

fn require_good_standing(facts: &RequestFacts) -> Result<&CurrentSession, GateError> {
    let session = signed_in(facts)?;
    let standing = &session.account_status;
    if standing.is_paused {
        return Err(GateError::Paused);
    }
    if standing.needs_email_verification {
        return Err(GateError::NotVerified);
    }
    if !standing.is_onboarded() {
        return Err(GateError::NotOnboarded);
    }
    Ok(session)
}

impl RequestViewer for Visitor {
    fn admit_viewer(facts: &RequestFacts) -> Result<Self, GateError> {
        Ok(Self { id: facts.session.as_ref().map(|session| session.user_id) })
    }
}

impl RequestViewer for SignedIn {
    fn admit_viewer(facts: &RequestFacts) -> Result<Self, GateError> {
        let session = signed_in(facts)?;
        Ok(Self { id: session.user_id, session: session.id })
    }
}

impl RequestViewer for Applicant {
    fn admit_viewer(facts: &RequestFacts) -> Result<Self, GateError> {
        let session = require_good_standing(facts)?;
        Ok(Self { id: session.user_id, session: session.id })
    }
}

impl RequestViewer for Member {
    fn admit_viewer(facts: &RequestFacts) -> Result<Self, GateError> {
        let session = require_good_standing(facts)?;
        let on_main = facts.site == Site::Main;
        if !on_main && !session.is_portal_member {
            return Err(GateError::NotOfPortal);
        }
        let staff_role = staff_role(facts, session).filter(|_| !session.lacks_second_factor);
        Ok(Self { id: session.user_id, session: session.id, staff_role })
    }
}

/// Role on the main site. The session has none while it views as a member.
fn staff_role(facts: &RequestFacts, session: &CurrentSession) -> Option<StaffRole> {
    let has_role = facts.site == Site::Main && session.view_as.is_none();
    session.account_status.staff_role.filter(|_| has_role)
}

impl<P: Permission> RequestViewer for StaffWith<P> {
    fn admit_viewer(facts: &RequestFacts) -> Result<Self, GateError> {
        let session = require_good_standing(facts)?;
        let role = staff_role(facts, session).ok_or(GateError::NotStaff)?;
        if session.lacks_second_factor {
            return Err(GateError::NoSecondFactor);
        }
        if !role.allows(P::PERMISSION) {
            return Err(GateError::StaffPermissionRequired(P::PERMISSION));
        }
        Ok(Self { id: session.user_id, session: session.id, role, permission: PhantomData })
    }
}

impl<V: RequestViewer> FromRequestParts<Services> for Scope<V> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, services: &Services) -> Result<Self, Problem> {
        let facts = parts.extensions.get::<Arc<RequestFacts>>().ok_or(GateError::NoContext)?;
        let viewer = V::admit_viewer(facts)?;
        Ok(Self::new(viewer, Arc::clone(facts), services.clone()))
    }
}
