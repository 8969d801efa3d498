//! What is said among a million posts: two hundred communities, twenty thousand threads, a hundred thousand
//! people. Everything is measured twice, among ten thousand posts first, because what a page costs must not
//! depend on how much was said elsewhere; then five thousand streams hear what one of them writes.
//!
//! Read [`place`] (where it is measured), [`rows`] (what is asked), then [`words`] (the tables).

mod place;
mod rows;
mod words;

use crate::postgres::Postgres;
use crate::product::{Product, free_port};
use crate::world::{self, MEMBERS};
use crate::{live, say};
use anyhow::Result;
use place::Place;
use std::path::Path;

/// Posts of the first look.
const FEW: usize = 10_000;
/// Posts of the second.
const MANY: usize = 1_000_000;
/// Streams of everybody, in as many windows each.
const STREAMS: usize = 5_000;

/// The whole measurement, as a section of the results.
pub async fn measure(
    binary: &Path,
    postgres: &Postgres,
    settings: &[(&'static str, String)],
) -> Result<String> {
    let port = free_port().await?;
    let up = ["up", "--demo", "--port", &port.to_string()];
    let product = Product::start(binary, &up, settings, port).await?;
    say("a hundred thousand people in two hundred communities\n");
    world::people(postgres).await?;
    world::crowd(postgres).await?;
    world::communities(postgres).await?;
    world::conversation(postgres, FEW).await?;
    let (members, _) = world::sign_in_all(&product.target).await?;
    let place = Place::explore(members.clone()).await?;
    let few = rows::alone(postgres, &product, &place).await?;
    say("a million posts\n");
    world::conversation(postgres, MANY).await?;
    let place = Place::explore(members).await?;
    let many = rows::beside_their_limits(postgres, &product, &place).await?;
    say(&words::table(&few, &many));
    let windows = STREAMS / MEMBERS;
    let fan_out = live::fan_out(&place.world, windows, || product.resident_mib()).await?;
    product.stop().await?;
    Ok(words::section(&few, &many, &fan_out))
}
