//! The process of a role: its shutdown, its health, and the admin listener that reports both from
//! the start until the end.

use super::{Health, Listeners, Shutdown, serve};
use crate::cli::Command;
use anyhow::{Context, Result, ensure};
use platform::Database;
use platform::config::ServerConfig;
use platform::db::SchemaFault;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

/// Interval of the schema checks of a waiting role, and of its log lines.
const SCHEMA_RETRY: Duration = Duration::from_secs(1);
const SCHEMA_LOG_INTERVAL: Duration = Duration::from_secs(30);

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
    /// Starts the process of a role; `None` for a command that is no role.
    ///
    /// # Errors
    /// The admin listener cannot be opened.
    pub fn start_for(
        command: &Command,
        server: &ServerConfig,
        listeners: &Listeners,
    ) -> Result<Option<Self>> {
        let has_admin = super::listen_addresses(command, server).contains(&server.admin_listen);
        has_admin.then(|| Self::start(command, server, listeners)).transpose()
    }

    fn start(command: &Command, server: &ServerConfig, listeners: &Listeners) -> Result<Self> {
        let shutdown = Shutdown::on_signal(choose_delay(command, server));
        let health = Health::starting(shutdown.clone());
        let finished = CancellationToken::new();
        let listener = listeners.listen(server.admin_listen)?;
        let serving =
            serve(Duration::ZERO, listener, health.router(), finished.clone().cancelled_owned());
        Ok(Self { shutdown, health, admin: tokio::spawn(serving), finished })
    }

    /// Waits, not ready, until the schema has the migrations of this program. Returns false if the
    /// process was told to stop meanwhile.
    ///
    /// # Errors
    /// The schema is past a contract point, or `limit` has passed; database errors.
    pub async fn wait_for_schema(&self, database: &Database, limit: Duration) -> Result<bool> {
        let begun = Instant::now();
        let mut next_line = Duration::ZERO;
        loop {
            let fault = match database.schema_fault().await? {
                None => return Ok(true),
                Some(fault @ SchemaFault::Older { .. }) => fault,
                Some(contracted) => return Err(contracted.into()),
            };
            let waited = begun.elapsed();
            ensure!(waited < limit, "{fault}; waited for {} s", waited.as_secs());
            if waited >= next_line {
                tracing::warn!("waiting for migrations: {fault}");
                next_line += SCHEMA_LOG_INTERVAL;
            }
            self.health.set_waiting("schema", "migrations-pending");
            let pause = tokio::time::sleep(SCHEMA_RETRY);
            if self.shutdown.leaving().run_until_cancelled(pause).await.is_none() {
                return Ok(false);
            }
        }
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
fn choose_delay(command: &Command, server: &ServerConfig) -> Duration {
    match command {
        Command::Up(_) => Duration::from_secs(server.shutdown_delay_s.unwrap_or(0)),
        Command::Worker => Duration::ZERO,
        _ => server.shutdown_delay(),
    }
}
