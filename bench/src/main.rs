//! Benchmarks of the product over loopback, compared with the bare database: `make bench`.
//!
//! `bench edge-table` measures an edge with ten thousand tenants, and needs no servers. `bench
//! edge-duel` compares it with nginx, HAProxy and Caddy; `bench edge-duel ROW…` prints only some of
//! its rows and stores nothing.
//!
//! Runs under `scripts/with-servers.sh`, which starts PostgreSQL and Redis. Every loop has a
//! maximum count and time.
#![expect(clippy::disallowed_methods, reason = "a tool has no scope and no settings file")]

mod argon;
mod capture;
mod client;
mod conversation;
mod duel;
mod edge_table;
mod enumeration;
mod event_writer;
mod inbox;
mod live;
mod load;
mod messages;
mod pgbench;
mod postgres;
mod product;
mod report;
mod route_feed;
mod scenarios;
#[path = "../../edge-router/tests/shared/mod.rs"]
mod shared;
mod streams;
mod world;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};

use postgres::Postgres;
use product::{Apart, Product, free_port};
use report::Row;
use world::World;

/// Same allocator as the product.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const RESULTS: &str = "bench/RESULTS.md";
/// If set, only accounts and sessions are measured, and nothing is stored.
const ONLY_ACCOUNTS: &str = "BENCH_ONLY_ACCOUNTS";
/// If set, only the delay of route changes is measured, and only its section stored.
const ONLY_FEED: &str = "BENCH_ONLY_FEED";
/// If set, only the conversation with a million posts is measured, and only its section stored.
const ONLY_CONVERSATION: &str = "BENCH_ONLY_CONVERSATION";
/// If set, only ten thousand open streams are measured, and only their section stored.
const ONLY_STREAMS: &str = "BENCH_ONLY_STREAMS";

/// If set, only messages are measured, and only their section stored.
const ONLY_MESSAGES: &str = "BENCH_ONLY_MESSAGES";
/// If set, only the inbox of support staff is measured, and only its section stored.
const ONLY_INBOX: &str = "BENCH_ONLY_INBOX";

#[tokio::main]
async fn main() -> ExitCode {
    match run().await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("bench: {error:#}\n"));
            ExitCode::FAILURE
        }
    }
}

async fn run() -> Result<()> {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let words: Vec<_> = arguments.iter().filter_map(|argument| argument.to_str()).collect();
    match words[..] {
        ["edge-table"] => {
            say(&edge_table::measure().await?);
            return Ok(());
        }
        ["edge-duel"] => {
            let section = duel::measure().await?;
            report::replace_section(RESULTS, report::EDGE, &section)?;
            say(&section);
            return Ok(());
        }
        ["edge-duel", ref rows @ ..] => {
            say(&duel::measure_only(rows).await?);
            return Ok(());
        }
        ["edge-duel-make", folder, tenants] => {
            return duel::make_files(Path::new(folder), tenants.parse()?);
        }
        ["edge-duel-slow", folder, port] => {
            say(&duel::attack(Path::new(folder), port).await?);
            return Ok(());
        }
        ["edge-duel-live", port] => return duel::serve_live(port).await,
        ["edge-duel-serve", folder, port, upstream] => {
            return duel::serve(Path::new(folder), port, upstream).await;
        }
        ["edge-table-make", folder] => return edge_table::make(Path::new(folder)),
        ["edge-table-visit", folder, address] => {
            return edge_table::visit_all(Path::new(folder), address).await;
        }
        _ => {}
    }
    let binary = arguments.first().map(PathBuf::from);
    let binary = binary.context("usage: bench PATH-OF-GUILDHALL | bench edge-table")?;
    let server = Postgres::from_environment()?;
    if std::env::var_os(ONLY_CONVERSATION).is_some() {
        return measure_conversation(&binary, &server).await;
    }
    if std::env::var_os(ONLY_STREAMS).is_some() {
        return measure_streams(&binary, &server).await;
    }
    if std::env::var_os(ONLY_MESSAGES).is_some() {
        return measure_messages(&binary, &server).await;
    }
    if std::env::var_os(ONLY_INBOX).is_some() {
        return measure_inbox(&binary, &server).await;
    }
    let postgres = server.create("bench").await?;
    let data = tempfile::tempdir().context("make a data folder")?;
    // Partial runs are printed; only complete runs are stored.
    if std::env::var_os(ONLY_ACCOUNTS).is_some() {
        say(&measure_accounts(&binary, &postgres, data.path()).await?);
        return Ok(());
    }
    if std::env::var_os(ONLY_FEED).is_some() {
        return measure_feed(&binary, &postgres, data.path()).await;
    }
    let text = measure(&binary, &postgres, data.path()).await?;
    report::replace_rest(RESULTS, &text)?;
    say(&text);
    drop(data);
    measure_conversation(&binary, &server).await?;
    measure_streams(&binary, &server).await?;
    measure_messages(&binary, &server).await?;
    measure_inbox(&binary, &server).await?;
    let (postgres, data) = (server.create("bench_feed").await?, tempfile::tempdir()?);
    measure_feed(&binary, &postgres, data.path()).await
}

async fn measure_feed(binary: &Path, postgres: &Postgres, data: &Path) -> Result<()> {
    let settings = settings(postgres, data, 0)?;
    let section = route_feed::measure(binary, postgres, &settings, data).await?;
    report::replace_section(RESULTS, report::FEED, &section)?;
    say(&section);
    Ok(())
}

