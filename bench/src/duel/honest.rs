//! Normal clients during other activity.

use super::client::{Clients, Hand};
use crate::edge_table::host;
use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

/// Number of clients, and interval between requests of one.
const HONEST: usize = 8;
const PACE: Duration = Duration::from_millis(20);

/// Measures the response times of normal clients during `other`.
pub async fn during<T>(
    port: u16,
    clients: &Clients,
    other: impl Future<Output = T>,
) -> Result<(Vec<Duration>, T)> {
    let stop = Arc::new(AtomicBool::new(false));
    let mut all: JoinSet<Result<Vec<Duration>>> = JoinSet::new();
    for number in 0..HONEST {
        let (name, stop) = (host(number), stop.clone());
        let sender = clients.open(Hand::One, port, &name).await?;
        all.spawn(async move {
            let mut times = Vec::new();
            while !stop.load(Ordering::Relaxed) {
                let begun = Instant::now();
                sender.ask(&name).await?;
                times.push(begun.elapsed());
                tokio::time::sleep(PACE).await;
            }
            Ok(times)
        });
    }
    let done = other.await;
    stop.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    while let Some(one) = all.join_next().await {
        times.extend(one??);
    }
    Ok((times, done))
}
