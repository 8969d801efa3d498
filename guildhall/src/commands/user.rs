//! `guildhall user`: shows accounts, pauses them, and helps people who cannot sign in.

use super::output::{write_fields, write_json};
use anyhow::{Context, Result};
use chrono::{DateTime, Duration, Utc};
use clap::{Args, Subcommand};
use platform::Services;
use std::io::Write;
use tenant_runtime::staff::command_line::{self, RecoveryDelivery};

/// Account commands.
#[derive(Debug, Subcommand)]
pub enum UserCommand {
    /// Show an account as staff see it.
    Show {
        /// Id or email address of the account.
        account: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Pause an account: its owner can sign in, but not take part.
    Pause(PauseArgs),
    /// Lift a pause.
    Unpause {
        /// Id or email address of the account.
        account: String,
        /// Reason, for the audit log.
        #[arg(long)]
        reason: String,
    },
    /// Remove a lost second factor: authenticator app and backup codes. Ends all sessions, and mails
    /// the owner.
    ResetFactor {
        /// Id or email address of the account.
        account: String,
        /// Reason, for the audit log.
        #[arg(long, default_value = "")]
        reason: String,
        /// Remove all passkeys too.
        #[arg(long)]
        passkeys: bool,
    },
    /// Require a new password, end all sessions, and mail a link to choose it.
    RecoveryLink {
        /// Id or email address of the account.
        account: String,
        /// Reason, for the audit log.
        #[arg(long, default_value = "")]
        reason: String,
        /// Print the link instead of mailing it. Anyone who has the link can choose the password:
        /// verify the person first.
        #[arg(long)]
        print: bool,
    },
}

/// Arguments of `user pause`.
#[derive(Debug, Args)]
pub struct PauseArgs {
    /// Id or email address of the account.
    pub account: String,
    /// Reason, which the owner and the audit log show.
    #[arg(long)]
    pub reason: String,
    /// Days until the pause ends; by default when it is lifted.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=3650), conflicts_with = "until")]
    pub days: Option<u16>,
    /// Time at which the pause ends, such as `2027-01-31T12:00:00Z`.
    #[arg(long)]
    pub until: Option<DateTime<Utc>>,
}

/// Runs a command.
///
/// # Errors
/// The action is refused, or the database failed.
pub async fn run(services: &Services, command: &UserCommand, out: &mut impl Write) -> Result<()> {
    match command {
        UserCommand::Show { account, json } => {
            let details = command_line::show(services, account).await?;
            if *json { write_json(out, &details)? } else { write_fields(out, &details)? }
        }
        UserCommand::Pause(args) => {
            let end = args.days.map(|days| services.clock().now() + Duration::days(days.into()));
            let until = args.until.or(end);
            let paused = command_line::pause(services, &args.account, until, &args.reason).await?;
            let until = paused.paused_until.map_or_else(
                || "until the pause is lifted".to_owned(),
                |end| format!("until {}", end.format("%Y-%m-%d %H:%M UTC")),
            );
            writeln!(out, "account {} is paused {until}", paused.id)?;
        }
        UserCommand::Unpause { account, reason } => {
            let active = command_line::unpause(services, account, reason).await?;
            writeln!(out, "account {} is active", active.id)?;
        }
        UserCommand::ResetFactor { account, reason, passkeys } => {
            let reset = command_line::reset_factor(services, account, reason, *passkeys)
                .await
                .context("no second factor was removed")?;
            let app = if reset.removed.had_totp { "authenticator app, " } else { "" };
            writeln!(
                out,
                "account {}: removed {app}{} passkeys; all sessions ended, the owner gets an email",
                reset.user, reset.removed.passkeys
            )?;
        }
        UserCommand::RecoveryLink { account, reason, print } => {
            let way = if *print { RecoveryDelivery::Print } else { RecoveryDelivery::Mail };
            let link = command_line::send_recovery_link(services, account, reason, way)
                .await
                .context("no link was created")?;
            let (user, minutes) = (link.user, link.valid_minutes);
            match link.url {
                Some(url) => writeln!(out, "{url}")?,
                None => writeln!(
                    out,
                    "account {user} gets an email with a link that works for {minutes} minutes"
                )?,
            }
        }
    }
    Ok(())
}
