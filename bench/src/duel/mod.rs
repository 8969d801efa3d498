//! Comparison of the edge with nginx, HAProxy and Caddy: the same tenants and certificates in front
//! of the same upstream, measured alternately (edge design, section 6 N). `bench edge-duel`, on
//! loopback only; every loop has a time limit.
//!
//! Read [`entrants`] and [`configs`] (the proxies), [`client`] (the clients), then [`rounds`]
//! (alternately measured rows), [`growth`] (start-up, memory, a tenant added under load) and
//! [`report`] (tables and gates).

mod audience;
mod client;
mod configs;
mod entrants;
mod figures;
mod growth;
mod honest;
mod report;
mod reset;
mod rounds;
mod serve;
mod shaking;
mod slow;

pub use audience::serve_live;
pub use serve::serve;
pub use slow::attack;

use crate::edge_table;
use crate::product::free_port;
use crate::say;
use anyhow::{Context, Result, ensure};
use client::Clients;
use entrants::{Entrant, KINDS, Kind};
use std::path::Path;
use std::time::Duration;

/// Number of tenants in the rounds.
const TENANTS: usize = 1_000;
/// Number of tenants in the second measurement of start-up and memory.
const MANY: usize = 10_000;

/// Name of the measurement with slow clients.
const SLOW: &str = "slow";
/// Name of the measurement with event streams.
const STREAMS: &str = "streams";

/// Runs the whole comparison; returns a section of the results.
pub async fn measure() -> Result<String> {
    let mut text = String::from("\n## The edge beside nginx, HAProxy and Caddy\n\n");
    text += &report::introduction();
    let folder = make(TENANTS).await?;
    let upstream = entrants::upstream(folder.path()).await?;
    let clients = Clients::new(folder.path())?;
    let (mut entered, mut grown) = (Vec::new(), Vec::new());
    for kind in KINDS {
        let (entrant, start) =
            Entrant::start(kind, folder.path(), TENANTS, upstream.port, &clients).await?;
        grown.push(growth::look(&entrant, start, TENANTS, &clients).await?);
        entered.push(entrant);
    }
    let rows = rounds::measure(&rounds::ALL, &entered, &clients).await?;
    text += &report::rounds(&rows);
    say(&report::rounds(&rows));
    let slow = slow::look(own(&entered)?, folder.path(), &clients).await?;
    text += &report::slow(&slow);
    let audience = audience::look(folder.path(), &clients).await?;
    text += &report::audience(&audience);
    for (entrant, grown) in entered.iter_mut().zip(&mut grown) {
        grown.added = Some(growth::add(entrant, TENANTS, &clients).await?);
        grown.resets = Some(reset::until_cut(entrant.port, &clients).await?);
    }
    text += &report::growth(TENANTS, &grown);
    say(&report::growth(TENANTS, &grown));
    drop(entered);

    let folder = make(MANY).await?;
    let clients = Clients::new(folder.path())?;
    let mut many = Vec::new();
    for kind in KINDS {
        let (mut entrant, start) =
            Entrant::start(kind, folder.path(), MANY, upstream.port, &clients).await?;
        let mut grown = growth::look(&entrant, start, MANY, &clients).await?;
        grown.added = Some(growth::add(&mut entrant, MANY, &clients).await?);
        many.push(grown);
    }
    text += &report::growth(MANY, &many);
    let gates = [
        report::ratios(&rows),
        report::absolutes(&grown, &many),
        report::swaps(&swaps(folder.path())?),
        report::patience(&slow),
        report::calm(&audience),
    ];
    text += &report::gates(&gates.concat());
    Ok(text)
}

/// Runs some rows by name, for use during development.
pub async fn measure_only(words: &[&str]) -> Result<String> {
    let named = |word: &str| rounds::ALL.into_iter().find(|what| what.word() == word);
    let these: Vec<_> = words.iter().filter_map(|word| named(word)).collect();
    let [is_slow, is_streams] = [SLOW, STREAMS].map(|word| words.contains(&word));
    let known = these.len() + usize::from(is_slow) + usize::from(is_streams) == words.len();
    let all = rounds::ALL.map(rounds::What::word);
    ensure!(known, "rows are {all:?}, {SLOW:?} and {STREAMS:?}");
    let folder = make(TENANTS).await?;
    let upstream = entrants::upstream(folder.path()).await?;
    let clients = Clients::new(folder.path())?;
    let mut entered = Vec::new();
    for kind in KINDS {
        let started = Entrant::start(kind, folder.path(), TENANTS, upstream.port, &clients).await?;
        entered.push(started.0);
    }
    let rows = rounds::measure(&these, &entered, &clients).await?;
    let mut gates = report::ratios(&rows);
    gates.retain(|(_, measured, ..)| *measured < f64::MAX);
    let mut text = if rows.is_empty() { String::new() } else { report::rounds(&rows) };
    if is_slow {
        let slow = slow::look(own(&entered)?, folder.path(), &clients).await?;
        text += &report::slow(&slow);
        gates.extend(report::patience(&slow));
    }
    if is_streams {
        let audience = audience::look(folder.path(), &clients).await?;
        text += &report::audience(&audience);
        gates.extend(report::calm(&audience));
    }
    Ok(text + &report::gates(&gates))
}

/// Duration of a table swap with these numbers of tenants.
fn swaps(folder: &Path) -> Result<[Duration; 2]> {
    let table = edge_table::memory_at(folder, "routes.sealed").read()?;
    let table = table.context("nothing is remembered")?;
    Ok([edge_table::swap(&table, TENANTS)?, edge_table::swap(&table, MANY)?])
}

fn own(entered: &[Entrant]) -> Result<&Entrant> {
    entered.iter().find(|one| one.kind == Kind::Guildhall).context("ours takes no part")
}

/// Creates a folder with the certificates of `tenants` tenants and one more, in a separate process.
async fn make(tenants: usize) -> Result<tempfile::TempDir> {
    let folder = tempfile::tempdir().context("make a folder")?;
    edge_table::run(&[
        "edge-duel-make".as_ref(),
        folder.path().as_os_str(),
        tenants.to_string().as_ref(),
    ])
    .await?;
    Ok(folder)
}

/// Process started by [`make`].
pub fn make_files(folder: &Path, tenants: usize) -> Result<()> {
    let all = edge_table::table(folder, tenants + 1)?;
    let certificates = folder.join("certificates");
    std::fs::create_dir(&certificates)?;
    for (number, certificate) in all.certificates.iter().enumerate() {
        let (chain, key) = (&certificate.chain, certificate.key.expose());
        std::fs::write(certificates.join(format!("{number}.crt")), chain)?;
        std::fs::write(certificates.join(format!("{number}.key")), key)?;
        let both = certificates.join(format!("{number}.pem"));
        std::fs::write(both, format!("{chain}{key}"))?;
    }
    let mut first = all.clone();
    first.certificates.truncate(tenants);
    first.portals.truncate(tenants);
    let mut next = all;
    next.version += 1;
    edge_table::memory_at(folder, "routes.sealed").write(&first)?;
    edge_table::memory_at(folder, "next.sealed").write(&next)?;
    edge_table::make_builds(folder)
}

async fn port() -> Result<u16> {
    free_port().await
}
