//! Requests sent to both instances alternately, with the bare SQL of the large instance in between.

use super::house::House;
use crate::capture::Script;
use crate::load::{self, Amount, Measurement};
use crate::scenarios::{CALLERS, overheard};
use crate::world::World;
use crate::{pgbench, say};
use anyhow::Result;
use std::sync::Arc;
use std::time::Duration;

/// Rounds of a row; the median of each instance is reported.
const TURNS: usize = 3;
/// Maximum requests of a round, unless the time limit comes first.
const REQUESTS: usize = 20_000;
const AT_MOST: Duration = Duration::from_secs(3);

/// Row whose responses differ in length between the instances.
const SELDOM_TOGETHER: &str = "search posts for two words of every tenth";

/// A page to measure.
struct Look {
    name: &'static str,
    path: Arc<str>,
    /// The response has the same length in both instances.
    comparable: bool,
}

/// Result of a row.
#[derive(Debug)]
pub struct ScenarioComparison {
    pub name: &'static str,
    /// A read, which may have to reach its limit.
    pub reads: bool,
    /// The responses have the same length in both instances, so the costs are comparable.
    pub comparable: bool,
    pub queries: f64,
    pub few: Measurement,
    pub many: Measurement,
    pub limit: Measurement,
}

/// A rare word that occurs in about four hundred posts and forty Insights, by its index in the
/// generated vocabulary. The response has the same length independent of the number of posts, so
/// the costs are comparable.
#[derive(Debug, Clone, Copy)]
pub enum Rare {
    Among10Thousand = 2,
    AmongAMillion = 19_000,
}

/// SQL that selects two words that one in ten posts contains, and a rare one, from the generated
/// vocabulary.
fn sought_sql(rare: Rare) -> String {
    format!(
        "SELECT string_agg(substr(translate(md5('word' || n), '0123456789', 'ghijklmnop'), 1, 5), \
         '|' ORDER BY n) FROM unnest(ARRAY[0, 1, {}]) AS n",
        rare as u32
    )
}

/// The number of listed threads is the same in both instances. Every post contains "number". A
/// query with two of the frequent words has a handful of results among ten thousand posts, and more
/// than a page of twenty among a million.
async fn looks(house: &House, rare: Rare) -> Result<Vec<Look>> {
    let sought = house.postgres.sql(&sought_sql(rare)).await?;
    let sought: Vec<&str> = sought.split('|').collect();
    let [common, other, rare] = sought[..] else { anyhow::bail!("there are three words") };
    let place = &house.place;
    let community = &place.world.community;
    let posts = |words: &str| format!("/api/search?type=posts&q={words}");
    let all = [
        ("read the newest 50 posts of the longest thread", place.newest.clone()),
        ("read 50 posts in its middle", place.middle.clone()),
        ("list a community's threads", format!("/api/communities/{community}/threads?limit=30")),
        ("list my communities", "/api/communities?scope=mine".to_owned()),
        ("list communities to discover", "/api/communities?scope=discover".to_owned()),
        ("read the feed of home", "/api/feed".to_owned()),
        ("list Insights of a community", format!("/api/communities/{community}/articles")),
        ("search posts for a word of every tenth", posts(common)),
        ("search posts for such a word and one of all", posts(&format!("{common}%20number"))),
        (SELDOM_TOGETHER, posts(&format!("{common}%20{other}"))),
        ("search posts for a word of four hundred", posts(rare)),
        ("search Insights for a word of forty", format!("/api/search?type=articles&q={rare}")),
        ("search communities", "/api/search?type=communities&q=bridges".to_owned()),
        ("search people", "/api/search?type=people&q=ada".to_owned()),
        ("search everything, as ⌘K does", format!("/api/search?q={rare}")),
    ];
    let look =
        |(name, path)| Look { name, path: Arc::from(path), comparable: name != SELDOM_TOGETHER };
    Ok(all.into_iter().map(look).collect())
}

