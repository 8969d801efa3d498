//! Roles as separate processes. Read [`shutdown`], [`health`] and [`process`] first.

mod edge;
mod health;
mod listeners;
mod process;
mod shutdown;
mod up;

pub use edge::run_edge;
pub use health::{Health, HealthCheck, MissingPart};
pub use listeners::Listeners;
pub use process::RoleProcess;
pub use shutdown::Shutdown;
pub use up::up;

use crate::cli::Command;
use crate::{app, certificates, first_run, keys};
use anyhow::{Context, Result};
use axum::Router;
use control_plane::certificates::{ISSUER_LOOPS, Issuer};
use control_plane::routes_feed::{FOLLOWER_LOOP, Feed, internal_router};
use platform::Services;
use platform::config::ServerConfig;
use platform::events::RELAY_LOOP;
use platform::jobs::JOB_LOOP;
use std::net::SocketAddr;
use std::time::Duration;
use tenant_runtime::cords;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Runs the runtime.
///
/// # Errors
/// A listener cannot be opened.
pub async fn run_runtime(
    services: Services,
    listeners: &Listeners,
    process: RoleProcess,
) -> Result<()> {
    first_run::remind_of_setup(&services).await?;
    keys::record_loaded(&services, &services.config().security).await?;
    let stop = process.shutdown.stopping().clone();
    services.reserve_space().await;
    let hub = tokio::spawn(services.hub().clone().run(services.clone(), stop));
    process.health.set_services(&services, vec![RELAY_LOOP]);
    let server = &services.config().server;
    serve_public(server, listeners, app::runtime_router(&services), &process.shutdown).await?;
    hub.await.context("the live hub failed")?;
    process.finish().await
}

/// Runs the control plane with its internal listener.
///
/// # Errors
/// A listener cannot be opened.
pub async fn run_control_plane(
    services: Services,
    listeners: &Listeners,
    process: RoleProcess,
) -> Result<()> {
    let stop = process.shutdown.stopping();
    let (feed, following) = Feed::follow(services.clone(), stop.clone());
    let following = tokio::spawn(following);
    process.health.set_services(&services, vec![FOLLOWER_LOOP]);
    let server = &services.config().server;
    let internal = internal_router(feed, services.clone());
    let calls = ::control_plane::router(services.clone());
    let public = serve_public(server, listeners, calls, &process.shutdown);
    let at = listeners.listen(server.internal_listen)?;
    let internal = process.shutdown.announce_in(internal);
    let internal = serve(drain_timeout(server), at, internal, stop.clone().cancelled_owned());
    tokio::try_join!(public, internal)?;
    following.await.context("the route feed failed")?;
    process.finish().await
}

/// Runs a worker.
///
/// # Errors
/// The certificate settings are invalid.
pub async fn run_worker(services: Services, process: RoleProcess) -> Result<()> {
    let stop = process.shutdown.stopping().clone();
    let worker = app::build_worker(&services);
    let issuer = Issuer::from_config(&services, certificates::to_fleet(services.clone()));
    let issuer = issuer.context("failed to set up certificate requests")?;
    process.health.set_services(&services, worker_loops(&services));
    let working = tokio::spawn(async move {
        let certifying = async {
            if let Some(issuer) = issuer {
                issuer.run(stop.clone()).await;
            }
        };
        tokio::join!(app::run_worker(&worker, &services, stop.clone()), certifying);
    });
    working.await.context("the worker failed")?;
    process.finish().await
}

/// Loops of a worker; those of the issuer only if one is configured.
fn worker_loops(services: &Services) -> Vec<&'static str> {
    let issuer = services.config().certificates.is_on().then_some(ISSUER_LOOPS);
    [JOB_LOOP, cords::COUNT_LOOP].into_iter().chain(issuer.into_iter().flatten()).collect()
}

/// Serves a role's public listener until its shutdown.
async fn serve_public(
    server: &ServerConfig,
    listeners: &Listeners,
    router: Router,
    shutdown: &Shutdown,
) -> Result<()> {
    let listener = listeners.listen(server.listen)?;
    let stop = shutdown.stopping().clone().cancelled_owned();
    serve(drain_timeout(server), listener, shutdown.announce_in(router), stop).await
}

const fn drain_timeout(server: &ServerConfig) -> Duration {
    Duration::from_secs(server.drain_timeout_s)
}

/// Serves until `stop` returns; running requests may continue for `drain_timeout`.
async fn serve(
    drain_timeout: Duration,
    listener: TcpListener,
    router: Router,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<()> {
    let address = listener.local_addr()?;
    tracing::info!(%address, "listening");
    let draining = CancellationToken::new();
    let drain = draining.clone();
    let stopped = async move {
        stop.await;
        drain.cancel();
    };
    let out_of_time = async {
        draining.cancelled().await;
        tokio::time::sleep(drain_timeout).await;
    };
    let served = axum::serve(listener, router).with_graceful_shutdown(stopped);
    tokio::select! {
        served = served => served?,
        () = out_of_time => tracing::warn!(%address, "stopping with open connections"),
    }
    Ok(())
}

/// Addresses on which a command listens.
#[must_use]
pub fn listen_addresses(command: &Command, server: &ServerConfig) -> Vec<SocketAddr> {
    match command {
        Command::Up(_) | Command::Runtime => vec![server.listen, server.admin_listen],
        Command::ControlPlane => vec![server.listen, server.internal_listen, server.admin_listen],
        Command::Worker => vec![server.admin_listen],
        Command::Edge => {
            let public = server.tls_listen.unwrap_or(server.listen);
            let plain = server.tls_listen.and(server.plain_listen);
            [Some(public), plain, Some(server.admin_listen)].into_iter().flatten().collect()
        }
        _ => Vec::new(),
    }
}
