//! What can go wrong when staff act.

use crate::content::ContentError;
use platform::problem::FieldError;
use platform::proof::ProofNeeded;
use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// A refusal.
#[derive(Debug, thiserror::Error)]
pub enum StaffError {
    /// There is no such account.
    #[error("User not found")]
    NotFound,
    /// An act needs a reason (G-091).
    #[error(transparent)]
    Reason(#[from] ContentError),
    /// A pause that would be over before it begins.
    #[error("A pause must end in the future.")]
    PastEnd,
    /// Power is given by those who have it (C-147, G-091).
    #[error("Only staff members can grant staff status")]
    GrantByStaff,
    /// Nobody judges, raises or lowers themselves (G-091).
    #[error("You cannot do this to your own account.")]
    Oneself,
    /// Somebody must be left to undo it (G-091).
    #[error("The last member of staff cannot be removed.")]
    LastStaff,
    /// Who they are was shown too long ago.
    #[error(transparent)]
    Proof(#[from] ProofNeeded),
    /// A tier that ends before it begins.
    #[error("A subscription must end after it starts.")]
    TierEndsEarly,
    /// The database.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl Catalogued for StaffError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotFound => Entry::not_found("user-not-found"),
            Self::Reason(error) => error.entry(),
            Self::PastEnd => Entry::invalid("pause-end-past"),
            Self::Proof(error) => error.entry(),
            Self::GrantByStaff => Entry::forbidden("staff-grant-by-staff"),
            Self::Oneself => Entry::forbidden("staff-oneself"),
            Self::LastStaff => Entry::conflict("staff-last"),
            Self::TierEndsEarly => Entry::invalid("subscription-end-early"),
            Self::Store(error) if platform::db::is_away(error) => Entry::away("storage-away"),
            Self::Store(_) => Entry::internal(),
        }
    }

    fn fields(&self) -> Vec<FieldError> {
        let on = |field| vec![FieldError::new(field, self.entry().code, self.to_string())];
        match self {
            Self::Reason(error) => vec![error.on("reason")],
            Self::PastEnd => on("pausedUntil"),
            Self::TierEndsEarly => on("subscriptionEndDate"),
            _ => Vec::new(),
        }
    }
}
