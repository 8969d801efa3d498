//! What is asked, once for each measurement.

use super::place::Place;
use crate::postgres::Postgres;
use crate::product::Product;
use crate::report::Row;
use crate::scenarios::Scenario;
use crate::world::World;
use anyhow::Result;
use std::sync::Arc;
use std::time::Duration;

/// Requests of a row, if it takes no longer than this.
const REQUESTS: usize = 20_000;
const AT_MOST: Duration = Duration::from_secs(5);
/// What a row is called that writes.
pub const WRITES: &str = "create a post";

/// A page that somebody looks at.
struct Look {
    name: &'static str,
    path: Arc<str>,
}

/// The word that about four hundred posts and forty Insights have, by its place among the words that the
/// world's SQL makes: what answers is as long however much was said, and what it costs may be compared.
#[derive(Debug, Clone, Copy)]
pub enum Rare {
    Among10Thousand = 2,
    AmongAMillion = 19_000,
}

/// A word that one in ten posts has, another, and a rare one: as the world's SQL makes them.
fn sought_sql(rare: Rare) -> String {
    format!(
        "SELECT string_agg(substr(translate(md5('word' || n), '0123456789', 'ghijklmnop'), 1, 5), \
         '|' ORDER BY n) FROM unnest(ARRAY[0, 1, {}]) AS n",
        rare as u32
    )
}

/// Of a community's threads so many are listed as there are among the first ten thousand posts too.
async fn looks(postgres: &Postgres, place: &Place, rare: Rare) -> Result<Vec<Look>> {
    let sought = postgres.sql(&sought_sql(rare)).await?;
    let sought: Vec<&str> = sought.split('|').collect();
    let [common, other, rare] = sought[..] else { anyhow::bail!("there are three words") };
    let community = &place.world.community;
    let all = [
        ("read the newest 50 posts of the longest thread", place.newest.clone()),
        ("read 50 posts in its middle", place.middle.clone()),
        ("list a community's threads", format!("/api/communities/{community}/threads?limit=30")),
        ("list my communities", "/api/communities?scope=mine".to_owned()),
        ("list communities to discover", "/api/communities?scope=discover".to_owned()),
        ("read the feed of home", "/api/feed".to_owned()),
        ("list Insights of a community", format!("/api/communities/{community}/articles")),
        ("search posts for a word of every tenth", format!("/api/search?type=posts&q={common}")),
        ("search posts for two such words", format!("/api/search?type=posts&q={common}%20{other}")),
        ("search posts for a word of four hundred", format!("/api/search?type=posts&q={rare}")),
        ("search Insights for a word of forty", format!("/api/search?type=articles&q={rare}")),
        ("search communities", "/api/search?type=communities&q=bridges".to_owned()),
        ("search people", "/api/search?type=people&q=ada".to_owned()),
        ("search everything, as ⌘K does", format!("/api/search?q={rare}")),
    ];
    Ok(all.into_iter().map(|(name, path)| Look { name, path: Arc::from(path) }).collect())
}

/// Every row without its limit, among the first ten thousand posts.
pub async fn alone(postgres: &Postgres, product: &Product, place: &Place) -> Result<Vec<Row>> {
    rows(postgres, product, place, Rare::Among10Thousand, false).await
}

/// Every row with its limit, among a million posts.
pub async fn beside_their_limits(
    postgres: &Postgres,
    product: &Product,
    place: &Place,
) -> Result<Vec<Row>> {
    rows(postgres, product, place, Rare::AmongAMillion, true).await
}

async fn rows(
    postgres: &Postgres,
    product: &Product,
    place: &Place,
    rare: Rare,
    limited: bool,
) -> Result<Vec<Row>> {
    let mut rows = Vec::new();
    for Look { name, path } in looks(postgres, place, rare).await? {
        let read = move |world: Arc<World>, number: usize| {
            let path = Arc::clone(&path);
            async move { world.member(number)?.get(&path).await.map(drop) }
        };
        let row = Scenario { name, requests: REQUESTS, at_most: AT_MOST, limited, once: read };
        rows.push(row.run(postgres, product, &place.world).await?);
    }
    // Last, because it changes what was said; two a member are less than a minute allows.
    let requests = place.world.members.len() * 2;
    let write = |world: Arc<World>, number: usize| async move {
        let words = format!("The tide was out as far as the old pier, number {number}.");
        world.post(number, 0, &words).await.map(drop)
    };
    let row = Scenario { name: WRITES, requests, at_most: AT_MOST, limited, once: write };
    rows.push(row.run(postgres, product, &place.world).await?);
    Ok(rows)
}
