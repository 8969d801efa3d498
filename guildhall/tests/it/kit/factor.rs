//! An authenticator app.

use chrono::{DateTime, Utc};
use totp_rs::{Builder, Secret};

/// The TOTP code of a secret at a time.
pub fn totp(secret: &str, at: DateTime<Utc>) -> String {
    let secret = Secret::try_from_base32(secret).unwrap();
    let app = Builder::new().with_secret(secret).build().unwrap();
    app.generate(u64::try_from(at.timestamp()).unwrap()).to_string()
}
