//! Delay until a change of one of ten thousand tenants with certificates is active on an edge: from
//! the API call to the control plane's feed and to the edge's responses. `BENCH_ONLY_FEED=1
//! scripts/bench.sh`.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use http::{Request, StatusCode, header};
use http_body_util::{BodyExt, Empty};
use hyper_util::client::legacy::Client as Pool;
use hyper_util::client::legacy::connect::HttpConnector;
use hyper_util::rt::TokioExecutor;
use platform::tokens::Keys;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Client;
use crate::edge_table;
use crate::postgres::Postgres;
use crate::product::{Apart, Product, free_port};

const TENANTS: usize = 10_000;
/// Number of tenants that are suspended one after another.
const ROUNDS: usize = 25;
/// Maximum wait for an edge.
const PATIENCE: Duration = Duration::from_secs(30);
const PASSWORD: &str = "Guildhall-2026!";
/// Limit of the delay from the API call to the edge's response (edge design, section 6).
const GATE: Duration = Duration::from_secs(1);
const GOAL: Duration = Duration::from_millis(300);

/// Runs the whole measurement; returns a section of the results.
pub async fn measure(
    binary: &Path,
    postgres: &Postgres,
    settings: &[(&'static str, String)],
    folder: &Path,
) -> Result<String> {
    let port = free_port().await?;
    let up = ["up", "--demo", "--port", &port.to_string()];
    Product::start(binary, &up, settings, port).await?.stop().await?;
    postgres.sql(include_str!("../sql/tenants.sql")).await?;
    certify(postgres, settings, folder).await?;
    let begun = Instant::now();
    let apart = Apart::start(binary, settings).await?;
    let mut staff = Client::new(&apart.edge.target, 1);
    staff.sign_in("member@demo.test", PASSWORD).await?;
    // Only now, because staff need a second factor at sign-in.
    postgres.sql("UPDATE users SET is_staff = TRUE WHERE email = 'member@demo.test'").await?;
    let token = setting(settings, "GUILDHALL_SECURITY__FEED_TOKEN")?;
    let mut table = KnownTable::whole(&apart.feed, token).await?;
    ensure!(table.certificates >= TENANTS, "only {} certificates", table.certificates);
    wait(&apart, &host(TENANTS - 1), StatusCode::OK).await?;
    let started = begun.elapsed();
    let mut rounds = Vec::with_capacity(ROUNDS);
    for number in 0..ROUNDS {
        rounds.push(round(&apart, &staff, postgres, &mut table, number * 397).await?);
    }
    let section = written(started, &rounds, apart.control().resident_mib()?);
    apart.stop().await?;
    Ok(section)
}

/// Delays of one change, from the API call.
struct FeedRoundTimes {
    answered: Duration,
    built: Duration,
    in_force: Duration,
}

async fn round(
    apart: &Apart,
    staff: &Client,
    postgres: &Postgres,
    table: &mut KnownTable,
    number: usize,
) -> Result<FeedRoundTimes> {
    let id = format!("SELECT id FROM tenants WHERE subdomain = 'tenant-{number}'");
    let id: Uuid = postgres.sql(&id).await?.parse()?;
    let path = format!("/api/control/tenants/{}/suspend", id.simple());
    let body = json!({ "reason": "measured" });
    let begun = Instant::now();
    let closing = async {
        staff.post(&path, &body).await?;
        anyhow::Ok(begun.elapsed())
    };
    let built = async {
        table.next(&apart.feed).await?;
        anyhow::Ok(begun.elapsed())
    };
    let host = host(number);
    let in_force = async {
        wait(apart, &host, StatusCode::SERVICE_UNAVAILABLE).await?;
        anyhow::Ok(begun.elapsed())
    };
    let (answered, built, in_force) = tokio::try_join!(closing, built, in_force)?;
    // Waits until the previous change has settled: the edge is storing its snapshot.
    tokio::time::sleep(Duration::from_millis(300)).await;
    Ok(FeedRoundTimes { answered, built, in_force })
}

fn host(number: usize) -> String {
    format!("tenant-{number}.localhost")
}

/// Requests a host until it returns this status.
async fn wait(apart: &Apart, host: &str, status: StatusCode) -> Result<()> {
    let pool: Pool<_, Empty<bytes::Bytes>> =
        Pool::builder(TokioExecutor::new()).build(HttpConnector::new());
    let port = apart.edge.target.port;
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        let request = Request::get(format!("http://127.0.0.1:{port}/healthz-of-a-tenant"))
            .header(header::HOST, format!("{host}:{port}"))
            .header(header::ACCEPT, "text/html")
            .body(Empty::new())?;
        let answer = pool.request(request).await?;
        let seen = answer.status();
        answer.into_body().collect().await?;
        if seen == status || (status == StatusCode::OK && seen == StatusCode::NOT_FOUND) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    bail!("{host} did not answer {status}")
}

/// The table as an edge has it, requested in the same way.
struct KnownTable {
    version: u64,
    hash: String,
    token: String,
    certificates: usize,
}

impl KnownTable {
    async fn whole(feed: &str, token: &str) -> Result<Self> {
        let token = token.to_owned();
        let mut known = Self { version: 0, hash: String::new(), token, certificates: 0 };
        let answer = known.ask(feed).await?;
        let table = &answer["whole"];
        known.version = table["version"].as_u64().context("the table has a version")?;
        known.certificates = table["certificates"].as_array().map_or(0, Vec::len);
        let table: wire::RouteTable = serde_json::from_value(table.clone())?;
        known.hash = wire::Digests::for_table(&table).hash();
        Ok(known)
    }

    /// Waits for the next change.
    async fn next(&mut self, feed: &str) -> Result<()> {
        let answer = self.ask(feed).await?;
        let changes = answer.get("changes").context("the control plane knows this table")?;
        self.version = changes["version"].as_u64().context("changes have a version")?;
        self.hash = changes["hash"].as_str().context("changes have a number")?.to_owned();
        Ok(())
    }

    async fn ask(&self, feed: &str) -> Result<Value> {
        let pool: Pool<_, Empty<bytes::Bytes>> =
            Pool::builder(TokioExecutor::new()).build(HttpConnector::new());
        let (version, hash) = (self.version, &self.hash);
        let request = Request::get(format!("{feed}/internal/routes?after={version}&hash={hash}"))
            .header(header::AUTHORIZATION, format!("Bearer {}", self.token))
            .body(Empty::new())?;
        let answer = pool.request(request).await?;
        ensure!(answer.status() == StatusCode::OK, "the feed answered {}", answer.status());
        Ok(serde_json::from_slice(&answer.into_body().collect().await?.to_bytes())?)
    }
}

fn setting<'s>(settings: &'s [(&'static str, String)], name: &str) -> Result<&'s str> {
    let found = settings.iter().find(|(known, _)| *known == name);
    found.map(|(_, value)| value.as_str()).with_context(|| format!("{name} is set"))
}

/// Creates a custom domain certificate for every tenant, with its key encrypted as in the product.
async fn certify(
    postgres: &Postgres,
    settings: &[(&'static str, String)],
    folder: &Path,
) -> Result<()> {
    let key = |name| setting(settings, name).map(str::as_bytes);
    let keys = Keys::derive(
        key("GUILDHALL_SECURITY__CONTEXT_KEY")?,
        key("GUILDHALL_SECURITY__TOKEN_KEY")?,
    );
    let table = edge_table::table(folder, TENANTS)?;
    let (mut wants, mut held) = (String::new(), String::new());
    for certificate in &table.certificates {
        let id = Uuid::new_v4();
        let place = format!("certificate/{}", id.simple());
        let sealed = keys.vault.seal(&place, certificate.key.expose().as_bytes())?;
        let host = certificate.names.first().context("a certificate has a name")?;
        wants.push_str(&format!("{host}|[\"{host}\"]|2026-01-01\n"));
        // The chain is one quoted field that contains its line breaks.
        held.push_str(&format!(
            "{id}|{host}|[\"{host}\"]|bench|'{}'|{sealed}|2026-01-01|2099-01-01|2098-01-01|2098-06-01|2026-01-01\n",
            certificate.chain
        ));
    }
    let wants_file = folder.join("wants.csv");
    let held_file = folder.join("held.csv");
    std::fs::write(&wants_file, wants)?;
    std::fs::write(&held_file, held)?;
    let copy = |what: &str, file: &Path| {
        let shape = "(FORMAT csv, DELIMITER '|', QUOTE '''')";
        format!("\\copy {what} FROM '{}' {shape}", file.display())
    };
    postgres.sql(&copy("certificate_wants (id, names, wanted_at)", &wants_file)).await?;
    let columns = "certificates (id, host, names, issuer, chain, key, not_before, not_after, \
                   renew_at, emergency_at, created_at)";
    postgres.sql(&copy(columns, &held_file)).await?;
    postgres.sql("UPDATE route_versions SET version = version + 1; ANALYZE").await.map(drop)
}

fn written(started: Duration, rounds: &[FeedRoundTimes], resident_mib: u64) -> String {
    let figure = |of: fn(&FeedRoundTimes) -> Duration| {
        let mut all: Vec<Duration> = rounds.iter().map(of).collect();
        all.sort_unstable();
        let at = |part: usize| all.get((all.len() - 1) * part / 100).copied().unwrap_or_default();
        (at(50), at(99))
    };
    let line = |what: &str, (p50, p99): (Duration, Duration)| {
        format!("| {what} | {} ms | {} ms |\n", p50.as_millis(), p99.as_millis())
    };
    let in_force = figure(|round| round.in_force);
    let met = match in_force.1 {
        worst if worst <= GOAL => "the goal of 0.3 s is met",
        worst if worst <= GATE => "the gate of 1 s is met",
        _ => "**the gate of 1 s is not met**",
    };
    let build = if cfg!(debug_assertions) { "**a debug build**" } else { "a release build" };
    format!(
        "\n## A change among {TENANTS} tenants\n\n\
         Each tenant has a certificate; PostgreSQL, Redis, a control plane, a runtime and an edge are\n\
         processes of their own on this machine, of {build}. A member of staff closes one portal after another, {ROUNDS}\n\
         times; times are from the sending of the call, which is before its commit. From an empty process to\n\
         an edge that serves: {:.1} s; memory of the control plane then: {resident_mib} MiB.\n\n\
         | until | p50 | p99 |\n|---|---|---|\n{}{}{}\n\
         By the slowest, {met}.\n",
        started.as_secs_f64(),
        line("the call is answered, so committed", figure(|round| round.answered)),
        line("the control plane has sent what changed", figure(|round| round.built)),
        line("the edge answers by it", in_force),
    )
}
