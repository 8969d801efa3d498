//! Replacement of the keys in a running process: it takes up changed key files, so that keys are
//! rotated without a restart.

use super::check;
use platform::Services;
use platform::config::SecurityConfig;
use std::io;
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio_util::sync::CancellationToken;

/// Interval at which the key files are read.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Reads the key files regularly until `stop`, and replaces the keys of this process when they
/// change. Keys that the start would refuse are refused here too; the process keeps the earlier
/// ones.
pub async fn watch(services: Services, stop: CancellationToken) {
    let mut current = services.config().security.clone();
    let mut last_problem = None;
    loop {
        if stop.run_until_cancelled(tokio::time::sleep(POLL_INTERVAL)).await.is_none() {
            return;
        }
        let problem = match reload(&current).await {
            Ok(newest) if newest.has_same_keys(&current) => None,
            Ok(newest) => match adopt(&services, &newest).await {
                Ok(()) => {
                    current = newest;
                    tracing::info!("changed key files loaded");
                    None
                }
                Err(error) => Some(format!("{error:#}")),
            },
            Err(error) => Some(error.to_string()),
        };
        if let Some(cause) = problem.as_ref().filter(|_| problem != last_problem) {
            tracing::error!(
                cause,
                "failed to load the changed key files; keeping the earlier keys"
            );
        }
        last_problem = problem;
    }
}

async fn reload(current: &SecurityConfig) -> io::Result<SecurityConfig> {
    let current = current.clone();
    spawn_blocking(move || current.reload_keys()).await?
}

async fn adopt(services: &Services, newest: &SecurityConfig) -> anyhow::Result<()> {
    check(services, newest).await?;
    services.keys().replace(newest);
    check::record_loaded(services, newest).await
}
