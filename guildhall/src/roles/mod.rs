//! Roles as separate processes, and their shutdown.

mod edge;
mod listeners;
mod up;

pub use edge::edge;
pub use listeners::Listeners;
pub use up::up;

use crate::cli::Command;
use crate::{app, certificates, first_run, keys};
use anyhow::{Context, Result};
use axum::Router;
use control_plane::certificates::Issuer;
use control_plane::routes_feed::{Feed, internal_router};
use platform::Services;
use platform::config::ServerConfig;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

/// Runs the runtime.
///
/// # Errors
/// A listener cannot be opened.
pub async fn runtime(services: Services, listeners: &Listeners) -> Result<()> {
    first_run::remind_of_setup(&services).await?;
    keys::record_loaded(&services, &services.config().security).await?;
    let stop = stopped_by_signal();
    services.reserve_space().await;
    let hub = tokio::spawn(services.hub().clone().run(services.clone(), stop.clone()));
    let server = &services.config().server;
    let public = listeners.listen(server.listen)?;
    let public = serve(server, public, app::runtime(&services), stop.clone());
    let admin = serve_admin(&services, listeners, stop);
    tokio::try_join!(public, admin)?;
    hub.await.context("the live hub failed")
}

/// Runs the control plane with its internal listener.
///
/// # Errors
/// A listener cannot be opened.
pub async fn control_plane(services: Services, listeners: &Listeners) -> Result<()> {
    let stop = stopped_by_signal();
    let (feed, following) = Feed::follow(services.clone(), stop.clone());
    let following = tokio::spawn(following);
    let server = &services.config().server;
    let internal = internal_router(feed, services.clone());
    let calls = ::control_plane::router(services.clone());
    let public = serve(server, listeners.listen(server.listen)?, calls, stop.clone());
    let at = listeners.listen(server.internal_listen)?;
    let internal = serve(server, at, internal, stop.clone());
    let admin = serve_admin(&services, listeners, stop);
    tokio::try_join!(public, internal, admin)?;
    following.await.context("the route feed failed")
}

/// Runs a worker.
///
/// # Errors
/// The admin listener cannot be opened, or the certificate settings are invalid.
pub async fn worker(services: Services, listeners: &Listeners) -> Result<()> {
    let stop = stopped_by_signal();
    let worker = app::worker(&services);
    let issuer = Issuer::configured(&services, certificates::to_fleet(services.clone()));
    let issuer = issuer.context("failed to set up certificate requests")?;
    let (parts, token) = (services.clone(), stop.clone());
    let working = tokio::spawn(async move {
        let certifying = async {
            if let Some(issuer) = issuer {
                issuer.run(token.clone()).await;
            }
        };
        tokio::join!(app::work(&worker, &parts, token.clone()), certifying);
    });
    serve_admin(&services, listeners, stop).await?;
    working.await.context("the worker failed")
}

async fn serve_admin(
    services: &Services,
    listeners: &Listeners,
    stop: CancellationToken,
) -> Result<()> {
    let server = &services.config().server;
    let listener = listeners.listen(server.admin_listen)?;
    serve(server, listener, app::admin(services.clone()), stop).await
}

async fn serve(
    server: &ServerConfig,
    listener: TcpListener,
    router: Router,
    stop: CancellationToken,
) -> Result<()> {
    let address = listener.local_addr()?;
    tracing::info!(%address, "listening");
    let out_of_time = async {
        stop.cancelled().await;
        tokio::time::sleep(Duration::from_secs(server.drain_timeout_s)).await;
    };
    let served =
        axum::serve(listener, router).with_graceful_shutdown(stop.clone().cancelled_owned());
    tokio::select! {
        served = served => served?,
        () = out_of_time => tracing::warn!(%address, "stopping with open connections"),
    }
    Ok(())
}

/// Addresses on which a command listens.
#[must_use]
pub fn addresses(command: &Command, server: &ServerConfig) -> Vec<SocketAddr> {
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

/// A token that SIGTERM or Ctrl-C cancels.
#[must_use]
pub fn stopped_by_signal() -> CancellationToken {
    let stop = CancellationToken::new();
    let cancelled = stop.clone();
    tokio::spawn(async move {
        wait_for_signal().await;
        tracing::info!("stopping");
        cancelled.cancel();
    });
    stop
}

async fn wait_for_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let Ok(mut terminate) = signal(SignalKind::terminate()) else {
        tracing::error!("failed to install the SIGTERM handler");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        interrupted = tokio::signal::ctrl_c() => if interrupted.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
