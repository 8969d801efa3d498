//! The identity confirmed by the issuer, in the form that accounts use.

use super::refusal::RefusalReason;
use crate::accounts::registration;
use openidconnect::LocalizedClaim;
use openidconnect::core::CoreIdTokenClaims;
use std::ops::Deref;

/// Names used if the issuer returns none that is valid for an account.
const FIRST_NAME: &str = "New";
const LAST_NAME: &str = "Member";

/// An identity confirmed by the issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct IssuerIdentity {
    pub subject: String,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
}

impl IssuerIdentity {
    /// Reads the identity from a token. The address must be verified by the issuer.
    pub fn read(claims: &CoreIdTokenClaims) -> Result<Self, RefusalReason> {
        let email = claims.email().and_then(|email| registration::check_email(email).ok());
        let email = email.ok_or(RefusalReason::EmailMissing)?;
        if claims.email_verified() != Some(true) {
            return Err(RefusalReason::EmailUnverified);
        }
        let whole = plain_claim(claims.name());
        let (first, rest) = whole.split_once(' ').unwrap_or((whole.as_str(), ""));
        let given = plain_claim(claims.given_name());
        let family = plain_claim(claims.family_name());
        Ok(Self {
            subject: claims.subject().to_string(),
            email,
            first_name: name_of([given.as_str(), first], FIRST_NAME),
            last_name: name_of([family.as_str(), rest], LAST_NAME),
        })
    }
}

fn plain_claim<T: Deref<Target = String>>(claim: Option<&LocalizedClaim<T>>) -> String {
    let text = claim.and_then(|claim| claim.get(None)).map(|text| text.to_string());
    text.unwrap_or_default().trim().to_owned()
}

/// The first of the names that is valid for an account.
fn name_of(told: [&str; 2], otherwise: &str) -> String {
    let fits = |text: &&str| registration::check_name("name", "Name", text).ok();
    told.iter().find_map(fits).unwrap_or_else(|| otherwise.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falls_back_to_a_default_if_no_name_is_valid() {
        assert_eq!(name_of(["Rosa", "R0sa"], FIRST_NAME), "Rosa");
        assert_eq!(name_of(["R0sa", "Rosa María"], FIRST_NAME), "Rosa María");
        assert_eq!(name_of(["", "<b>"], LAST_NAME), "Member");
    }
}
