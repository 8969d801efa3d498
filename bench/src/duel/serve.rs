//! Our edge as in production, with its encrypted table, in a separate process. A line on its input
//! activates the next table.

use crate::edge_table::{self, KEY, memory_at};
use anyhow::{Context, Result};
use edge_router::{Budget, Edge, EdgeConfig, Table, Upstream, Upstreams};
use std::io::BufRead;
use std::path::Path;
use std::sync::Arc;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;
use wire::ContextKey;

pub async fn serve(folder: &Path, port: &str, upstream: &str) -> Result<()> {
    let table = Table::new();
    memory_at(folder, "routes.sealed").load_into(&table)?.context("nothing is remembered")?;
    let there = || Upstream::http_upstream(&format!("http://127.0.0.1:{upstream}"));
    let upstreams = Upstreams { runtime: there()?, control: there()? };
    let builds = folder.join(edge_table::BUILDS);
    let mut config = EdgeConfig::new(&builds, &builds, ContextKey::new(KEY));
    // All benchmark clients are in one network and reconnect constantly.
    let boundless = Budget::new(1_000_000, 1_000_000);
    config.limits.network.handshakes = boundless;
    config.limits.network.requests = boundless;
    let edge = Edge::new(config, upstreams, table.clone())?;
    let listener = TcpListener::bind(format!("127.0.0.1:{port}")).await.context("listen")?;
    let stop = CancellationToken::new();
    let (ended, next) = (stop.clone(), folder.to_owned());
    // The parent process holds the input open.
    std::thread::spawn(move || {
        for _ in std::io::stdin().lock().lines().map_while(Result::ok) {
            let read = memory_at(&next, "next.sealed").read().ok().flatten();
            if let Some(routes) = read {
                drop(table.apply(Arc::new(routes)));
            }
        }
        ended.cancel();
    });
    edge.serve_tls(listener, stop).await?;
    Ok(())
}
