//! What a rule asks for before it changes something that a borrowed browser must not be enough for: that
//! its owner has shown who they are a moment ago (security.md section 4.3, "Step-up"). The page that is
//! refused asks for the proof and tries again.

use crate::problem::{Catalogued, Entry};
use crate::scope::Scope;

/// The last proof was too long ago, or not enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProofNeeded {
    /// Any proof.
    #[error("For security, you must sign in again before changing this.")]
    Fresh,
    /// The same, where a password is to be changed.
    #[error("For security, you must sign in again before changing your password.")]
    ForPassword,
    /// What is wanted needs two factors.
    #[error("For security, you must confirm this with your second factor.")]
    SecondFactor,
}

impl Catalogued for ProofNeeded {
    fn entry(&self) -> Entry {
        match self {
            Self::Fresh | Self::ForPassword => Entry::forbidden("proof-required"),
            Self::SecondFactor => Entry::forbidden("second-factor-proof-required"),
        }
    }
}

/// Refuses whoever has not shown who they are within the last five minutes.
///
/// # Errors
/// [`ProofNeeded::Fresh`].
pub fn require_fresh<V>(scope: &Scope<V>) -> Result<(), ProofNeeded> {
    if is_fresh(scope) { Ok(()) } else { Err(ProofNeeded::Fresh) }
}

/// The same, in the words for a password.
///
/// # Errors
/// [`ProofNeeded::ForPassword`].
pub fn require_fresh_for_password<V>(scope: &Scope<V>) -> Result<(), ProofNeeded> {
    if is_fresh(scope) { Ok(()) } else { Err(ProofNeeded::ForPassword) }
}

/// Refuses whoever has not shown a second factor within the last five minutes: for what staff set
/// for everybody.
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
