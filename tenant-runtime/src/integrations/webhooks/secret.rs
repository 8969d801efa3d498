//! Signing secrets and signatures (Standard Webhooks, symmetric: <https://www.standardwebhooks.com>).

use crate::integration_records::WebhookId;
use crate::integration_records::webhook_rows::{place_of, webhook};
use chrono::{DateTime, Utc};
use data_encoding::BASE64;
use platform::tokens::{self, TokenError};
use platform::vault::Vault;
use sea_orm::DbErr;

/// Beginning of a secret.
const SECRET_PREFIX: &str = "whsec_";
/// Bytes of a secret: 256 bits.
const SECRET_BYTES: usize = 32;

/// A new secret: as its owner sees it, and encrypted.
pub(super) struct NewSecret {
    pub shown: String,
    pub sealed: String,
}

impl NewSecret {
    /// Creates a random secret of a webhook.
    pub(super) fn create(vault: &Vault, id: WebhookId) -> Result<Self, TokenError> {
        let bytes = tokens::random_bytes::<SECRET_BYTES>()?;
        let sealed = vault.seal(&place_of(id), &bytes)?;
        Ok(Self { shown: format!("{SECRET_PREFIX}{}", BASE64.encode(&bytes)), sealed })
    }
}

/// The secrets of a webhook that sign now, the newest first.
///
/// # Errors
/// No key of this instance decrypts one.
pub(super) fn signing_secrets(
    vault: &Vault,
    row: &webhook::Model,
    now: DateTime<Utc>,
) -> Result<Vec<Vec<u8>>, DbErr> {
    let open = |sealed: &String| vault.open(&place_of(row.id), sealed);
    let is_previous_valid = row.previous_until.is_some_and(|until| until > now);
    let previous = row.previous_sealed_secret.as_ref().filter(|_| is_previous_valid);
    let secrets: Result<Vec<_>, _> =
        [Some(&row.sealed_secret), previous].into_iter().flatten().map(open).collect();
    secrets.map_err(|error| DbErr::Custom(error.to_string()))
}

/// Value of the header `webhook-signature`: one signature for each secret.
pub(super) fn sign(secrets: &[Vec<u8>], id: &str, timestamp: i64, body: &str) -> String {
    let signed = format!("{id}.{timestamp}.{body}");
    let signature = |secret: &Vec<u8>| {
        format!("v1,{}", BASE64.encode(&tokens::hmac(secret, signed.as_bytes())))
    };
    secrets.iter().map(signature).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Test vector of the published libraries of Standard Webhooks.
    #[test]
    fn signature_equals_the_published_test_vector() {
        let secret = BASE64.decode(b"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        let Ok(secret) = secret else { panic!("no base64") };
        let body = r#"{"test": 2432232314}"#;
        let header = sign(&[secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, body);
        assert_eq!(header, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn every_secret_has_its_signature() {
        let secrets = vec![vec![1; 32], vec![2; 32]];
        let both = sign(&secrets, "msg_1", 1, "{}");
        let each: Vec<String> =
            secrets.iter().map(|one| sign(std::slice::from_ref(one), "msg_1", 1, "{}")).collect();
        assert_eq!(both, each.join(" "));
        assert_ne!(each[0], each[1]);
    }
}
