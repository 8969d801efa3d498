//! Codes: six digits that change every thirty seconds (RFC 6238), and static backup codes of eight
//! digits.

use chrono::{DateTime, Utc};
use platform::tokens::{self, TokenError};
use std::collections::BTreeSet;
use totp_rs::{Builder, TotpError};

/// Backup codes per set.
pub const BACKUP_CODES: usize = 10;
const BACKUP_DIGITS: usize = 8;
const TOTP_DIGITS: usize = 6;
/// 160 bits, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;

/// A new TOTP secret.
pub fn new_secret() -> Result<[u8; SECRET_BYTES], TokenError> {
    tokens::random_bytes()
}

/// A TOTP secret for the user: as text, and as the address in a QR code.
pub struct TotpProvisioning {
    pub secret: String,
    pub uri: String,
}

/// `brand` is the name of the site, which authenticator apps show with the code.
pub fn hand_over(secret: &[u8], email: &str, brand: &str) -> Result<TotpProvisioning, TotpError> {
    // A colon separates issuer and account in the address.
    let issuer = brand.replace(':', " ");
    let totp = totp_builder(secret).with_account_name(email).with_issuer(Some(issuer)).build()?;
    Ok(TotpProvisioning { secret: totp.secret().to_base32(), uri: totp.to_url()? })
}

/// The time step of this code, if it is the current one or a neighbour. The caller refuses a step
/// that was used already.
pub fn matched_step(secret: &[u8], code: &str, now: DateTime<Utc>) -> Option<i64> {
    let code = digits_of(code).filter(|code| code.len() == TOTP_DIGITS)?;
    let now = u64::try_from(now.timestamp()).ok()?;
    let step = totp_builder(secret).build().ok()?.check(&code, now)?;
    i64::try_from(step).ok()
}

fn totp_builder(secret: &[u8]) -> Builder {
    Builder::new().with_secret(secret)
}

/// A set of different backup codes.
pub fn new_backup_codes() -> Result<Vec<String>, TokenError> {
    let mut codes = BTreeSet::new();
    while codes.len() < BACKUP_CODES {
        let random = u64::from_be_bytes(tokens::random_bytes()?);
        codes.insert(format!("{:08}", random % 10_u64.pow(8)));
    }
    let mut codes: Vec<_> = codes.into_iter().collect();
    // Shuffled, because sorted codes would reveal something about their neighbours.
    for at in (1..codes.len()).rev() {
        let random = u64::from_be_bytes(tokens::random_bytes()?);
        let other = usize::try_from(random % (at as u64 + 1)).unwrap_or(at);
        codes.swap(at, other);
    }
    Ok(codes)
}

/// The digits of a backup code as typed, if it has the right length.
pub fn backup_code(typed: &str) -> Option<String> {
    digits_of(typed).filter(|code| code.len() == BACKUP_DIGITS)
}

/// The digits without spaces and hyphens.
fn digits_of(typed: &str) -> Option<String> {
    let kept: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    kept.bytes().all(|b| b.is_ascii_digit()).then_some(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Secret of RFC 6238, appendix B.
    const SEED: &[u8] = b"12345678901234567890";

    fn step_at(unix_s: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(unix_s, 0).unwrap_or_default()
    }

    #[test]
    fn accepts_the_test_vectors_of_rfc_6238() {
        for (unix_s, code) in
            [(59, "287082"), (1_111_111_109, "081804"), (20_000_000_000, "353130")]
        {
            assert_eq!(matched_step(SEED, code, step_at(unix_s)), Some(unix_s / 30), "{unix_s}");
        }
    }

    #[test]
    fn accepts_a_code_one_step_early_and_one_step_late() {
        let (code, step) = ("287082", 1);
        for (unix_s, matched) in [(0, Some(step)), (89, Some(step)), (90, None), (119, None)] {
            assert_eq!(matched_step(SEED, code, step_at(unix_s)), matched, "{unix_s}");
        }
    }

    #[test]
    fn accepts_codes_typed_in_groups_and_rejects_other_input() {
        assert_eq!(matched_step(SEED, " 287 082 ", step_at(59)), Some(1));
        for wrong in ["", "28708", "2870822", "28708a", "２８７０８２"] {
            assert_eq!(matched_step(SEED, wrong, step_at(59)), None, "{wrong}");
        }
        assert_eq!(backup_code("1234 5678").as_deref(), Some("12345678"));
        assert_eq!(backup_code("1234-5678").as_deref(), Some("12345678"));
        assert_eq!(backup_code("1234567"), None);
    }

    #[test]
    fn generates_ten_distinct_backup_codes_of_eight_digits() {
        let codes = new_backup_codes().unwrap_or_default();
        let apart: BTreeSet<_> = codes.iter().collect();
        assert_eq!((codes.len(), apart.len()), (10, 10));
        assert!(codes.iter().all(|code| backup_code(code).as_ref() == Some(code)));
    }

    #[test]
    fn authenticator_entry_names_the_site_and_the_account() {
        for (brand, issuer) in [
            ("Guildhall", "Guildhall"),
            ("Oak & Elm", "Oak%20%26%20Elm"),
            ("Oak: Alumni", "Oak%20%20Alumni"),
        ] {
            let handed = hand_over(SEED, "rosa@example.org", brand).ok();
            let expected = format!(
                "otpauth://totp/{issuer}:rosa%40example.org\
                 ?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer={issuer}"
            );
            assert_eq!(handed.map(|handed| handed.uri), Some(expected), "{brand}");
        }
    }
}
