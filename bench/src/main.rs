//! Measures the product over loopback, beside the bare database: `make bench`.
//!
//! Runs under `scripts/with-servers.sh`, which brings PostgreSQL and Redis. Every loop is bounded
//! by a count and a time.

mod capture;
mod client;
mod live;
mod load;
mod pgbench;
mod postgres;
mod product;
mod report;
mod scenarios;
mod world;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result};

use postgres::Postgres;
use product::{Product, free_port};
use world::World;

const RESULTS: &str = "bench/RESULTS.md";

#[tokio::main]
async fn main() -> Result<()> {
    let binary = std::env::args_os().nth(1).map(PathBuf::from);
    let binary = binary.context("usage: bench PATH-OF-GUILDHALL")?;
    let server = Postgres::from_environment()?;
    let postgres = server.create("bench").await?;
    let data = tempfile::tempdir().context("make a data folder")?;
    let product = start(&binary, &postgres, data.path()).await?;
    world::people(&postgres).await?;

    let measured = measure(&postgres, &product).await;
    product.stop().await?;
    let text = measured?;
    std::fs::write(RESULTS, &text).context("write the results")?;
    say(&text);
    Ok(())
}

async fn start(binary: &Path, postgres: &Postgres, data: &Path) -> Result<Product> {
    let redis = std::env::var("GUILDHALL_TEST_REDIS").context("GUILDHALL_TEST_REDIS is not set")?;
    let settings = [
        ("GUILDHALL_DATABASE__URL", postgres.url.clone()),
        ("GUILDHALL_REDIS__URL", redis),
        ("GUILDHALL_DATA_DIR", data.display().to_string()),
    ];
    let port = free_port().await?;
    let words = ["up", "--demo", "--port", &port.to_string()];
    Product::start(binary, &words, &settings, port).await
}

async fn measure(postgres: &Postgres, product: &Product) -> Result<String> {
    let mut rows = Vec::new();
    let signed_in = scenarios::sign_in(postgres, product).await?;
    rows.push(signed_in.row);
    let world = Arc::new(World::explore(signed_in.members).await?);
    rows.push(scenarios::create_post(postgres, product, &world).await?);
    rows.push(scenarios::thread_page(postgres, product, &world).await?);
    rows.push(scenarios::list_communities(postgres, product, &world).await?);
    rows.push(scenarios::static_file(product, &world).await?);
    let fan_out = live::fan_out(&world, || product.resident_mib()).await?;
    Ok(report::markdown(&machine(), &rows, Some(&fan_out)))
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
