//! One password for all demo accounts, hashed once: sixty-six hashes would take longer than all the
//! rest.

use super::DemoError;
use super::cast::PASSWORD;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, Version};
use platform::Services;
use platform::tokens;

/// The hash that every demo account keeps, at the configured cost.
pub async fn hash(services: &Services) -> Result<String, DemoError> {
    let cost = &services.config().security.argon2;
    let params = Params::new(cost.memory_kib, cost.iterations, cost.lanes, None);
    let params = params.map_err(|error| DemoError::Password(error.to_string()))?;
    let salt: [u8; 16] =
        tokens::random_bytes().map_err(|error| DemoError::Password(error.to_string()))?;
    let hashing = tokio::task::spawn_blocking(move || {
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_with_salt(PASSWORD.as_bytes(), &salt)
            .map(|hash| hash.to_string())
    });
    let hashed = hashing.await.map_err(|error| DemoError::Password(error.to_string()))?;
    hashed.map_err(|error| DemoError::Password(error.to_string()))
}
