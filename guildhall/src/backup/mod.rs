//! `guildhall backup` and `guildhall restore`: an embedded instance in one file.
//!
//! The file is a tar archive, encrypted with age if wanted: the database, the keys, the pictures, and
//! last a [`manifest`] with the checksum of each entry. Read [`create`], then [`restore`];
//! [`archive`] has the format, [`encryption`] the encryption, [`stage`] the consistent copy.

mod archive;
mod create;
mod encryption;
mod manifest;
mod restore;
mod retention;
mod stage;

pub use create::create;
pub use restore::restore;
pub use stage::{Stage, files_below};

use clap::Args;
use std::path::PathBuf;

/// Page with the procedure for PostgreSQL.
const PROCEDURE: &str = "docs/operations/backup.md";

/// Flags of `backup`.
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// File to create, or a folder in which the file is named by its time.
    pub file: PathBuf,
    /// Encrypt for the owner of this age key (`age1…`); can be repeated.
    #[arg(long = "recipient", value_name = "AGE_KEY", conflicts_with = "passphrase_file")]
    pub recipients: Vec<String>,
    /// Encrypt with the passphrase in this file.
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// Number of backups to keep in the folder; older ones are deleted after a success.
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..))]
    pub keep: Option<u16>,
}

/// Flags of `restore`.
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// File that `guildhall backup` has created.
    pub file: PathBuf,
    /// File with the age identity that decrypts it.
    #[arg(long, value_name = "FILE", conflicts_with = "passphrase_file")]
    pub identity: Option<PathBuf>,
    /// File with the passphrase that decrypts it.
    #[arg(long, value_name = "FILE")]
    pub passphrase_file: Option<PathBuf>,
    /// Move the present content of the data folder aside.
    #[arg(long)]
    pub force: bool,
}
