//! Commands for the operator of a new installation: print the link that creates the first staff
//! account (G-092), and create invite codes.

use crate::cli::InviteArgs;
use anyhow::{Context, Result, bail};
use chrono::Duration;
use platform::Services;
use tenant_runtime::accounts::first_staff::{self, SetupLink};
use tenant_runtime::accounts::invites::{self, OperatorCode};

/// Greeting of `guildhall up`, followed by a new setup link while there is no staff account. The
/// link is also logged. It is the only secret that may be logged: it works once, for a day, until
/// the next start, and never once there is a staff account.
///
/// # Errors
/// Database errors.
pub async fn add_setup_link(services: &Services, greeting: &str) -> Result<String> {
    let Some(link) = new_link(services).await? else { return Ok(greeting.to_owned()) };
    tracing::warn!(
        setup_link = %link.url,
        expires_at = %link.expires_at,
        "there is no staff account yet; the setup link creates the first one"
    );
    Ok(format!("{greeting}\n\n{}", describe_link(&link)))
}

/// Logs the next step in a separate role while there is no staff account.
///
/// # Errors
/// Database errors.
pub async fn remind_of_setup(services: &Services) -> Result<()> {
    if !first_staff::has_staff(services).await? {
        tracing::warn!(
            "there is no staff account yet; run `guildhall setup link` for a setup link"
        );
    }
    Ok(())
}

/// Creates a setup link, for `guildhall setup link`.
///
/// # Errors
/// There is a staff account already; database errors.
pub async fn setup_link(services: &Services) -> Result<String> {
    match new_link(services).await? {
        Some(link) => Ok(describe_link(&link)),
        None => bail!(
            "there is a staff account already: sign in at {}/login, or make another account staff with \
             `guildhall staff grant`",
            services.config().server.main_origin
        ),
    }
}

async fn new_link(services: &Services) -> Result<Option<SetupLink>> {
    first_staff::issue_setup_link(services).await.context("failed to create the setup link")
}

fn describe_link(link: &SetupLink) -> String {
    let until = link.expires_at.format("%Y-%m-%d %H:%M UTC");
    format!(
        "  There is no staff account yet. Open this link to create the first one:\n\n    {}\n\n  \
         It works once, until {until} or until the next start.",
        link.url
    )
}

/// Creates an invite code; returns its text and link.
///
/// # Errors
/// The code is invalid; database errors.
pub async fn create_invite(services: &Services, args: &InviteArgs) -> Result<String> {
    let now = services.clock().now();
    let code = OperatorCode {
        max_uses: args.max_uses,
        expires_at: args.expires_in_days.map(|days| now + Duration::days(days.into())),
        affiliation: args.affiliation.clone(),
        code: args.code.clone(),
    };
    let made = invites::create_by_operator(services, code).await?;
    let origin = &services.config().server.main_origin;
    Ok(format!("Code  {0}\nLink  {origin}/join/{0}", made.text))
}
