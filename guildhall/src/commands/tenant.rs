//! `guildhall tenant`: creates and lists portals.

use super::output::{write_json, write_table};
use anyhow::{Context, Result, anyhow};
use clap::{Args, Subcommand, ValueEnum};
use control_plane::tenants::{self, OperatorTenant, TenantState};
use platform::{Problem, Services};
use serde_json::json;
use std::io::Write;
use tenant_runtime::affiliations;

/// Portal commands.
#[derive(Debug, Subcommand)]
pub enum TenantCommand {
    /// Create the portal of an affiliation.
    Create(TenantArgs),
    /// List portals by brand name.
    List {
        /// Only portals in this state; by default all that are not archived.
        #[arg(long)]
        state: Option<StateArg>,
        /// Only portals with this text in their brand name, affiliation or host.
        #[arg(long, default_value = "")]
        search: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
}

/// Arguments of `tenant create`.
#[derive(Debug, Args)]
pub struct TenantArgs {
    /// Affiliation, by id or URL path.
    #[arg(long)]
    pub affiliation: String,
    /// First label of its host below `server.portal_domain`.
    #[arg(long)]
    pub subdomain: String,
    /// Name of the brand.
    #[arg(long)]
    pub brand_name: String,
    /// Activate the portal at once; otherwise it is a draft without an address.
    #[arg(long)]
    pub activate: bool,
    /// Print JSON.
    #[arg(long)]
    pub json: bool,
}

/// State of a portal.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub enum StateArg {
    /// Not activated yet.
    Draft,
    /// Served by the edges.
    Active,
    /// Closed by staff; keeps its addresses.
    Suspended,
    /// Closed for good.
    Archived,
}

impl From<StateArg> for TenantState {
    fn from(state: StateArg) -> Self {
        match state {
            StateArg::Draft => Self::Draft,
            StateArg::Active => Self::Active,
            StateArg::Suspended => Self::Suspended,
            StateArg::Archived => Self::Archived,
        }
    }
}

/// Runs a command.
///
/// # Errors
/// The action is refused, or the database failed.
pub async fn run(services: &Services, command: &TenantCommand, out: &mut impl Write) -> Result<()> {
    match command {
        TenantCommand::Create(args) => create(services, args, out).await,
        TenantCommand::List { state, search, json } => {
            list(services, *state, search, *json, out).await
        }
    }
}

async fn create(services: &Services, args: &TenantArgs, out: &mut impl Write) -> Result<()> {
    let mut system = services.system("create a portal on the operator's command");
    let affiliation = affiliations::find_id(&system, &args.affiliation).await?;
    let new = OperatorTenant {
        affiliation_id: affiliation.context("there is no affiliation with this id or URL path")?,
        subdomain: args.subdomain.clone(),
        brand_name: args.brand_name.clone(),
        is_activated: args.activate,
    };
    let made = tenants::create_by_operator(&mut system, new).await.map_err(refusal)?;
    let state = if args.activate { TenantState::Active } else { TenantState::Draft };
    let created = tenants::list_all(&system, Some(state), "").await.map_err(refusal)?;
    let created = created.iter().find(|tenant| tenant.id == made);
    let origin = created.map(|tenant| tenant.origin.as_str()).unwrap_or_default();
    if args.json {
        let view = json!({ "id": made, "state": state.name(), "origin": origin });
        return write_json(out, &view);
    }
    writeln!(out, "portal {made} is {} at {origin}", state.name())?;
    Ok(())
}

async fn list(
    services: &Services,
    state: Option<StateArg>,
    search: &str,
    json: bool,
    out: &mut impl Write,
) -> Result<()> {
    let system = services.system("list portals on the operator's command");
    let found = tenants::list_all(&system, state.map(TenantState::from), search).await;
    let found = found.map_err(refusal)?;
    if json {
        return write_json(out, &found);
    }
    let rows: Vec<_> = found
        .into_iter()
        .map(|tenant| {
            [
                tenant.id.to_string(),
                tenant.brand_name,
                tenant.affiliation_name,
                tenant.state.name().to_owned(),
                tenant.origin,
            ]
        })
        .collect();
    write_table(out, ["ID", "BRAND", "AFFILIATION", "STATE", "ADDRESS"], &rows)
}

/// The message that the API would return; for an internal error with its cause.
fn refusal(problem: Problem) -> anyhow::Error {
    match problem.cause() {
        Some(cause) => anyhow!("{} ({cause})", problem.detail),
        None => anyhow!("{}", problem.detail),
    }
}
