//! The button "Renew now".

use super::rows::held;
use super::wants;
use chrono::Duration;
use platform::{Catalogued, Entry, Problem, Tx};

/// How old a certificate is before anybody may ask for the next: authorities count.
const YOUNGEST: Duration = Duration::hours(24);

/// Why nothing is renewed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RenewError {
    /// The instance speaks plain HTTP.
    #[error("This address needs no certificate.")]
    NotNeeded,
    /// It serves every portal.
    #[error("Only staff renew the platform's own certificate.")]
    Shared,
    /// No certificate was asked for yet.
    #[error("No certificate was requested for this address yet.")]
    NotWanted,
    /// It has just come.
    #[error("This certificate was issued less than a day ago.")]
    Young,
}

impl Catalogued for RenewError {
    fn entry(&self) -> Entry {
        match self {
            Self::NotNeeded => Entry::conflict("certificate-not-needed"),
            Self::Shared => Entry::forbidden("certificate-shared"),
            Self::NotWanted => Entry::conflict("certificate-not-wanted"),
            Self::Young => Entry::conflict("certificate-young"),
        }
    }
}

/// Puts a host first in the queue: to be renewed, or tried again.
///
/// # Errors
/// [`RenewError`], or the database's.
pub(super) async fn ask<V>(
    tx: &Tx<'_, V>,
    host: &str,
    held: Option<&held::Model>,
) -> Result<(), Problem> {
    let good = held.filter(|held| held.revoked_at.is_none());
    if good.is_some_and(|held| tx.now() - held.created_at < YOUNGEST) {
        return Err(RenewError::Young.into());
    }
    if wants::hurry(tx, host).await? { Ok(()) } else { Err(RenewError::NotWanted.into()) }
}
