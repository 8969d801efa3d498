//! The measured place: the community with the most posts, and its longest thread.

use crate::client::Client;
use crate::world::World;
use anyhow::{Context, Result};
use serde_json::Value;
use std::sync::Arc;

/// Posts per page.
const PAGE: usize = 50;

#[derive(Debug)]
pub struct Place {
    pub world: Arc<World>,
    /// Newest posts of the longest thread.
    pub newest: String,
    /// Posts in its middle.
    pub middle: String,
}

impl Place {
    pub async fn explore(members: Vec<Client>) -> Result<Self> {
        let mut world = World::explore(members).await?;
        let (thread, said) = longest(&world).await?;
        // New posts for the streams go to this thread as well.
        world.threads = vec![thread];
        let newest = format!("{}?limit={PAGE}", world.posts_path(0)?);
        let middle = turned(world.member(0)?, &newest, said / PAGE / 2).await?;
        Ok(Self { world: Arc::new(world), newest, middle })
    }
}

/// Returns the longest thread of the community with the most posts, and its length.
async fn longest(world: &World) -> Result<(String, usize)> {
    let path = format!("/api/communities/{}/threads?limit=50", world.community);
    let threads: Value = serde_json::from_slice(&world.member(0)?.get(&path).await?)?;
    let all = threads["items"].as_array().context("there are threads")?;
    let longest = all.iter().max_by_key(|thread| thread["numposts"].as_u64());
    let longest = longest.context("there is a thread")?;
    let id = longest["id"].as_str().context("a thread has an id")?;
    let said = longest["numposts"].as_u64().context("a thread has posts")?;
    Ok((id.to_owned(), usize::try_from(said)?))
}

/// Returns the URL of a list after `pages` pages.
async fn turned(reader: &Client, first: &str, pages: usize) -> Result<String> {
    let mut path = first.to_owned();
    for _ in 0..pages {
        let page: Value = serde_json::from_slice(&reader.get(&path).await?)?;
        let next = page["nextCursor"].as_str().context("the list goes on")?;
        path = format!("{first}&cursor={next}");
    }
    Ok(path)
}
