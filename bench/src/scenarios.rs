//! Measured scenarios, one function each. Every scenario prints its name, runs its loop, counts the
//! queries, and then runs the SQL of one request without the product.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::json;

use crate::capture::{Script, script};
use crate::client::Client;
use crate::load::{Amount, Measurement};
use crate::postgres::Postgres;
use crate::product::Product;
use crate::report::Row;
use crate::world::{self, World};
use crate::{argon, load, pgbench, say};

pub const CALLERS: usize = 16;
/// Duration of the run with bare SQL.
const LIMIT: Duration = Duration::from_secs(8);
const DIRECTORY_SORTS: [&str; 4] = ["nameAsc", "nameDesc", "recent", "followersDesc"];
/// A frequent name, three terms that few people share, and a unique name.
const SOUGHT: [&str; 3] = ["ada", "nurse%20york%20cleo", "ngijok"];
const AT_MOST: Duration = Duration::from_secs(20);

/// Result of signing in: a thousand signed-in members.
#[derive(Debug)]
pub struct SignedIn {
    pub row: Row,
    pub members: Vec<Client>,
}

pub async fn sign_in(postgres: &Postgres, product: &Product) -> Result<SignedIn> {
    say("sign in\n");
    postgres.forget().await?;
    let (members, measured) = world::sign_in_all(&product.target).await?;
    let queries = postgres.executed().await? / members.len() as f64;
    let resident_mib = product.resident_mib()?;
    let limit = Some(argon::alone().await?);
    let name = "sign in; its limit is Argon2id alone";
    Ok(SignedIn {
        row: Row { name, measured, queries: Some(queries), resident_mib, limit },
        members,
    })
}

/// Session check of a page that comes to the front.
pub async fn session_check(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
) -> Result<Row> {
    // The limit is ten session checks a minute, and the bare run uses two.
    let requests = world.members.len() * 7;
    let check = |world: Arc<World>, number: usize| async move {
        world.member(number)?.post("/api/usersCheckAuthStatus", &json!({})).await.map(drop)
    };
    let row = Scenario::new("check a session", requests, check);
    row.run(postgres, product, world).await
}

/// First request of every page.
pub async fn me(postgres: &Postgres, product: &Product, world: &Arc<World>) -> Result<Row> {
    let read = |world: Arc<World>, number: usize| async move {
        world.member(number)?.get("/api/me").await.map(drop)
    };
    let row = Scenario::new("read the viewer (`/api/me`)", 20_000, read);
    row.run(postgres, product, world).await
}

pub async fn create_post(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
) -> Result<Row> {
    // Two posts per member, below the rate limit.
    let requests = world.members.len() * 2;
    let post = |world: Arc<World>, number: usize| async move {
        let words = format!("The tide was out as far as the old pier, number {number}.");
        world.post(number, number / world.members.len(), &words).await.map(drop)
    };
    let row = Scenario::new("create a post", requests, post);
    row.run(postgres, product, world).await
}

pub async fn thread_page(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
) -> Result<Row> {
    let read = |world: Arc<World>, number: usize| async move {
        let path = format!("{}?limit=50", world.posts_path(0)?);
        world.member(number)?.get(&path).await.map(drop)
    };
    let row = Scenario::new("read a thread page of 50 posts", 20_000, read);
    row.run(postgres, product, world).await
}

pub async fn list_communities(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
) -> Result<Row> {
    let list = |world: Arc<World>, number: usize| async move {
        world.member(number)?.get("/api/communities?scope=mine").await.map(drop)
    };
    let row = Scenario::new("list my communities", 20_000, list);
    row.run(postgres, product, world).await
}

/// Directory pages: every sort order in turn, half of them filtered by profession.
pub async fn directory_page(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
) -> Result<Row> {
    let read = |world: Arc<World>, number: usize| async move {
        let sort = DIRECTORY_SORTS[number % DIRECTORY_SORTS.len()];
        let trade = if number.is_multiple_of(2) { "all" } else { "engineer" };
        let path = format!("/api/directory?sort={sort}&industry={trade}");
        world.member(number)?.get(&path).await.map(drop)
    };
    let name = "read a directory page over 100,000 people";
    let row = Scenario::new(name, 20_000, read);
    row.run(postgres, product, world).await
}

