//! The edge as a separate process: no database, only its upstreams, its feed and its snapshot file.

use super::{HealthCheck, Listeners, MissingPart, RoleProcess};
use crate::app::{edge_name, snapshot_file};
use crate::edge_config::fleet_edge_config;
use anyhow::{Context, Result};
use control_plane::routes_feed::signing_key;
use edge_router::{
    Edge, Feed, Reporter, RouteSource, Table, Upstream, Upstreams, follow, report, system_resolver,
};
use futures::FutureExt;
use platform::config::{Config, KeyName, ServerConfig};
use std::sync::Arc;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use wire::ContextKey;

/// Runs the edge.
///
/// # Errors
/// An address is missing or invalid, or a listener cannot be opened.
pub async fn run_edge(config: &Config, listeners: &Listeners, process: RoleProcess) -> Result<()> {
    let server = &config.server;
    let named = |url: &Option<String>, name: &str| {
        url.clone().with_context(|| format!("server.{name} is required for a separate edge"))
    };
    let upstreams = Upstreams {
        runtime: Upstream::http_upstream(&named(&server.runtime_url, "runtime_url")?)?,
        control: Upstream::http_upstream(&named(&server.control_url, "control_url")?)?,
    };
    let token = config.security.text(KeyName::Feed);
    let feed = Feed::new(&named(&server.feed_url, "feed_url")?, token, signing_key(config))?;
    let reporter = status_reporter(feed.clone());
    let key = ContextKey::from_ring(&config.security.ring(KeyName::Context));
    let (table, stop) = (Table::new(), CancellationToken::new());
    let naming = upstreams.clone().follow_names(system_resolver(), stop.clone());
    let edge = Edge::new(fleet_edge_config(config, key), upstreams, table.clone())?;
    std::fs::create_dir_all(&config.data_dir)?;
    let source = RouteSource::Http(Box::new(feed));
    let following = follow(table.clone(), source, Some(snapshot_file(config)), stop.clone());
    // Both work until the last request has finished, because requests still need them.
    let tasks = TaskTracker::new();
    tasks.spawn(naming);
    process.health.set(check_edge(&edge, tasks.spawn(following)));
    let leaving = process.shutdown.leaving().clone();
    let reporting = tokio::spawn(report(table, edge_name(), reporter, leaving.clone()));
    listen(&edge, server, listeners, leaving).await?;
    stop.cancel();
    reporting.await.context("the status reporter failed")?;
    tasks.close();
    tasks.wait().await;
    process.finish().await
}

/// An edge is ready with a route table, even an old one: without the control plane it keeps serving.
fn check_edge(edge: &Edge, following: JoinHandle<()>) -> HealthCheck {
    let edge = edge.clone();
    Arc::new(move || {
        let table = edge.not_ready_reason().filter(|reason| *reason != "stopping");
        let table = table.map(|reason| MissingPart { part: "route-table", reason });
        let feed = following.is_finished();
        let feed = feed.then_some(MissingPart { part: "route-feed", reason: "ended" });
        futures::future::ready(table.into_iter().chain(feed).collect()).boxed()
    })
}

/// Sends the edge's status reports to the control plane.
fn status_reporter(feed: Feed) -> Reporter {
    Arc::new(move |said| {
        let feed = feed.clone();
        async move {
            if let Err(error) = feed.report(&said).await {
                tracing::warn!(%error, "failed to send edge status report");
            }
        }
        .boxed()
    })
}

/// Serves TLS with a plain HTTP redirect listener, or plain HTTP alone.
async fn listen(
    edge: &Edge,
    server: &ServerConfig,
    listeners: &Listeners,
    stop: CancellationToken,
) -> Result<()> {
    let Some(tls) = server.tls_listen else {
        edge.serve(listeners.listen(server.listen)?, stop).await?;
        return Ok(());
    };
    let tls = listeners.listen(tls)?;
    let plain = server.plain_listen.map(|plain| listeners.listen(plain)).transpose()?;
    let served = async { edge.serve_tls(tls, stop.clone()).await.map_err(anyhow::Error::from) };
    let redirected = async {
        if let Some(plain) = plain {
            edge.serve_redirects(plain, stop.clone()).await?;
        }
        anyhow::Ok(())
    };
    tokio::try_join!(served, redirected)?;
    Ok(())
}
