//! What is said among a million posts: two hundred communities, twenty thousand threads, a hundred thousand
//! people. Beside it stands the same house with ten thousand posts, because what a page costs must not
//! depend on how much was said elsewhere: both are asked in turns, so that whatever else moves the machine
//! moves both. Then five thousand streams hear what is written among the million.
//!
//! Read [`house`] (the two), [`place`] (where it is measured), [`rows`] (what is asked), then [`words`] (the
//! tables).

mod house;
mod place;
mod rows;
mod words;

use crate::postgres::Postgres;
use crate::world::MEMBERS;
use crate::{live, say};
use anyhow::Result;
use std::path::Path;

/// Posts of the one house.
const FEW: usize = 10_000;
/// Posts of the other.
const MANY: usize = 1_000_000;
/// Streams of everybody, in as many windows each.
const STREAMS: usize = 5_000;

/// The whole measurement, as a section of the results.
pub async fn measure(binary: &Path, server: &Postgres) -> Result<String> {
    let [few, many] = house::both(binary, server).await?;
    let rows = rows::all(few, &many).await?;
    say(&words::table(&rows));
    let windows = STREAMS / MEMBERS;
    let fan_out = live::fan_out(&many.place.world, windows, || many.product.resident_mib()).await?;
    many.product.stop().await?;
    Ok(words::section(&rows, &fan_out))
}
