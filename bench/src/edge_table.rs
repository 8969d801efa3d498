//! An edge with ten thousand tenants and certificates: time until it serves from its snapshot,
//! memory before and after every host was requested, and duration of a table update. `bench
//! edge-table`; needs no servers.
//!
//! Uses three processes, so that the creation of certificates and the client side of the handshakes
//! do not count as the edge's memory.

use crate::load::percentiles;
use crate::shared::authority::Authority;
use crate::shared::routes::{main_alone, portal};
use anyhow::{Context, Result, ensure};
use edge_router::{Budget, Edge, EdgeConfig, RouteSnapshotFile, Table, Upstream, Upstreams};
use rustls::ClientConfig;
use rustls::RootCertStore;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsConnector;
use tokio_util::sync::CancellationToken;
use wire::routes::{PortalRoute, PortalState};
use wire::{Changes, ContextKey, PublishedTable, RouteTable};

const TENANTS: usize = 10_000;
/// Encryption key of the tables in these measurements.
pub const KEY: [u8; 32] = [7; 32];
/// Content of both web builds during the measurement.
const PAGE: &str = "<html data-guildhall-html><!--guildhall:head--></html>";
/// Folder of the web builds. It contains nothing else, because an edge loads all of it into memory.
pub const BUILDS: &str = "builds";
/// Number of consecutive changes.
const CHANGES: usize = 100;
/// Concurrent handshakes; the machine has few cores.
const VISITORS: usize = 4;

/// Host of a tenant.
pub fn host(number: usize) -> String {
    format!("portal.tenant-{number}.example")
}

/// Runs the whole measurement; returns the text.
pub async fn measure() -> Result<String> {
    let folder = tempfile::tempdir().context("make a folder")?;
    run(&["edge-table-make".as_ref(), folder.path().as_os_str()]).await?;
    let root = std::fs::read(folder.path().join("root.pem")).context("read the root")?;
    make_builds(folder.path())?;

    let begun = Instant::now();
    let memory = memory(folder.path());
    let table = Table::new();
    memory.load_into(&table)?.context("nothing is remembered")?;
    let recalled = begun.elapsed();
    let nobody = || Upstream::http_upstream("http://127.0.0.1:9");
    let upstreams = Upstreams { runtime: nobody()?, control: nobody()? };
    let builds = folder.path().join(BUILDS);
    let mut config = EdgeConfig::new(&builds, &builds, ContextKey::new(KEY));
    // All tenants are requested from one network.
    let boundless = Budget::new(1_000_000, 1_000_000);
    config.limits.network.handshakes = boundless;
    config.limits.network.requests = boundless;
    let edge = Edge::new(config, upstreams, table.clone())?;
    let listener = TcpListener::bind("127.0.0.1:0").await.context("listen")?;
    let address = listener.local_addr()?;
    let stop = CancellationToken::new();
    let stopped = stop.clone();
    let serving = tokio::spawn(async move { edge.serve_tls(listener, stopped).await });
    visit(address, &client(&root)?, &host(TENANTS - 1)).await?;
    let served = begun.elapsed();
    let idle = memory_kib()?;
    let visited = Instant::now();
    let at = address.to_string();
    run(&["edge-table-visit".as_ref(), folder.path().as_os_str(), at.as_ref()]).await?;
    let (visited, used) = (visited.elapsed(), memory_kib()?);

    let mut next = memory.read()?.context("nothing is remembered")?;
    next.version += 1;
    let (holder, swapped) = (table.clone(), Instant::now());
    let whole = Arc::new(next);
    let given = Arc::clone(&whole);
    tokio::task::spawn_blocking(move || holder.apply(given)).await??;
    let swapped = swapped.elapsed();
    let mut amended = amend(&table, &whole)?;
    let swaps = (swap(&whole, TENANTS / 10)?, swap(&whole, TENANTS)?);
    stop.cancel();
    serving.await.context("serve")??;
    let size = std::fs::metadata(folder.path().join("routes.sealed"))?.len();
    Ok(format!(
        "{TENANTS} tenants, a certificate each; sealed file {} MiB\n\
         recalled from the sealed file   {} ms\n\
         first handshake answered        {} ms\n\
         memory (PSS), one host used     {} MiB\n\
         memory (PSS), every host used   {} MiB\n\
         every host visited in           {:.1} s\n\
         the next table, in force after  {} ms\n\
         a change of one, in force after {:.2} ms (median of {CHANGES}), {:.2} ms (the slowest)\n\
         the swap itself, of {}     {:.2} ms, of {TENANTS} {:.2} ms\n",
        size >> 20,
        recalled.as_millis(),
        served.as_millis(),
        idle >> 10,
        used >> 10,
        visited.as_secs_f64(),
        swapped.as_millis(),
        ms(percentiles(&mut amended).0),
        ms(amended.last().copied().unwrap_or_default()),
        TENANTS / 10,
        ms(swaps.0),
        ms(swaps.1),
    ))
}

