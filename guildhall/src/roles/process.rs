//! The process of a role: its shutdown, its health, and the admin listener that reports both from
//! the start until the end.

use super::{Health, Listeners, Shutdown, serve};
use crate::cli::Command;
use anyhow::{Context, Result};
use platform::config::ServerConfig;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// The process of a role.
pub struct RoleProcess {
    /// Phases of its shutdown.
    pub shutdown: Shutdown,
    /// Health that its admin listener reports.
    pub health: Health,
    admin: JoinHandle<Result<()>>,
    finished: CancellationToken,
}

impl RoleProcess {
    /// Starts the admin listener of a role.
    ///
    /// # Errors
    /// The admin listener cannot be opened.
    pub fn start(command: &Command, server: &ServerConfig, listeners: &Listeners) -> Result<Self> {
        let shutdown = Shutdown::on_signal(delay(command, server));
        let health = Health::starting(shutdown.clone());
        let finished = CancellationToken::new();
        let listener = listeners.listen(server.admin_listen)?;
        let serving =
            serve(Duration::ZERO, listener, health.router(), finished.clone().cancelled_owned());
        Ok(Self { shutdown, health, admin: tokio::spawn(serving), finished })
    }

    /// Ends the admin listener, after the role has finished.
    ///
    /// # Errors
    /// The admin listener failed.
    pub async fn finish(self) -> Result<()> {
        self.finished.cancel();
        self.admin.await.context("the admin listener failed")?
    }
}

/// A worker accepts nothing, so it stops at once.
fn delay(command: &Command, server: &ServerConfig) -> Duration {
    match command {
        Command::Up(_) => Duration::from_secs(server.shutdown_delay_s.unwrap_or(0)),
        Command::Worker => Duration::ZERO,
        _ => server.shutdown_delay(),
    }
}
