//! The command line: one binary, many roles.

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use platform::config::{Config, ConfigError, Sources};
use std::collections::HashMap;
use std::path::PathBuf;

/// Guildhall: a members' network, and a branded portal for every affiliation.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Cli {
    /// Settings file (TOML).
    #[arg(long, global = true, env = "GUILDHALL_CONFIG")]
    pub config: Option<PathBuf>,
    /// A setting, such as `--set server.listen=0.0.0.0:8080`; stronger than file and environment.
    #[arg(long = "set", global = true, value_parser = setting, value_name = "NAME=VALUE")]
    pub settings: Vec<(String, String)>,
    /// What to be or do.
    #[command(subcommand)]
    pub command: Command,
}

/// The roles and commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run every role in this process.
    Up(UpArgs),
    /// Run the edge: hosts, pages, forwarding.
    Edge,
    /// Run the control plane: tenants, brands, routes, transfers.
    ControlPlane,
    /// Run the runtime: the domain's API and live streams.
    Runtime,
    /// Run a worker: mail and other later work.
    Worker,
    /// Bring the database's tables up to date, and grant the application's role what it needs.
    Migrate,
    /// Fill an empty database with the demo network, and print its accounts.
    Demo,
    /// Print the description of the API.
    Openapi,
    /// Check settings and what they point at; print them with secrets hidden.
    Doctor,
    /// Manage certificates.
    Certificates {
        /// What to do.
        #[command(subcommand)]
        command: CertificatesCommand,
    },
    /// Manage the table of routes.
    Routes {
        /// What to do.
        #[command(subcommand)]
        command: RoutesCommand,
    },
    /// Set up a new installation.
    Setup {
        /// What to do.
        #[command(subcommand)]
        command: SetupCommand,
    },
    /// Manage invite codes.
    Invite {
        /// What to do.
        #[command(subcommand)]
        command: InviteCommand,
    },
    /// Manage staff.
    Staff {
        /// What to do.
        #[command(subcommand)]
        command: StaffCommand,
    },
}

/// Flags of `up`.
#[derive(Debug, Args)]
pub struct UpArgs {
    /// Load the demo network if the database is empty.
    #[arg(long)]
    pub demo: bool,
    /// Port on localhost.
    #[arg(long)]
    pub port: Option<u16>,
    /// Where the data lies.
    #[arg(long)]
    pub data_dir: Option<PathBuf>,
}

/// Commands about certificates.
#[derive(Debug, Subcommand)]
pub enum CertificatesCommand {
    /// Have every certificate renewed now, as when their authority distrusts them.
    RenewAll,
}

/// Commands about the table of routes.
#[derive(Debug, Subcommand)]
pub enum RoutesCommand {
    /// Say that the database was restored from a backup: edges then take its table, though they had a later one.
    Restored,
}

/// Commands about the setup.
#[derive(Debug, Subcommand)]
pub enum SetupCommand {
    /// Print a new link that creates the first staff account; earlier links stop working.
    Link,
}

/// Commands about invite codes.
#[derive(Debug, Subcommand)]
pub enum InviteCommand {
    /// Create an invite code; print it and its link.
    Create(InviteArgs),
}

/// Flags of `invite create`.
#[derive(Debug, Args)]
pub struct InviteArgs {
    /// How many people may use it; without it, any number.
    #[arg(long)]
    pub max_uses: Option<i64>,
    /// In how many days it expires; without it, never.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=3650))]
    pub expires_in_days: Option<u16>,
    /// The affiliation that it invites to, by id or path.
    #[arg(long)]
    pub affiliation: Option<String>,
    /// Its text, 8 to 32 letters, digits or hyphens; made up if absent.
    #[arg(long)]
    pub code: Option<String>,
}

/// Commands about staff.
#[derive(Debug, Subcommand)]
pub enum StaffCommand {
    /// Make the account with this e-mail address staff.
    Grant {
        /// The account's address.
        email: String,
    },
}

impl Command {
    /// Whether it may change rows while another process serves the same embedded database.
    #[must_use]
    pub const fn runs_alongside(&self) -> bool {
        matches!(
            self,
            Self::Certificates { .. }
                | Self::Routes { .. }
                | Self::Staff { .. }
                | Self::Setup { .. }
                | Self::Invite { .. }
        )
    }
}

fn setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Cli {
    /// Where the settings come from.
    #[must_use]
    pub fn sources(&self, environment: HashMap<String, String>) -> Sources {
        let mut flags = Vec::new();
        if let Command::Up(up) = &self.command {
            flags.extend(up.flags());
        }
        flags.extend(self.settings.iter().cloned());
        Sources { file: self.config.clone(), environment, flags }
    }

    /// The checked settings. Writes nothing.
    ///
    /// # Errors
    /// Everything that is wrong with them at once.
    pub fn load(&self, environment: HashMap<String, String>) -> Result<Config, ConfigError> {
        Config::load(&self.sources(environment))
    }
}

impl UpArgs {
    fn flags(&self) -> Vec<(String, String)> {
        let mut flags = Vec::new();
        let mut set = |name: &str, value: String| flags.push((name.to_owned(), value));
        if let Some(port) = self.port {
            set("server.listen", format!("127.0.0.1:{port}"));
            set("server.main_origin", format!("http://localhost:{port}"));
            // Two instances on one machine must not fight for the admin port.
            set("server.admin_listen", "127.0.0.1:0".to_owned());
        }
        if let Some(folder) = &self.data_dir {
            set("data_dir", folder.display().to_string());
        }
        flags
    }
}