async fn measure_conversation(binary: &Path, server: &Postgres) -> Result<()> {
    let section = conversation::measure(binary, server).await?;
    report::replace_section(RESULTS, report::CONVERSATION, &section)?;
    say(&section);
    Ok(())
}

async fn measure_streams(binary: &Path, server: &Postgres) -> Result<()> {
    let (postgres, data) = (server.create("bench_streams").await?, tempfile::tempdir()?);
    let section =
        streams::measure(binary, &postgres, &settings(&postgres, data.path(), 3)?).await?;
    report::replace_section(RESULTS, report::STREAMS, &section)
}

async fn measure_messages(binary: &Path, server: &Postgres) -> Result<()> {
    let section = messages::measure(binary, server).await?;
    report::replace_section(RESULTS, report::MESSAGES, &section)?;
    say(&section);
    Ok(())
}

async fn measure_inbox(binary: &Path, server: &Postgres) -> Result<()> {
    let section = inbox::measure(binary, server).await?;
    report::replace_section(RESULTS, report::INBOX, &section)?;
    say(&section);
    Ok(())
}

/// Settings of all roles of the measured instance; instances with different numbers share nothing
/// in Redis.
fn settings(postgres: &Postgres, data: &Path, number: u8) -> Result<Vec<(&'static str, String)>> {
    let redis = std::env::var("GUILDHALL_TEST_REDIS").context("GUILDHALL_TEST_REDIS is not set")?;
    let key = |name: &str| format!("{name}-of-an-instance-that-is-measured-and-thrown-away");
    Ok(vec![
        ("GUILDHALL_DATABASE__URL", postgres.url.clone()),
        // The staff account that suspends portals has only a password.
        ("GUILDHALL_AUTH__SECOND_FACTOR_FOR_ADMINS", "false".to_owned()),
        ("GUILDHALL_REDIS__URL", format!("{}/{number}", redis.trim_end_matches('/'))),
        ("GUILDHALL_DATA_DIR", data.display().to_string()),
        ("GUILDHALL_BLOB__URL", data.join("pictures").display().to_string()),
        // No measured action sends email, so no mail server is needed.
        ("GUILDHALL_MAIL__SMTP_URL", "smtp://127.0.0.1:9".to_owned()),
        ("GUILDHALL_SECURITY__CONTEXT_KEY", key("context")),
        ("GUILDHALL_SECURITY__FEED_TOKEN", key("feed")),
        ("GUILDHALL_SECURITY__TOKEN_KEY", key("token")),
    ])
}

/// A running product with the benchmark data, its signed-in members, and the rows measured so far.
struct Begun {
    product: Product,
    world: Arc<World>,
    rows: Vec<Row>,
}

async fn begin(
    binary: &Path,
    postgres: &Postgres,
    settings: &[(&'static str, String)],
) -> Result<Begun> {
    let port = free_port().await?;
    let up = ["up", "--demo", "--port", &port.to_string()];
    let product = Product::start(binary, &up, settings, port).await?;
    world::people(postgres).await?;
    let signed_in = scenarios::sign_in(postgres, &product).await?;
    let world = Arc::new(World::explore(signed_in.members).await?);
    let rows = vec![
        signed_in.row,
        scenarios::session_check(postgres, &product, &world).await?,
        scenarios::me(postgres, &product, &world).await?,
    ];
    Ok(Begun { product, world, rows })
}

async fn measure_accounts(binary: &Path, postgres: &Postgres, data: &Path) -> Result<String> {
    let settings = settings(postgres, data, 0)?;
    let Begun { product, rows, .. } = begin(binary, postgres, &settings).await?;
    product.stop().await?;
    let told = without_worker(binary, postgres, &settings).await?;
    Ok(report::markdown(&machine(), &rows, None, &told))
}

async fn measure(binary: &Path, postgres: &Postgres, data: &Path) -> Result<String> {
    let settings = settings(postgres, data, 0)?;
    let Begun { product, world, mut rows } = begin(binary, postgres, &settings).await?;
    rows.push(scenarios::create_post(postgres, &product, &world).await?);
    rows.push(scenarios::thread_page(postgres, &product, &world).await?);
    rows.push(scenarios::list_communities(postgres, &product, &world).await?);
    rows.push(scenarios::static_file(&product, &world).await?);
    let apart = Apart::start(binary, &settings).await?;
    rows.push(scenarios::proxied(&apart.edge, &product).await?);
    apart.stop().await?;
    let fan_out = live::fan_out(&world, 1, || product.resident_mib()).await?;
    world::crowd(postgres).await?;
    rows.push(scenarios::directory_page(postgres, &product, &world).await?);
    rows.push(scenarios::directory_search(postgres, &product, &world).await?);
    product.stop().await?;
    // Last, because it makes the known addresses unverified.
    let told = without_worker(binary, postgres, &settings).await?;
    Ok(report::markdown(&machine(), &rows, Some(&fan_out), &told))
}

/// Requests known and unknown addresses while no worker runs. Otherwise jobs of one request, such
/// as an email, would use the two cores during the next one and distort its time.
async fn without_worker(
    binary: &Path,
    postgres: &Postgres,
    settings: &[(&'static str, String)],
) -> Result<Vec<enumeration::EnumerationResult>> {
    let apart = Apart::start(binary, settings).await?;
    let told = enumeration::ask(postgres, &apart.edge.target).await?;
    apart.stop().await?;
    Ok(told)
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name\t: "));
    format!("{cores} cores, {}.", model.unwrap_or("unknown processor"))
}

pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    drop(out.write_all(text.as_bytes()).and_then(|()| out.flush()));
}
