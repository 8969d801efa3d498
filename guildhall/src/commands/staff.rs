//! `guildhall staff`: grants and revokes staff status.

use super::output::{write_json, write_table};
use anyhow::{Context, Result, anyhow};
use clap::Subcommand;
use platform::Services;
use std::io::Write;
use tenant_runtime::accounts::{self, first_staff};
use tenant_runtime::staff::{StaffError, command_line};

/// Staff commands.
#[derive(Debug, Subcommand)]
pub enum StaffCommand {
    /// Make an account an administrator.
    Grant {
        /// Id or email address of the account.
        account: String,
    },
    /// Revoke staff status.
    Revoke {
        /// Id or email address of the account.
        account: String,
        /// Reason, for the audit log.
        #[arg(long, default_value = "")]
        reason: String,
        /// Also revoke it from the last member of staff, who then needs `staff grant` again.
        #[arg(long)]
        force: bool,
    },
    /// List the members of staff.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Runs a command.
///
/// # Errors
/// The action is refused, or the database failed.
pub async fn run(services: &Services, command: &StaffCommand, out: &mut impl Write) -> Result<()> {
    match command {
        StaffCommand::Grant { account } => match command_line::grant(services, account).await {
            Ok(user) => writeln!(out, "account {user} is staff")?,
            Err(StaffError::NotFound) => return Err(no_account(services).await?),
            Err(error) => return Err(anyhow!(error).context("no account was made staff")),
        },
        StaffCommand::Revoke { account, reason, force } => {
            let revoked = command_line::revoke(services, account, reason, *force).await;
            let user = revoked.map_err(|error| match error {
                StaffError::LastStaff | StaffError::LastAdministrator => {
                    anyhow!("{error} Make another account staff first, or add --force.")
                }
                error => anyhow!(error).context("staff status was not revoked"),
            })?;
            writeln!(out, "account {user} is no longer staff")?;
        }
        StaffCommand::List { json } => list(services, *json, out).await?,
    }
    Ok(())
}

async fn list(services: &Services, json: bool, out: &mut impl Write) -> Result<()> {
    let system = services.system("list staff on the operator's command");
    let staff = accounts::list_staff(&system).await.context("failed to list staff")?;
    if json {
        return write_json(out, &staff);
    }
    let rows: Vec<_> = staff
        .into_iter()
        .map(|account| {
            let factor = match (account.has_totp, account.passkeys) {
                (false, 0) => "none".to_owned(),
                (true, 0) => "app".to_owned(),
                (false, count) => format!("{count} passkeys"),
                (true, count) => format!("app, {count} passkeys"),
            };
            [
                account.id.to_string(),
                account.email,
                format!("{} {}", account.first_name, account.last_name),
                account.status.unwrap_or(account.account_status),
                factor,
            ]
        })
        .collect();
    write_table(out, ["ID", "EMAIL", "NAME", "STATUS", "SECOND FACTOR"], &rows)
}

async fn no_account(services: &Services) -> Result<anyhow::Error> {
    const MISSING: &str = "no account has this address.";
    let todo = if first_staff::has_staff(services).await? {
        "Create an invite code with `guildhall invite create`, let the person sign up with it, and run \
         this command again."
    } else {
        "There is no staff account yet: run `guildhall setup link` and open the link that it prints to \
         create the first one."
    };
    Ok(anyhow!("{MISSING} {todo}"))
}