/// Measures all rows.
pub async fn all(few: House, many: &House) -> Result<Vec<ScenarioComparison>> {
    let looks = looks(&few, Rare::Among10Thousand)
        .await?
        .into_iter()
        .zip(looks(many, Rare::AmongAMillion).await?);
    let mut rows = Vec::new();
    for (of_few, of_many) in looks {
        say(&format!("{}\n", of_many.name));
        rows.push(read(&few, many, &of_few.path, of_many).await?);
    }
    // Last, because it changes the content.
    say("create a post\n");
    rows.push(write(few, many).await?);
    Ok(rows)
}

async fn read(
    few: &House,
    many: &House,
    path: &Arc<str>,
    look: Look,
) -> Result<ScenarioComparison> {
    let Look { name, path: other, comparable } = look;
    let get = |path: &Arc<str>| {
        let path = Arc::clone(path);
        move |world: Arc<World>, number: usize| {
            let path = Arc::clone(&path);
            async move { world.member(number)?.get(&path).await.map(drop) }
        }
    };
    let amount = Amount { callers: CALLERS, requests: REQUESTS, at_most: AT_MOST };
    let (of_few, of_many) = (get(path), get(&other));
    let queries =
        counted(many, Amount { requests: REQUESTS / 20, ..amount }, of_many.clone()).await?;
    let script = heard(many, &of_many).await?;
    let (mut fews, mut manys, mut limits) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..TURNS {
        fews.push(asked(few, amount, of_few.clone()).await?);
        manys.push(asked(many, amount, of_many.clone()).await?);
        limits.push(pgbench::run(&many.postgres, &script, CALLERS, AT_MOST).await?);
    }
    let (few, many, limit) = (middle(fews), middle(manys), middle(limits));
    let told = [&few, &many, &limit].map(|one| format!("{:.0}", one.per_second));
    say(&format!("  a second: {}\n", told.join(", ")));
    Ok(ScenarioComparison { name, reads: true, comparable, queries, few, many, limit })
}

/// Two posts per member in one round, which is below the rate limit. The first instance is stopped
/// before the second is measured, because it is still processing its events.
async fn write(few: House, many: &House) -> Result<ScenarioComparison> {
    let post = |world: Arc<World>, number: usize| async move {
        let words = format!("The tide was out as far as the old pier, number {number}.");
        world.post(number, 0, &words).await.map(drop)
    };
    let requests = many.place.world.members.len() * 2;
    let amount = Amount { callers: CALLERS, requests, at_most: AT_MOST * 5 };
    let of_few = asked(&few, amount, post).await?;
    few.product.stop().await?;
    many.postgres.forget().await?;
    let of_many = asked(many, amount, post).await?;
    let queries = many.postgres.executed().await? / of_many.made as f64;
    let script = heard(many, &post).await?;
    let limit = pgbench::run(&many.postgres, &script, CALLERS, AT_MOST * 2).await?;
    let name = "create a post";
    Ok(ScenarioComparison {
        name,
        reads: false,
        comparable: true,
        queries,
        few: of_few,
        many: of_many,
        limit,
    })
}

async fn asked<F, Fut>(house: &House, amount: Amount, once: F) -> Result<Measurement>
where
    F: Fn(Arc<World>, usize) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<()>> + Send,
{
    let world = Arc::clone(&house.place.world);
    load::run(amount, move |number| once(Arc::clone(&world), number)).await
}

/// Number of statements of a request.
async fn counted<F, Fut>(house: &House, amount: Amount, once: F) -> Result<f64>
where
    F: Fn(Arc<World>, usize) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<()>> + Send,
{
    house.postgres.forget().await?;
    let made = asked(house, amount, once).await?.made;
    Ok(house.postgres.executed().await? / made as f64)
}

async fn heard<F, Fut>(house: &House, once: &F) -> Result<Script>
where
    F: Fn(Arc<World>, usize) -> Fut,
    Fut: Future<Output = Result<()>>,
{
    let world = &house.place.world;
    overheard(&house.postgres, once(Arc::clone(world), 0), once(Arc::clone(world), 0)).await
}

fn middle(mut turns: Vec<Measurement>) -> Measurement {
    turns.sort_by(|one, other| one.per_second.total_cmp(&other.per_second));
    turns.swap_remove(turns.len() / 2)
}
