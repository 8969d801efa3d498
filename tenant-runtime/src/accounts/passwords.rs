//! Password hashing with Argon2id, with limited concurrency.
//!
//! A hash takes tens of milliseconds of one core and 19 MiB. At most one per core runs at a time,
//! and a limited number waits; beyond that, requests get 503 instead of exhausting the machine.

use super::error::AccountError;
use super::personal_words::KnownFacts;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use data_encoding::BASE64URL_NOPAD;
use platform::config::Argon2Config;
use platform::telemetry::record_password_hash;
use platform::{Services, tokens};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use tokio::sync::{Semaphore, SemaphorePermit};
use zxcvbn::Score;

/// Characters of a password used to estimate its strength; the cost grows with them.
const JUDGED_CHARS: usize = 72;
const CODE_HASH_BYTES: usize = 32;

struct HashingSlots {
    at_once: Semaphore,
    waiting: AtomicUsize,
}

static HASHING_SLOTS: LazyLock<HashingSlots> = LazyLock::new(|| HashingSlots {
    at_once: Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)),
    waiting: AtomicUsize::new(0),
});

impl HashingSlots {
    async fn acquire_slot(&self, queue_max: usize) -> Result<SemaphorePermit<'_>, AccountError> {
        if let Ok(turn) = self.at_once.try_acquire() {
            return Ok(turn);
        }
        let _place = HashingSlot::enter_queue(&self.waiting, queue_max)?;
        self.at_once.acquire().await.map_err(|closed| AccountError::Fault(closed.to_string()))
    }
}

/// A slot in the queue; released on drop, also if the waiting request is cancelled.
struct HashingSlot<'a>(&'a AtomicUsize);

impl<'a> HashingSlot<'a> {
    fn enter_queue(waiting: &'a AtomicUsize, most: usize) -> Result<Self, AccountError> {
        let place = Self(waiting);
        if waiting.fetch_add(1, Ordering::AcqRel) < most {
            Ok(place)
        } else {
            Err(AccountError::Busy)
        }
    }
}

impl Drop for HashingSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::AcqRel);
    }
}

fn configured_argon2(cost: &Argon2Config) -> Result<Argon2<'static>, AccountError> {
    let params = Params::new(cost.memory_kib, cost.iterations, cost.lanes, None)
        .map_err(|error| AccountError::Fault(error.to_string()))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

/// Hashes a password, as a PHC string.
///
/// # Errors
/// [`AccountError::Busy`] if too many are waiting.
pub async fn hash(services: &Services, password: &str) -> Result<String, AccountError> {
    let cost = &services.config().security.argon2;
    let (argon2, password) = (configured_argon2(cost)?, password.to_owned());
    let _turn = HASHING_SLOTS.acquire_slot(cost.queue_max).await?;
    let hashing = move || {
        measure_time(|| argon2.hash_password(password.as_bytes()).map(|hash| hash.to_string()))
    };
    tokio::task::spawn_blocking(hashing)
        .await
        .map_err(|error| AccountError::Fault(error.to_string()))?
        .map_err(|error| AccountError::Fault(error.to_string()))
}

/// Returns true if the password matches the hash. Without a hash the same work is done, so that
/// timing does not reveal whether the account exists.
///
/// # Errors
/// [`AccountError::Busy`] if too many are waiting.
pub async fn is_right(
    services: &Services,
    password: &str,
    hash: Option<String>,
) -> Result<bool, AccountError> {
    let Some(hash) = hash else {
        self::hash(services, password).await?;
        return Ok(false);
    };
    let cost = &services.config().security.argon2;
    let (argon2, password) = (configured_argon2(cost)?, password.to_owned());
    let _turn = HASHING_SLOTS.acquire_slot(cost.queue_max).await?;
    let verifying =
        move || measure_time(|| argon2.verify_password(password.as_bytes(), hash.as_str()).is_ok());
    tokio::task::spawn_blocking(verifying)
        .await
        .map_err(|error| AccountError::Fault(error.to_string()))
}

fn measure_time<T>(hashing: impl FnOnce() -> T) -> T {
    let begun = Instant::now();
    let outcome = hashing();
    record_password_hash(begun.elapsed());
    outcome
}

/// Parameters for hashing a set of codes: the cost, and one salt for all of them, so that one hash
/// can be compared with the whole set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HashParameters {
    cost: [u32; 3],
    salt: String,
}

impl HashParameters {
    /// Parameters with the current cost and a new salt.
    ///
    /// # Errors
    /// If the operating system returns no random bytes.
    pub fn new(cost: &Argon2Config) -> Result<Self, AccountError> {
        let salt = tokens::random_token::<16>().map_err(|e| AccountError::Fault(e.to_string()))?;
        Ok(Self { cost: [cost.memory_kib, cost.iterations, cost.lanes], salt })
    }

