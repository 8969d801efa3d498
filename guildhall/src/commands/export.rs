//! `guildhall export`: writes all data about a user to a file.

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use platform::Services;
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use tenant_runtime::own_data::export;

/// Export commands.
#[derive(Debug, Subcommand)]
pub enum ExportCommand {
    /// Write all data about a user and their pictures to a zip archive.
    User(ExportArgs),
}

/// Arguments of `export user`.
#[derive(Debug, Args)]
pub struct ExportArgs {
    /// Id or email address of the account.
    pub account: String,
    /// File to create. It contains personal data, and only its owner can read it.
    #[arg(long)]
    pub out: PathBuf,
    /// Reason, for the audit log.
    #[arg(long, default_value = "")]
    pub reason: String,
}

/// Runs a command.
///
/// # Errors
/// The file exists, there is no such account, or the database or the object store failed.
pub async fn run(services: &Services, command: &ExportCommand, out: &mut impl Write) -> Result<()> {
    let ExportCommand::User(args) = command;
    let file = create(&args.out)?;
    let written = write(services, args, file).await;
    if written.is_err() {
        // An incomplete archive must not look like a complete one.
        let removed = std::fs::remove_file(&args.out);
        removed.with_context(|| format!("failed to remove {}", args.out.display()))?;
    }
    let user = written.context("nothing was exported")?;
    writeln!(out, "exported account {user} to {}", args.out.display())?;
    Ok(())
}

fn create(path: &Path) -> Result<File> {
    let created = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
    created.with_context(|| format!("failed to create {}", path.display()))
}

async fn write(services: &Services, args: &ExportArgs, file: File) -> Result<platform::UserId> {
    let mut buffered = BufWriter::new(file);
    let user =
        export::export_for_operator(services, &args.account, &args.reason, &mut buffered).await?;
    buffered.flush()?;
    buffered.get_ref().sync_all()?;
    Ok(user)
}
