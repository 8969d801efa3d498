//! Scaling with the number of tenants: start-up time, memory, and the effect of adding a tenant on
//! existing clients.

use super::client::{Clients, Hand};
use super::entrants::{Entrant, Kind};
use super::figures::memory_kib;
use crate::edge_table::host;
use anyhow::{Result, ensure};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;

const VISITORS: usize = 4;
/// Open connections while a tenant is added, and the interval of their requests: 800 requests a
/// second.
const OPEN: usize = 64;
const PACE: Duration = Duration::from_millis(80);
/// Maximum duration of adding a tenant, and duration of the measurement afterwards.
const ADD_MAX: Duration = Duration::from_secs(120);
const AFTER: Duration = Duration::from_secs(2);

/// Result.
#[derive(Debug)]
pub struct Growth {
    pub kind: Kind,
    pub start: Duration,
    pub idle_kib: u64,
    pub used_kib: u64,
    pub added: Option<AddedTenant>,
    /// Number of streams opened and reset until the connection was closed; inner `None` if it never
    /// was.
    pub resets: Option<Option<usize>>,
}

/// A tenant added under load.
#[derive(Debug)]
pub struct AddedTenant {
    pub effective: Duration,
    pub closed: usize,
    pub lost: usize,
}

pub async fn look(
    entrant: &Entrant,
    start: Duration,
    tenants: usize,
    clients: &Clients,
) -> Result<Growth> {
    let idle_kib = memory_kib(entrant.pid()?)?;
    let mut visitors = JoinSet::new();
    for first in 0..VISITORS {
        let (clients, port) = (clients.clone(), entrant.port);
        visitors.spawn(async move {
            for number in (first..tenants).step_by(VISITORS) {
                clients.visit(port, &host(number)).await?;
            }
            anyhow::Ok(())
        });
    }
    while let Some(done) = visitors.join_next().await {
        done??;
    }
    let used_kib = memory_kib(entrant.pid()?)?;
    Ok(Growth { kind: entrant.kind, start, idle_kib, used_kib, added: None, resets: None })
}

#[derive(Default)]
struct ConnectionCounts {
    stop: AtomicBool,
    closed: AtomicUsize,
    lost: AtomicUsize,
}

/// Adds a tenant under load.
pub async fn add(entrant: &mut Entrant, tenants: usize, clients: &Clients) -> Result<AddedTenant> {
    let (seen, port) = (Arc::new(ConnectionCounts::default()), entrant.port);
    let mut busy = JoinSet::new();
    for number in 0..OPEN {
        let sender = clients.open(Hand::One, port, &host(number)).await?;
        let (clients, seen) = (clients.clone(), seen.clone());
        busy.spawn(async move {
            let (mut sender, name) = (sender, host(number));
            while !seen.stop.load(Ordering::Relaxed) {
                tokio::time::sleep(PACE).await;
                let was_closed = sender.is_closed().await;
                if !was_closed && sender.ask(&name).await.is_ok() {
                    continue;
                }
                seen.closed.fetch_add(1, Ordering::Relaxed);
                let again = clients.open(Hand::One, port, &name).await;
                let Ok(opened) = again else {
                    seen.lost.fetch_add(1, Ordering::Relaxed);
                    continue;
                };
                sender = opened;
                if sender.ask(&name).await.is_err() {
                    seen.lost.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
    }
    tokio::time::sleep(AFTER / 4).await;
    let begun = Instant::now();
    entrant.add(tenants).await?;
    while clients.visit(port, &host(tenants)).await.is_err() {
        ensure!(begun.elapsed() < ADD_MAX, "{} never serves the new tenant", entrant.kind.name());
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    let effective = begun.elapsed();
    tokio::time::sleep(AFTER).await;
    seen.stop.store(true, Ordering::Relaxed);
    while busy.join_next().await.is_some() {}
    let of = |count: &AtomicUsize| count.load(Ordering::Relaxed);
    Ok(AddedTenant { effective, closed: of(&seen.closed), lost: of(&seen.lost) })
}
