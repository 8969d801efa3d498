//! Upper bound for sign-ins: Argon2id alone with the product's default cost, and as many concurrent
//! hashes as cores. No sign-in can be faster than its hash.

use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use argon2::{Algorithm, Argon2, Params, Version};

use crate::load::{self, Amount, Measurement};
use crate::say;

/// Memory in KiB, passes and lanes, as in the product's `security.argon2`.
const COST: (u32, u32, u32) = (19_456, 2, 1);
const AT_MOST: Duration = Duration::from_secs(20);

pub async fn alone() -> Result<Measurement> {
    say("Argon2 alone\n");
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None).map_err(|error| anyhow!("{error}"))?;
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
    let callers = std::thread::available_parallelism().map_or(1, usize::from);
    load::run(Amount { callers, requests: 1000, at_most: AT_MOST }, move |number| {
        let argon2 = argon2.clone();
        async move {
            let hashing = move || {
                let (mut hash, salt) = ([0_u8; 32], (number as u128).to_le_bytes());
                argon2.hash_password_into(b"Guildhall-2026!", &salt, &mut hash)
            };
            let hashed = tokio::task::spawn_blocking(hashing).await.context("hash a password")?;
            hashed.map_err(|error| anyhow!("{error}"))
        }
    })
    .await
}
