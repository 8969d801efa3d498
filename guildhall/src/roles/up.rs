//! `guildhall up`: all roles in one process, with a greeting.

use super::{Listeners, RoleProcess, worker_loops};
use crate::app::App;
use crate::{first_run, keys};
use anyhow::{Context, Result};
use control_plane::routes_feed::FOLLOWER_LOOP;
use platform::Services;
use platform::events::RELAY_LOOP;
use std::io::Write;
use tenant_runtime::web_assets;

/// Runs everything until a signal; prints `greeting` once it listens.
///
/// # Errors
/// A listener cannot be opened, or the web builds are missing.
pub async fn up(
    services: Services,
    listeners: Listeners,
    greeting: &str,
    process: RoleProcess,
) -> Result<()> {
    let listener = listeners.listen(services.config().server.listen)?;
    services.reserve_space().await;
    let greeting = first_run::add_setup_link(&services, greeting).await?;
    keys::record_loaded(&services, &services.config().security).await?;
    publish_web_files(&services).await;
    let app = App::start(services.clone())?;
    app.start_worker();
    app.start_issuer().context("failed to set up certificate requests")?;
    let loops = [RELAY_LOOP, FOLLOWER_LOOP].into_iter().chain(worker_loops(&services));
    process.health.set_services(&services, loops.collect());
    print_greeting(&greeting);
    app.edge.serve(listener, process.shutdown.leaving().clone()).await?;
    app.stop().await;
    process.finish().await
}

/// Publishes the files of the web builds for the tabs that stay open over the next upgrade. A
/// failure, such as a full disk, must not prevent the start.
async fn publish_web_files(services: &Services) {
    if let Err(error) = web_assets::publish(services).await {
        tracing::warn!(
            %error,
            "failed to publish the web files; tabs that are open at the next upgrade will miss them"
        );
    }
}

/// Written at once, for readers that stop after the first line. A closed output is ignored.
fn print_greeting(greeting: &str) {
    let mut out = std::io::stdout();
    let printed = out.write_all(format!("{greeting}\n").as_bytes()).and_then(|()| out.flush());
    if let Err(error) = printed {
        tracing::warn!(%error, "failed to print the greeting");
    }
}
