//! Benchmark data: the demo network, with a thousand more members.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::client::{Client, Target};
use crate::load::{Amount, Measurement};
use crate::postgres::Postgres;

pub const MEMBERS: usize = 1000;
pub const PASSWORD: &str = "Guildhall-2026!";

/// Subjects of the requests.
#[derive(Debug)]
pub struct World {
    pub members: Vec<Client>,
    pub community: String,
    pub threads: Vec<String>,
}

pub async fn people(postgres: &Postgres) -> Result<()> {
    postgres.sql(include_str!("../sql/people.sql")).await.map(drop)
}

/// Fills the directory. Last, because no other scenario needs that many people.
pub async fn crowd(postgres: &Postgres) -> Result<()> {
    postgres.sql(include_str!("../sql/crowd.sql")).await.map(drop)
}

/// Creates two hundred communities with the additional members.
pub async fn communities(postgres: &Postgres) -> Result<()> {
    postgres.sql(include_str!("../sql/communities.sql")).await.map(drop)
}

/// Replaces the posts in them by `posts` new ones.
pub async fn conversation(postgres: &Postgres, posts: usize) -> Result<()> {
    let made = include_str!("../sql/conversation.sql");
    postgres.sql(&format!("SET bench.posts = {posts};\n{made}")).await?;
    // Same state as after any large import.
    postgres.sql("VACUUM ANALYZE").await.map(drop)
}

/// Replaces the messages by `messages` new ones in two thousand conversations.
pub async fn messages(postgres: &Postgres, messages: usize) -> Result<()> {
    let made = include_str!("../sql/messages.sql");
    postgres.sql(&format!("SET bench.messages = {messages};\n{made}")).await?;
    postgres.sql("VACUUM ANALYZE").await.map(drop)
}

/// Replaces the support tickets by `tickets` new ones.
pub async fn tickets(postgres: &Postgres, tickets: usize) -> Result<()> {
    let made = include_str!("../sql/tickets.sql");
    postgres.sql(&format!("SET bench.tickets = {tickets};\n{made}")).await?;
    postgres.sql("VACUUM ANALYZE").await.map(drop)
}

pub fn address(number: usize) -> String {
    format!("bench{}@demo.test", number % MEMBERS + 1)
}

/// Signs all members in; this is also a measurement.
pub async fn sign_in_all(target: &Target) -> Result<(Vec<Client>, Measurement)> {
    let amount = Amount { callers: 4, requests: MEMBERS, at_most: Duration::from_secs(240) };
    let signed_in = Arc::new(std::sync::Mutex::new(Vec::with_capacity(MEMBERS)));
    let (kept, target) = (Arc::clone(&signed_in), target.clone());
    let measured = crate::load::run(amount, move |number| {
        let (kept, target) = (Arc::clone(&kept), target.clone());
        async move {
            let mut client = Client::new(&target, u32::try_from(number)?);
            client.sign_in(&address(number), PASSWORD).await?;
            kept.lock().map_err(|_| anyhow::anyhow!("a client failed"))?.push(client);
            Ok(())
        }
    })
    .await?;
    let members = signed_in.lock().map_err(|_| anyhow::anyhow!("a client failed"))?.clone();
    Ok((members, measured))
}

impl World {
    /// Finds the community with the most posts, and its threads.
    pub async fn explore(members: Vec<Client>) -> Result<Self> {
        let one = members.first().context("somebody signed in")?;
        let mine = list(one, "/api/communities?scope=mine&limit=20").await?;
        let open = mine.iter().filter(|community| community["status"] == "active");
        let liveliest = open.max_by_key(|community| community["totalPosts"].as_u64());
        let community = id(liveliest.context("a member has a community")?)?;
        let threads = list(one, &format!("/api/communities/{community}/threads")).await?;
        let threads = threads.iter().map(id).collect::<Result<Vec<_>>>()?;
        anyhow::ensure!(!threads.is_empty(), "the community has threads");
        Ok(Self { members, community, threads })
    }

    pub fn member(&self, number: usize) -> Result<&Client> {
        self.members.get(number % self.members.len()).context("there are members")
    }

    pub fn posts_path(&self, number: usize) -> Result<String> {
        let thread = self.threads.get(number % self.threads.len()).context("there are threads")?;
        Ok(format!("/api/communities/{}/threads/{thread}/posts", self.community))
    }

    pub async fn post(&self, member: usize, thread: usize, words: &str) -> Result<String> {
        let body = json!({ "content": words });
        let made = self.member(member)?.post(&self.posts_path(thread)?, &body).await?;
        id(&made)
    }
}

async fn list(client: &Client, path: &str) -> Result<Vec<Value>> {
    let answer: Value = serde_json::from_slice(&client.get(path).await?)?;
    answer["items"].as_array().cloned().with_context(|| format!("{path} answers a list"))
}

fn id(item: &Value) -> Result<String> {
    item["id"].as_str().map(str::to_owned).context("a resource has an id")
}
