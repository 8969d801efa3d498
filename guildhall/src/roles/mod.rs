//! Each role as a process of its own, and how a process leaves.

mod edge;
mod up;

pub use edge::edge;
pub use up::up;

use crate::{app, certificates, first_run};
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
/// When a listener cannot be opened.
pub async fn runtime(services: Services) -> Result<()> {
    first_run::remind_of_setup(&services).await?;
    let stop = stopped_by_signal();
    services.reserve_space().await;
    let hub = tokio::spawn(services.hub().clone().run(services.clone(), stop.clone()));
    let server = &services.config().server;
    let public = serve(server, server.listen, app::runtime(&services), stop.clone());
    let admin = serve_admin(&services, stop);
    tokio::try_join!(public, admin)?;
    hub.await.context("the live hub ended badly")
}

/// Runs the control plane with its internal listener.
///
/// # Errors
/// When a listener cannot be opened.
pub async fn control_plane(services: Services) -> Result<()> {
    let stop = stopped_by_signal();
    let (feed, following) = Feed::follow(services.clone(), stop.clone());
    let following = tokio::spawn(following);
    let server = &services.config().server;
    let internal = internal_router(feed, services.clone());
    let calls = ::control_plane::router(services.clone());
    let public = serve(server, server.listen, calls, stop.clone());
    let internal = serve(server, server.internal_listen, internal, stop.clone());
    let admin = serve_admin(&services, stop);
    tokio::try_join!(public, internal, admin)?;
    following.await.context("the route feed ended badly")
}

/// Runs a worker.
///
/// # Errors
/// When the admin listener cannot be opened, or the settings of certificates cannot be used.
pub async fn worker(services: Services) -> Result<()> {
    let stop = stopped_by_signal();
    let worker = app::worker(&services);
    let issuer = Issuer::configured(&services, certificates::to_fleet(services.clone()));
    let issuer = issuer.context("certificates cannot be asked for")?;
    let (parts, token) = (services.clone(), stop.clone());
    let working = tokio::spawn(async move {
        let certifying = async {
            if let Some(issuer) = issuer {
                issuer.run(token.clone()).await;
            }
        };
        tokio::join!(app::work(&worker, &parts, token.clone()), certifying);
    });
    serve_admin(&services, stop).await?;
    working.await.context("the worker ended badly")
}

async fn serve_admin(services: &Services, stop: CancellationToken) -> Result<()> {
    let server = &services.config().server;
    serve(server, server.admin_listen, app::admin(services.clone()), stop).await
}

async fn serve(
    server: &ServerConfig,
    listen: SocketAddr,
    router: Router,
    stop: CancellationToken,
) -> Result<()> {
    let listener =
        TcpListener::bind(listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    tracing::info!(address = %listener.local_addr()?, "listening");
    let out_of_time = async {
        stop.cancelled().await;
        tokio::time::sleep(Duration::from_secs(server.drain_seconds)).await;
    };
    let served =
        axum::serve(listener, router).with_graceful_shutdown(stop.clone().cancelled_owned());
    tokio::select! {
        served = served => served?,
        () = out_of_time => tracing::warn!(%listen, "leaving with connections open"),
    }
    Ok(())
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
        tracing::error!("SIGTERM cannot be listened for");
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        interrupted = tokio::signal::ctrl_c() => if interrupted.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