/// Duration of a table swap with this many tenants: the median over several single changes.
pub fn swap(whole: &RouteTable, tenants: usize) -> Result<Duration> {
    let mut fewer = RouteTable::clone(whole);
    fewer.portals.truncate(tenants);
    fewer.certificates.truncate(tenants);
    let (table, fewer) = (Table::new(), Arc::new(fewer));
    table.apply(Arc::clone(&fewer))?;
    Ok(percentiles(&mut amend(&table, &fewer)?).0)
}

/// Duration of several changes that each suspend one tenant, from the received change to the active
/// table.
fn amend(table: &Table, whole: &Arc<RouteTable>) -> Result<Vec<Duration>> {
    let mut known = PublishedTable::new(Arc::clone(whole));
    let mut took = Vec::with_capacity(CHANGES);
    for number in 0..CHANGES {
        let mut next = RouteTable::clone(&known.table);
        next.version += 1;
        let paused = next.portals.get_mut(number).context("there are more tenants")?;
        Arc::make_mut(paused).state = PortalState::Suspended;
        let next = known.next(Arc::new(next));
        let changes = Changes::from_tables(&known, &next);
        let begun = Instant::now();
        table.apply_changes(changes)?;
        took.push(begun.elapsed());
        known = next;
    }
    Ok(took)
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Creates the certificates and an edge's snapshot of them.
pub fn make(folder: &Path) -> Result<()> {
    memory(folder).write(&table(folder, TENANTS)?)?;
    Ok(())
}

/// Creates a table with this many tenants and one certificate each, from a root that is stored in
/// the folder.
pub fn table(folder: &Path, tenants: usize) -> Result<RouteTable> {
    let authority = Authority::new()?;
    std::fs::write(folder.join("root.pem"), authority.0.pem())?;
    let mut table = main_alone(1);
    for number in 0..tenants {
        table.certificates.push(authority.issue(&[&host(number)], 2020..2046)?);
        table.portals.push(Arc::new(tenant(number)));
    }
    Ok(table)
}

/// Creates the web builds.
pub fn make_builds(folder: &Path) -> Result<()> {
    let builds = folder.join(BUILDS);
    std::fs::create_dir(&builds).context("make a folder")?;
    std::fs::write(builds.join("index.html"), PAGE).context("write a page")
}

/// Performs one handshake with every host.
pub async fn visit_all(folder: &Path, address: &str) -> Result<()> {
    let (root, address): (_, SocketAddr) =
        (std::fs::read(folder.join("root.pem"))?, address.parse()?);
    let client = client(&root)?;
    let visitors = (0..VISITORS).map(|first| {
        let client = client.clone();
        tokio::spawn(async move {
            for number in (first..TENANTS).step_by(VISITORS) {
                visit(address, &client, &host(number)).await?;
            }
            anyhow::Ok(())
        })
    });
    for visitor in visitors.collect::<Vec<_>>() {
        visitor.await??;
    }
    Ok(())
}

fn memory(folder: &Path) -> RouteSnapshotFile {
    memory_at(folder, "routes.sealed")
}

/// An encrypted table by name.
pub fn memory_at(folder: &Path, name: &str) -> RouteSnapshotFile {
    RouteSnapshotFile::new(folder.join(name), KEY)
}

fn client(root: &[u8]) -> Result<TlsConnector> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_slice(root)?)?;
    let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

async fn visit(address: SocketAddr, client: &TlsConnector, host: &str) -> Result<()> {
    let socket = TcpStream::connect(address).await?;
    let name = ServerName::try_from(host.to_owned())?;
    tokio::time::timeout(Duration::from_secs(10), client.connect(name, socket)).await??;
    Ok(())
}

/// Runs a part of a measurement in a separate process.
pub async fn run(arguments: &[&std::ffi::OsStr]) -> Result<()> {
    let mut command = tokio::process::Command::new(std::env::current_exe()?);
    let status = command.args(arguments).stdin(Stdio::null()).status().await?;
    ensure!(status.success(), "{arguments:?} failed");
    Ok(())
}

/// Proportional share of the process's memory, in KiB.
fn memory_kib() -> Result<u64> {
    let rollup = std::fs::read_to_string("/proc/self/smaps_rollup").context("read the memory")?;
    let line = rollup.lines().find_map(|line| line.strip_prefix("Pss:")).context("no Pss")?;
    let number = line.split_whitespace().next().context("no figure")?;
    number.parse().context("read the figure")
}

fn tenant(number: usize) -> PortalRoute {
    let host = host(number);
    let portal = portal(&format!("tenant-{number}"), &format!("https://{host}"), &[&host]);
    let css = ":root{--brand:#7a1f2b;--brand-strong:#5b1720;--paper:#fbf7f2}".repeat(4);
    PortalRoute { css, ..portal }
}
