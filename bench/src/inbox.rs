//! The inbox of support staff among two hundred thousand tickets. The requests are compared with the
//! same SQL by pgbench.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};

use crate::client::Client;
use crate::postgres::Postgres;
use crate::product::{Product, free_port};
use crate::report::{self, Row};
use crate::scenarios::Scenario;
use crate::world::{self, World};
use crate::{say, settings};

/// Tickets in the database; `BENCH_TICKETS` overrides it.
const TICKETS: usize = 200_000;
/// Share of the limit that each request must reach.
const GOAL: f64 = 0.5;
/// Clients that are signed in as staff.
const STAFF: u32 = 16;

/// Runs the whole measurement; returns a section of the results.
pub async fn measure(binary: &Path, server: &Postgres) -> Result<String> {
    let tickets = match std::env::var("BENCH_TICKETS") {
        Ok(number) => number.parse().context("BENCH_TICKETS is a number")?,
        Err(_) => TICKETS,
    };
    let postgres = server.create("bench_inbox").await?;
    let data = tempfile::tempdir().context("make a data folder")?;
    let port = free_port().await?;
    let up = ["up", "--demo", "--port", &port.to_string()];
    let settings = settings(&postgres, data.path(), 0)?;
    let product = Product::start(binary, &up, &settings, port).await?;
    world::people(&postgres).await?;
    say(&format!("{tickets} tickets\n"));
    world::tickets(&postgres, tickets).await?;
    let mut members = Vec::new();
    for number in 0..STAFF {
        let mut staff = Client::new(&product.target, number);
        staff.sign_in("staff@demo.test", world::PASSWORD).await?;
        members.push(staff);
    }
    let world = Arc::new(World { members, community: String::new(), threads: Vec::new() });
    let requests = [
        ("list the newest tickets", 10_000, "tickets"),
        (
            "filter by status, priority and category",
            10_000,
            "tickets?status=open,in_progress&priority=high,urgent&category=technical,account",
        ),
        ("filter by assignee", 10_000, "tickets?assignedToId=none&status=open"),
        ("search for a word of few tickets", 200, "tickets?q=1999 about"),
        ("search for a short id", 200, "tickets?q=%23ABCDEF"),
        ("statistics of 30 days", 200, "stats"),
    ];
    let mut rows = Vec::new();
    for (name, count, path) in requests {
        let path = format!("/api/staff/support/{}", path.replace(' ', "%20"));
        rows.push(measure_request(&postgres, &product, &world, (name, count, path)).await?);
    }
    product.stop().await?;
    Ok(section(tickets, &rows))
}

async fn measure_request(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
    (name, requests, path): (&'static str, usize, String),
) -> Result<Row> {
    let read = move |world: Arc<World>, number: usize| {
        let path = path.clone();
        async move { world.member(number)?.get(&path).await.map(drop) }
    };
    Scenario::new(name, requests, read).run(postgres, product, world).await
}

fn section(tickets: usize, rows: &[Row]) -> String {
    let mut text = format!(
        "{} {tickets}\n\n\
         Tickets of a thousand members over two years, one in fifty not finished. The limit is the same SQL\n\
         by pgbench, as above.\n\n\
         | what | of the limit | goal | req/s | p50 | p99 | queries per request | limit req/s |\n\
         |---|---|---|---|---|---|---|---|\n",
        report::INBOX,
    );
    for row in rows {
        let limit = row.limit.as_ref().map_or(f64::EPSILON, |limit| limit.per_second);
        text += &format!(
            "| {} | {:.2} | {GOAL} | {:.0} | {} | {} | {:.1} | {limit:.0} |\n",
            row.name,
            row.measured.per_second / limit,
            row.measured.per_second,
            report::format_duration(row.measured.p50),
            report::format_duration(row.measured.p99),
            row.queries.unwrap_or_default(),
        );
    }
    text
}
