//! Step-up authentication: a sensitive change requires that the user has authenticated within the
//! last minutes, so that an unattended browser is not enough (security.md section 4.3, "Step-up").
//! A refused page asks for authentication and retries.

use crate::problem::{CatalogueError, ProblemEntry};
use crate::scope::Scope;

/// The last authentication is too old, or not strong enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProofNeeded {
    /// Any factor.
    #[error("For security, you must sign in again before changing this.")]
    Fresh,
    /// The same, for a password change.
    #[error("For security, you must sign in again before changing your password.")]
    ForPassword,
    /// Recent authentication with a second factor.
    #[error("For security, you must confirm this with your second factor.")]
    SecondFactor,
}

impl CatalogueError for ProofNeeded {
    fn entry(&self) -> ProblemEntry {
        match self {
            Self::Fresh | Self::ForPassword => ProblemEntry::forbidden("proof-required"),
            Self::SecondFactor => ProblemEntry::forbidden("second-factor-proof-required"),
        }
    }
}

/// Requires authentication within the last five minutes.
///
/// # Errors
/// [`ProofNeeded::Fresh`].
pub fn require_recent_auth<V>(scope: &Scope<V>) -> Result<(), ProofNeeded> {
    if is_fresh(scope) { Ok(()) } else { Err(ProofNeeded::Fresh) }
}

/// The same, with the message for a password change.
///
/// # Errors
/// [`ProofNeeded::ForPassword`].
pub fn require_fresh_for_password<V>(scope: &Scope<V>) -> Result<(), ProofNeeded> {
    if is_fresh(scope) { Ok(()) } else { Err(ProofNeeded::ForPassword) }
}

/// Requires a second factor within the last five minutes, for settings that affect all users.
///
/// # Errors
/// [`ProofNeeded::SecondFactor`].
pub fn require_fresh_second_factor<V>(scope: &Scope<V>) -> Result<(), ProofNeeded> {
    let two =
        scope.facts().session.as_ref().is_some_and(|session| session.was_proven_by_second_factor());
    if two && is_fresh(scope) { Ok(()) } else { Err(ProofNeeded::SecondFactor) }
}

fn is_fresh<V>(scope: &Scope<V>) -> bool {
    scope.facts().session.as_ref().is_some_and(|session| session.is_fresh(scope.now()))
}