/// Directory searches with frequent, rare and unique words.
pub async fn directory_search(
    postgres: &Postgres,
    product: &Product,
    world: &Arc<World>,
) -> Result<Row> {
    let read = |world: Arc<World>, number: usize| async move {
        let path = format!("/api/directory?q={}", SOUGHT[number % SOUGHT.len()]);
        world.member(number)?.get(&path).await.map(drop)
    };
    let name = "find people by words among 100,000";
    let row = Scenario::new(name, 20_000, read);
    row.run(postgres, product, world).await
}

/// The edge alone: a hashed file from memory, without a database.
pub async fn static_file(product: &Product, world: &Arc<World>) -> Result<Row> {
    say("a static file\n");
    let page = world.member(0)?.get("/login").await?;
    let page = String::from_utf8_lossy(&page).into_owned();
    let script = page.split('"').find(|word| word.starts_with("/assets/") && word.ends_with(".js"));
    let path: Arc<str> = Arc::from(script.context("the page names a script")?);
    let amount = Amount { callers: CALLERS, requests: 20_000, at_most: AT_MOST };
    let world = Arc::clone(world);
    let measured = load::run(amount, move |number| {
        let (world, path) = (Arc::clone(&world), Arc::clone(&path));
        async move { world.member(number % CALLERS)?.get(&path).await.map(drop) }
    })
    .await?;
    let resident_mib = product.resident_mib()?;
    Ok(Row {
        name: "a static file from the edge",
        measured,
        queries: None,
        resident_mib,
        limit: None,
    })
}

/// A request forwarded from a separate edge to a separate runtime; its limit is the same request
/// within one process.
pub async fn proxied(apart: &Product, product: &Product) -> Result<Row> {
    say("a call through a separate edge\n");
    let limit = Some(legal_text(product).await?);
    let measured = legal_text(apart).await?;
    let resident_mib = apart.resident_mib()?;
    Ok(Row { name: "a call proxied by the edge", measured, queries: None, resident_mib, limit })
}

async fn legal_text(product: &Product) -> Result<Measurement> {
    let amount = Amount { callers: CALLERS, requests: 20_000, at_most: AT_MOST };
    // Each from its own network, because an edge limits the requests of a single one.
    let clients: Arc<[_]> =
        (80_001_u32..).take(CALLERS).map(|number| Client::new(&product.target, number)).collect();
    load::run(amount, move |number| {
        let client = clients[number % CALLERS].clone();
        async move { client.get("/api/legal/terms-of-service").await.map(drop) }
    })
    .await
}

/// A request that uses the database.
#[derive(Debug)]
pub struct Scenario<F> {
    name: &'static str,
    requests: usize,
    once: F,
}

impl<F, Fut> Scenario<F>
where
    F: Fn(Arc<World>, usize) -> Fut + Clone + Send + Sync + 'static,
    Fut: Future<Output = Result<()>> + Send,
{
    pub const fn new(name: &'static str, requests: usize, once: F) -> Self {
        Self { name, requests, once }
    }

    /// Measures the requests, then their SQL without the product.
    pub async fn run(
        self,
        postgres: &Postgres,
        product: &Product,
        world: &Arc<World>,
    ) -> Result<Row> {
        say(&format!("{}\n", self.name));
        let Self { name, requests, once } = self;
        let amount = Amount { callers: CALLERS, requests, at_most: AT_MOST };
        postgres.forget().await?;
        let (callers, asked) = (Arc::clone(world), once.clone());
        let measured = load::run(amount, move |number| asked(Arc::clone(&callers), number)).await?;
        let queries = Some(postgres.executed().await? / measured.made as f64);
        let (one, other) = (once(Arc::clone(world), 0), once(Arc::clone(world), 0));
        let script = overheard(postgres, one, other).await?;
        let limit = Some(pgbench::run(postgres, &script, CALLERS, LIMIT).await?);
        Ok(Row { name, measured, queries, resident_mib: product.resident_mib()?, limit })
    }
}

/// SQL of a request, derived from two captured ones.
pub async fn overheard(
    postgres: &Postgres,
    one: impl Future<Output = Result<()>>,
    other: impl Future<Output = Result<()>>,
) -> Result<Script> {
    let first = postgres.overhear(one).await?;
    let second = postgres.overhear(other).await?;
    Ok(script(&first, &second))
}
