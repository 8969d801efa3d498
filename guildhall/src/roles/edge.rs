//! The edge as a process of its own: no database, only its upstreams, its feed and its file.

use super::stopped_by_signal;
use crate::app::{ROUTES_FILE, edge_config};
use anyhow::{Context, Result};
use edge_router::{Edge, Feed, Source, Table, Upstream, Upstreams, follow};
use platform::config::{Config, KeyName};
use platform::telemetry;
use tokio::net::TcpListener;
use wire::ContextKey;

/// Runs the edge.
///
/// # Errors
/// When an address is missing or wrong, or a listener cannot be opened.
pub async fn edge(config: &Config) -> Result<()> {
    let server = &config.server;
    let named = |url: &Option<String>, name: &str| {
        url.clone().with_context(|| format!("server.{name} is needed by an edge of its own"))
    };
    let upstreams = Upstreams {
        runtime: Upstream::http(&named(&server.runtime_url, "runtime_url")?)?,
        control: Upstream::http(&named(&server.control_url, "control_url")?)?,
    };
    let feed =
        Feed::new(&named(&server.feed_url, "feed_url")?, config.security.text(KeyName::Feed))?;
    let key = ContextKey::new(config.security.text(KeyName::Context).as_bytes());
    let (table, stop) = (Table::new(), stopped_by_signal());
    let edge = Edge::new(edge_config(config, key), upstreams, table.clone())?;
    std::fs::create_dir_all(&config.data_dir)?;
    let remembered = config.data_dir.join(ROUTES_FILE);
    let source = Source::Http(Box::new(feed));
    let following = tokio::spawn(follow(table, source, Some(remembered), stop.clone()));
    let listener = TcpListener::bind(server.listen)
        .await
        .with_context(|| format!("cannot listen on {}", server.listen))?;
    let admin =
        super::serve(server, server.admin_listen, telemetry::metrics_router(), stop.clone());
    let serving = async { edge.serve(listener, stop).await.map_err(anyhow::Error::from) };
    tokio::try_join!(serving, admin)?;
    following.await.context("following the routes ended badly")
}
