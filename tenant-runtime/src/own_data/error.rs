//! What can go wrong with one's own data.

use platform::{Catalogued, Entry};
use sea_orm::DbErr;

/// A refusal.
#[derive(Debug, thiserror::Error)]
pub enum OwnDataError {
    /// The account is gone.
    #[error("User not found")]
    NoAccount,
    /// There is no such archive, or not for this person, or no longer.
    #[error("This download is no longer available. Please request a new one.")]
    NoExport,
    /// The word that confirms it was not typed.
    #[error("Please type DELETE to confirm.")]
    NotConfirmed,
    /// Somebody must be left to look after the network (G-091).
    #[error(
        "You are the last member of staff. Make another member staff before you delete your account."
    )]
    LastStaff,
    /// The database.
    #[error("An error occurred. Please try again.")]
    Store(#[from] DbErr),
}

impl Catalogued for OwnDataError {
    fn entry(&self) -> Entry {
        match self {
            Self::NoAccount => Entry::not_found("user-not-found"),
            Self::NoExport => Entry::not_found("export-not-found"),
            Self::LastStaff => Entry::conflict("staff-last"),
            Self::NotConfirmed => Entry::invalid("not-confirmed"),
            Self::Store(error) if platform::db::is_away(error) => Entry::away("storage-away"),
            Self::Store(_) => Entry::internal(),
        }
    }
}
