//! The "Renew now" button.

use super::desired;
use super::rows::held;
use chrono::Duration;
use platform::{CatalogueError, Problem, ProblemEntry, Tx};

/// Minimum age of a certificate before a user may request the next one, because authorities limit
/// the number.
const REISSUE_MIN_AGE: Duration = Duration::hours(24);

/// Reason why no renewal is requested.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RenewError {
    /// The instance serves plain HTTP.
    #[error("This address needs no certificate.")]
    NotNeeded,
    /// The certificate serves every portal.
    #[error("Only staff renew the platform's own certificate.")]
    Shared,
    /// No certificate was requested yet.
    #[error("No certificate was requested for this address yet.")]
    NotWanted,
    /// The certificate is too new.
    #[error("This certificate was issued less than a day ago.")]
    Young,
}

impl CatalogueError for RenewError {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::NotNeeded => ProblemEntry::conflict("certificate-not-needed"),
            Self::Shared => ProblemEntry::forbidden("certificate-shared"),
            Self::NotWanted => ProblemEntry::conflict("certificate-not-wanted"),
            Self::Young => ProblemEntry::conflict("certificate-young"),
        }
    }
}

/// Moves a host to the front of the queue, for renewal or retry.
///
/// # Errors
/// [`RenewError`] or a database error.
pub(super) async fn request_reissue<V>(
    tx: &Tx<'_, V>,
    host: &str,
    held: Option<&held::Model>,
) -> Result<(), Problem> {
    let good = held.filter(|held| held.revoked_at.is_none());
    if good.is_some_and(|held| tx.now() - held.created_at < REISSUE_MIN_AGE) {
        return Err(RenewError::Young.into());
    }
    if desired::renew_soon(tx, host).await? { Ok(()) } else { Err(RenewError::NotWanted.into()) }
}
