//! Keys: the check at the start, their replacement in a running process, and `guildhall keys`.
//!
//! Read [`check`] (a start with the keys of another database is refused), [`watch`] (a running
//! process takes up changed key files), [`rotate`] and [`prune`].

mod check;
mod list;
mod prune;
mod push;
mod rotate;
mod stored;
mod watch;

pub use check::{KeyReport, check, record_loaded, report};
pub use watch::watch;

use anyhow::Result;
use clap::Subcommand;
use platform::Services;
use std::io::Write;

/// Key commands.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// List the keys: fingerprint, age, use, and the number of stored values that each encrypts.
    List,
    /// Create new keys in the key files of an embedded instance, and encrypt all stored values with
    /// the first key. Can be repeated after an interruption.
    Rotate,
    /// Create a new key pair for push messages. Existing subscriptions keep the older one until their
    /// browsers subscribe again.
    RotatePush,
    /// Remove older keys that no stored value needs any more from the key files.
    Prune {
        /// Do not wait a day after the rotation: rate limits forget earlier attempts, and open
        /// sign-ins must be started again.
        #[arg(long)]
        now: bool,
    },
}

/// Runs a key command. `is_alone` is false if another process serves the same embedded data.
///
/// # Errors
/// The command is refused or fails; database and I/O errors.
pub async fn run(
    command: &KeysCommand,
    services: &Services,
    is_alone: bool,
    out: &mut impl Write,
) -> Result<()> {
    match command {
        KeysCommand::List => list::list(services, out).await,
        KeysCommand::Rotate => rotate::rotate(services, is_alone, out).await,
        KeysCommand::RotatePush => push::rotate(services, out).await,
        KeysCommand::Prune { now } => prune::prune(services, *now, out).await,
    }
}
