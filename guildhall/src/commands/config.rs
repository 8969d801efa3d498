//! `guildhall config`: documents the settings. Needs no valid configuration.

use anyhow::Result;
use clap::Subcommand;
use std::io::Write;

/// Configuration commands.
#[derive(Debug, Subcommand)]
pub enum ConfigCommand {
    /// Print the reference of all settings as Markdown.
    Reference,
}

/// Runs a command.
///
/// # Errors
/// `out` cannot be written.
pub fn run(command: &ConfigCommand, out: &mut impl Write) -> Result<()> {
    match command {
        ConfigCommand::Reference => out.write_all(platform::config::reference().as_bytes())?,
    }
    Ok(())
}
