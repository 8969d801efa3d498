//! A session's token, and its successor.

use crate::tokens::{self, Keys, TokenError};
use wire::RingKeys;

const PREFIX: &str = "v1.";

/// Cookie value. Never printed.
#[derive(Clone)]
pub(crate) struct SessionToken(String);

impl std::fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionToken(hidden)")
    }
}

impl SessionToken {
    pub fn new(text: &str) -> Self {
        Self(text.to_owned())
    }

    pub fn random_token() -> Result<Self, TokenError> {
        Ok(Self(format!("{PREFIX}{}", tokens::random_token::<32>()?)))
    }

    /// Derives the next token from this one and each of our keys, in the order of the ring.
    /// Concurrent tabs therefore get the same token, and a lost response can be repeated.
    pub fn next(&self, keys: &Keys) -> RingKeys<Self> {
        let derived = keys.pseudonyms("next session token", &self.0);
        derived.map(|pseudonym| Self(format!("{PREFIX}{pseudonym}")))
    }

    pub fn hash(&self) -> String {
        tokens::hash(&self.0)
    }

    pub fn expose(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_token_is_deterministic_and_needs_our_key() {
        let keys = Keys::derive(&[1; 32], &[2; 32]);
        let token = SessionToken::new("v1.one");
        let next = |token: &SessionToken, keys| token.next(keys).first().clone();
        assert_eq!(next(&token, &keys).expose(), next(&token, &keys).expose());
        assert_ne!(
            next(&token, &keys).expose(),
            next(&SessionToken::new("v1.two"), &keys).expose()
        );
        let others = Keys::derive(&[1; 32], &[3; 32]);
        assert_ne!(next(&token, &keys).expose(), next(&token, &others).expose());
        assert!(!format!("{token:?}").contains("one"));
    }
}
