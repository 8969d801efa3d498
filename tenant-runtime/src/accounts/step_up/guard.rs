//! What a rule asks for before it changes something that matters.

use super::error::ProofError;
use platform::Scope;

/// Refuses whoever has not shown who they are within the last five minutes.
///
/// # Errors
/// [`ProofError::Needed`].
pub fn require_fresh<V>(scope: &Scope<V>) -> Result<(), ProofError> {
    if is_fresh(scope) { Ok(()) } else { Err(ProofError::Needed) }
}

/// The same, in the words for a password.
///
/// # Errors
/// [`ProofError::NeededForPassword`].
pub fn require_fresh_for_password<V>(scope: &Scope<V>) -> Result<(), ProofError> {
    if is_fresh(scope) { Ok(()) } else { Err(ProofError::NeededForPassword) }
}

/// Refuses whoever has not shown a second factor within the last five minutes: for what staff set
/// for everybody.
///
/// # Errors
/// [`ProofError::SecondFactorNeeded`].
pub fn require_fresh_second_factor<V>(scope: &Scope<V>) -> Result<(), ProofError> {
    let two =
        scope.facts().session.as_ref().is_some_and(|session| session.was_proven_by_second_factor());
    if two && is_fresh(scope) { Ok(()) } else { Err(ProofError::SecondFactorNeeded) }
}

fn is_fresh<V>(scope: &Scope<V>) -> bool {
    scope.facts().session.as_ref().is_some_and(|session| session.is_fresh(scope.now()))
}
