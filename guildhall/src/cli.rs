//! Command line: one binary, many roles.

use crate::backup::{BackupArgs, RestoreArgs};
use crate::commands::config::ConfigCommand;
use crate::commands::export::ExportCommand;
use crate::commands::jobs::JobsCommand;
use crate::commands::staff::StaffCommand;
use crate::commands::tenant::TenantCommand;
use crate::commands::user::UserCommand;
use crate::doctor::DoctorArgs;
use crate::keys::KeysCommand;
use crate::set_flags::move_before_command;
use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use platform::config::{Config, ConfigError, Sources};
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::PathBuf;

/// Guildhall: a members' network, and a branded portal for every affiliation.
#[derive(Debug, Parser)]
#[command(version, about)]
pub struct Cli {
    /// Settings file (TOML).
    #[arg(long, global = true, env = "GUILDHALL_CONFIG")]
    pub config: Option<PathBuf>,
    /// A setting, such as `--set server.listen=0.0.0.0:8080`; takes precedence over file and
    /// environment.
    #[arg(long = "set", global = true, value_parser = parse_setting, value_name = "NAME=VALUE")]
    pub settings: Vec<(String, String)>,
    /// Role or command to run.
    #[command(subcommand)]
    pub command: Command,
}

/// Roles and commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run every role in this process.
    Up(UpArgs),
    /// Run the edge: hosts, pages, proxying.
    Edge,
    /// Run the control plane: tenants, brands, routes, transfers.
    ControlPlane,
    /// Run the runtime: the API of the members' network, and live streams.
    Runtime,
    /// Run a worker: email and other background jobs.
    Worker,
    /// Apply pending database migrations, and grant the application's role the rights it needs.
    Migrate,
    /// Load the demo network into an empty database, and print its accounts.
    Demo,
    /// Print the OpenAPI document.
    Openapi,
    /// Check the settings and the services they refer to; print them with secrets hidden.
    Doctor(DoctorArgs),
    /// Document the settings.
    Config {
        /// Subcommand.
        #[command(subcommand)]
        command: ConfigCommand,
    },
    /// Print the reference of all commands as Markdown.
    #[command(hide = true)]
    Commands,
    /// Write the database, keys and pictures of an embedded instance into one file.
    Backup(BackupArgs),
    /// Restore an embedded instance from such a file.
    Restore(RestoreArgs),
    /// Manage the keys that sign and encrypt.
    Keys {
        /// Subcommand.
        #[command(subcommand)]
        command: KeysCommand,
    },
    /// Manage certificates.
    Certificates {
        /// Subcommand.
        #[command(subcommand)]
        command: CertificatesCommand,
    },
    /// Manage the route table.
    Routes {
        /// Subcommand.
        #[command(subcommand)]
        command: RoutesCommand,
    },
    /// Set up a new installation.
    Setup {
        /// Subcommand.
        #[command(subcommand)]
        command: SetupCommand,
    },
    /// Manage invite codes.
    Invite {
        /// Subcommand.
        #[command(subcommand)]
        command: InviteCommand,
    },
    /// Manage staff.
    Staff {
        /// Subcommand.
        #[command(subcommand)]
        command: StaffCommand,
    },
    /// Manage accounts.
    User {
        /// Subcommand.
        #[command(subcommand)]
        command: UserCommand,
    },
    /// Manage portals.
    Tenant {
        /// Subcommand.
        #[command(subcommand)]
        command: TenantCommand,
    },
    /// Manage background jobs.
    Jobs {
        /// Subcommand.
        #[command(subcommand)]
        command: JobsCommand,
    },
    /// Export data.
    Export {
        /// Subcommand.
        #[command(subcommand)]
        command: ExportCommand,
    },
}

impl Command {
    /// Name of the process in traces.
    #[must_use]
    pub const fn service_name(&self) -> &'static str {
        match self {
            Self::Edge => "guildhall-edge",
            Self::ControlPlane => "guildhall-control-plane",
            Self::Runtime => "guildhall-runtime",
            Self::Worker => "guildhall-worker",
            _ => "guildhall",
        }
    }
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
    /// Data folder.
    #[arg(long)]
    pub data_dir: Option<PathBuf>,
}