    /// Parses the output of [`Self::to_storage`].
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut parts = text.split('$');
        let mut number = || parts.next()?.parse().ok();
        let cost = [number()?, number()?, number()?];
        Some(Self { cost, salt: parts.next()?.to_owned() })
    }

    /// Storage format.
    #[must_use]
    pub fn to_storage(&self) -> String {
        let [memory, passes, lanes] = self.cost;
        format!("{memory}${passes}${lanes}${}", self.salt)
    }
}

/// Hashes several codes with the same parameters.
///
/// # Errors
/// [`AccountError::Busy`] if too many are waiting.
pub async fn hash_codes(
    services: &Services,
    recipe: HashParameters,
    codes: Vec<String>,
) -> Result<Vec<String>, AccountError> {
    let [memory_kib, iterations, lanes] = recipe.cost;
    let cost = &services.config().security.argon2;
    let argon2 =
        configured_argon2(&Argon2Config { memory_kib, iterations, lanes, ..cost.clone() })?;
    let _turn = HASHING_SLOTS.acquire_slot(cost.queue_max).await?;
    let hashing = move || {
        let hash = |code: &String| {
            let mut hash = [0_u8; CODE_HASH_BYTES];
            argon2
                .hash_password_into(code.as_bytes(), recipe.salt.as_bytes(), &mut hash)
                .map(|()| BASE64URL_NOPAD.encode(&hash))
        };
        codes.iter().map(hash).collect::<Result<Vec<_>, _>>()
    };
    tokio::task::spawn_blocking(hashing)
        .await
        .map_err(|error| AccountError::Fault(error.to_string()))?
        .map_err(|error| AccountError::Fault(error.to_string()))
}

/// Returns true if a hash was created with a cost other than the configured one.
#[must_use]
pub fn is_outdated(hash: &str, cost: &Argon2Config) -> bool {
    let Argon2Config { memory_kib, iterations, lanes, .. } = cost;
    !hash.starts_with(&format!("$argon2id$v=19$m={memory_kib},t={iterations},p={lanes}$"))
}

/// Refuses a password that is in common lists, or that consists of known facts about the user and
/// the site.
///
/// # Errors
/// [`AccountError::WeakPassword`].
pub fn check_strength(password: &str, known: KnownFacts<'_>) -> Result<(), AccountError> {
    let judged: String = password.chars().take(JUDGED_CHARS).collect();
    let tells_address = !known.email.is_empty() && password.to_lowercase().contains(known.email);
    let words = known.lower_case_words();
    let inputs: Vec<&str> =
        words.iter().map(String::as_str).chain([known.email, known.brand]).collect();
    if tells_address
        || known.make_up(password)
        || zxcvbn::zxcvbn(&judged, &inputs).score() < Score::Two
    {
        return Err(AccountError::WeakPassword);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_common_passwords_and_those_made_of_known_facts() {
        let known = KnownFacts {
            email: "rosalind.q77@example.org",
            first_name: "Rosa",
            last_name: "Lindqvist",
            brand: "Guildhall",
        };
        for password in [
            "Password1",
            "Qwerty123",
            "Abc12345",
            "Lindqvist1",
            "Rosa2024",
            "RosaLindqvist24",
            "Rosalind.Q77",
            "Rosalind-q77!",
            "xrosalind.q77@example.orgX1",
        ] {
            assert!(check_strength(password, known).is_err(), "{password}");
        }
        for password in ["Guildhall-2026!", "Tin-Lantern-48", "kP3vTq9zLm", "Rosa7 otter glass"] {
            assert!(check_strength(password, known).is_ok(), "{password}");
        }
    }

    #[test]
    fn hash_parameters_survive_storage() {
        let recipe = HashParameters::new(&Argon2Config::default());
        let again = recipe
            .as_ref()
            .ok()
            .map(HashParameters::to_storage)
            .and_then(|text| HashParameters::read(&text));
        assert_eq!(again, recipe.ok());
        assert_eq!(HashParameters::read("19456$2"), None);
    }

    #[test]
    fn rejects_a_hash_when_too_many_are_waiting() {
        let waiting = AtomicUsize::new(0);
        let first = HashingSlot::enter_queue(&waiting, 1);
        assert!(first.is_ok());
        let refused = HashingSlot::enter_queue(&waiting, 1).err().map(|error| error.to_string());
        let words = "Service temporarily unavailable. Please try again later.";
        assert_eq!(refused.as_deref(), Some(words));
        drop(first);
        assert!(HashingSlot::enter_queue(&waiting, 1).is_ok());
        assert_eq!(waiting.load(Ordering::Acquire), 0);
    }
}
