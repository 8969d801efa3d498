//! Messages: two thousand conversations with a million messages, each member with four of them. The
//! requests are compared with the same SQL by pgbench.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result};
use serde_json::json;

use crate::postgres::Postgres;
use crate::product::{Product, free_port};
use crate::report::{self, Row};
use crate::scenarios::Scenario;
use crate::world::{self, World};
use crate::{say, settings};

/// Messages in the database; `BENCH_MESSAGES` overrides it.
const MESSAGES: usize = 1_000_000;
/// Share of the limit that reads and the write must reach.
const READ_GOAL: f64 = 0.5;
const WRITE_GOAL: f64 = 0.4;

/// Runs the whole measurement; returns a section of the results.
pub async fn measure(binary: &Path, server: &Postgres) -> Result<String> {
    let messages = match std::env::var("BENCH_MESSAGES") {
        Ok(number) => number.parse().context("BENCH_MESSAGES is a number")?,
        Err(_) => MESSAGES,
    };
    let postgres = server.create("bench_messages").await?;
    let data = tempfile::tempdir().context("make a data folder")?;
    let port = free_port().await?;
    let up = ["up", "--demo", "--port", &port.to_string()];
    let settings = settings(&postgres, data.path(), 0)?;
    let product = Product::start(binary, &up, &settings, port).await?;
    world::people(&postgres).await?;
    say(&format!("{messages} messages\n"));
    world::messages(&postgres, messages).await?;
    let (members, _) = world::sign_in_all(&product.target).await?;
    postgres.sql("DELETE FROM jobs WHERE kind = 'mail'").await?;
    let world = Arc::new(World::explore(members).await?);
    let conversations = first_conversations(&world).await?;
    let rows = [
        (list_conversations(&postgres, &product, &world).await?, READ_GOAL),
        (read_messages(&postgres, &product, &world, &conversations).await?, READ_GOAL),
        (search_messages(&postgres, &product, &world).await?, READ_GOAL),
        // Last, because it changes the content.
        (send_message(&postgres, &product, &world, &conversations).await?, WRITE_GOAL),
    ];
    product.stop().await?;
    Ok(section(messages, &rows))
}

/// The newest conversation of each member.
async fn first_conversations(world: &Arc<World>) -> Result<Arc<[String]>> {
    let mut ids = Vec::with_capacity(world.members.len());
    for number in 0..world.members.len() {
        let page = world.member(number)?.get("/api/conversations?limit=1").await?;
        let page: serde_json::Value = serde_json::from_slice(&page)?;
        let id = page["items"][0]["id"].as_str().context("a member has a conversation")?;
        ids.push(id.to_owned());
    }
    Ok(ids.into())
}

async fn list_conversations(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
) -> Result<Row> {
    let list = |world: Arc<World>, number: usize| async move {
        world.member(number)?.get("/api/conversations").await.map(drop)
    };
    let row = Scenario::new("list my conversations", 20_000, list);
    row.run(postgres, product, world).await
}

async fn read_messages(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
    conversations: &Arc<[String]>,
) -> Result<Row> {
    let conversations = Arc::clone(conversations);
    let read = move |world: Arc<World>, number: usize| {
        let conversations = Arc::clone(&conversations);
        async move {
            let id = &conversations[number % conversations.len()];
            let path = format!("/api/conversations/{id}/messages?limit=50");
            world.member(number)?.get(&path).await.map(drop)
        }
    };
    let row = Scenario::new("read the newest 50 messages", 20_000, read);
    row.run(postgres, product, world).await
}

async fn search_messages(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
) -> Result<Row> {
    let search = |world: Arc<World>, number: usize| async move {
        // Every message has the word; each member searches among two thousand.
        world.member(number)?.get("/api/conversations/search?q=pier").await.map(drop)
    };
    let row = Scenario::new("search my messages for a word of all", 5_000, search);
    row.run(postgres, product, world).await
}

async fn send_message(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
    conversations: &Arc<[String]>,
) -> Result<Row> {
    // Ten messages per member, below the rate limit.
    let requests = world.members.len() * 10;
    let conversations = Arc::clone(conversations);
    let send = move |world: Arc<World>, number: usize| {
        let conversations = Arc::clone(&conversations);
        async move {
            let id = &conversations[number % conversations.len()];
            let path = format!("/api/conversations/{id}/messages");
            let content = format!("The tide was out as far as the old pier, number {number}.");
            let body = json!({ "content": content });
            world.member(number)?.post(&path, &body).await.map(drop)
        }
    };
    let row = Scenario::new("send a message", requests, send);
    row.run(postgres, product, world).await
}

fn section(messages: usize, rows: &[(Row, f64)]) -> String {
    let mut text = format!(
        "{} {messages}\n\n\
         Two thousand conversations of two people among a thousand members. The limit is the same SQL by\n\
         pgbench, as above.\n\n\
         | what | of the limit | goal | req/s | p50 | p99 | queries per request | limit req/s |\n\
         |---|---|---|---|---|---|---|---|\n",
        report::MESSAGES,
    );
    for (row, goal) in rows {
        let limit = row.limit.as_ref().map_or(f64::EPSILON, |limit| limit.per_second);
        text += &format!(
            "| {} | {:.2} | {goal} | {:.0} | {} | {} | {:.1} | {limit:.0} |\n",
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
