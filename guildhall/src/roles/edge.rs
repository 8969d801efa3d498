//! The edge as a separate process: no database, only its upstreams, its feed and its snapshot file.

use super::{Listeners, stopped_by_signal};
use crate::app::{edge_name, memory};
use crate::edge_config::fleet_edge_config;
use anyhow::{Context, Result};
use control_plane::routes_feed::signing_key;
use edge_router::{Edge, Feed, Reporter, Source, Table, Upstream, Upstreams, follow, report};
use futures::FutureExt;
use platform::config::{Config, KeyName, ServerConfig};
use platform::telemetry;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;
use wire::ContextKey;

/// Runs the edge.
///
/// # Errors
/// An address is missing or invalid, or a listener cannot be opened.
pub async fn edge(config: &Config, listeners: &Listeners) -> Result<()> {
    let server = &config.server;
    let named = |url: &Option<String>, name: &str| {
        url.clone().with_context(|| format!("server.{name} is required for a separate edge"))
    };
    let upstreams = Upstreams {
        runtime: Upstream::http(&named(&server.runtime_url, "runtime_url")?)?,
        control: Upstream::http(&named(&server.control_url, "control_url")?)?,
    };
    let token = config.security.text(KeyName::Feed);
    let feed = Feed::new(&named(&server.feed_url, "feed_url")?, token, signing_key(config))?;
    let reporter = reporter(feed.clone());
    let key = ContextKey::from_ring(&config.security.ring(KeyName::Context));
    let (table, stop) = (Table::new(), stopped_by_signal());
    let edge = Edge::new(fleet_edge_config(config, key), upstreams, table.clone())?;
    std::fs::create_dir_all(&config.data_dir)?;
    // The recorder must exist before the first table is active.
    let figures = telemetry::metrics_router();
    let source = Source::Http(Box::new(feed));
    let following = tokio::spawn(follow(table.clone(), source, Some(memory(config)), stop.clone()));
    tokio::spawn(report(table, edge_name(), reporter, stop.clone()));
    let admin = listeners.listen(server.admin_listen)?;
    let admin = super::serve(server, admin, figures, stop.clone());
    tokio::try_join!(listen(&edge, server, listeners, stop), admin)?;
    following.await.context("the route feed client failed")
}

/// Sends the edge's status reports to the control plane.
fn reporter(feed: Feed) -> Reporter {
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