/// Certificate commands.
#[derive(Debug, Subcommand)]
pub enum CertificatesCommand {
    /// Renew every certificate now, such as after its authority has revoked them.
    RenewAll,
}

/// Route table commands.
#[derive(Debug, Subcommand)]
pub enum RoutesCommand {
    /// Declare that the database was restored from a backup, so that edges accept its older route
    /// table.
    Restored,
}

/// Setup commands.
#[derive(Debug, Subcommand)]
pub enum SetupCommand {
    /// Print a new link that creates the first staff account; earlier links stop working.
    Link,
}

/// Invite code commands.
#[derive(Debug, Subcommand)]
pub enum InviteCommand {
    /// Create an invite code; print it and its link.
    Create(InviteArgs),
}

/// Flags of `invite create`.
#[derive(Debug, Args)]
pub struct InviteArgs {
    /// Maximum number of uses; by default unlimited.
    #[arg(long)]
    pub max_uses: Option<i64>,
    /// Days until it expires; by default never.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=3650))]
    pub expires_in_days: Option<u16>,
    /// Affiliation that it invites to, by id or URL path.
    #[arg(long)]
    pub affiliation: Option<String>,
    /// Text of the code, 8 to 32 letters, digits or hyphens; random by default.
    #[arg(long)]
    pub code: Option<String>,
}

impl Command {
    /// Returns whether the command applies pending migrations. Every other one needs a database whose
    /// schema is current.
    #[must_use]
    pub const fn migrates(&self) -> bool {
        matches!(self, Self::Up(_) | Self::Migrate)
    }

    /// Returns whether the command may change rows while another process serves the same embedded
    /// database.
    #[must_use]
    pub const fn runs_alongside(&self) -> bool {
        matches!(
            self,
            Self::Certificates { .. }
                | Self::Backup(_)
                | Self::Keys { .. }
                | Self::Routes { .. }
                | Self::Staff { .. }
                | Self::Setup { .. }
                | Self::Invite { .. }
                | Self::User { .. }
                | Self::Tenant { .. }
                | Self::Jobs { .. }
                | Self::Export { .. }
        )
    }
}

fn parse_setting(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Cli {
    /// Parses a command line, including the name of the program.
    ///
    /// # Errors
    /// The message for the terminal; also help and version.
    pub fn from_arguments(
        arguments: impl IntoIterator<Item = OsString>,
    ) -> Result<Self, clap::Error> {
        Self::try_parse_from(move_before_command(arguments))
    }

    /// Sources of the settings.
    #[must_use]
    pub fn setting_sources(&self, environment: HashMap<String, String>) -> Sources {
        let mut flags = Vec::new();
        if let Command::Up(up) = &self.command {
            flags.extend(up.flag_settings());
        }
        flags.extend(self.settings.iter().cloned());
        Sources { file: self.config.clone(), environment, flags }
    }

    /// Loads the validated settings. Does not write.
    ///
    /// # Errors
    /// All errors of the settings at once.
    pub fn load(&self, environment: HashMap<String, String>) -> Result<Config, ConfigError> {
        Config::load(&self.setting_sources(environment))
    }
}

impl UpArgs {
    fn flag_settings(&self) -> Vec<(String, String)> {
        let mut flags = Vec::new();
        let mut set = |name: &str, value: String| flags.push((name.to_owned(), value));
        if let Some(port) = self.port {
            set("server.listen", format!("127.0.0.1:{port}"));
            set("server.main_origin", format!("http://localhost:{port}"));
            // Two instances on one machine must not use the same admin port.
            set("server.admin_listen", "127.0.0.1:0".to_owned());
        }
        if let Some(folder) = &self.data_dir {
            set("data_dir", folder.display().to_string());
        }
        flags
    }
}
