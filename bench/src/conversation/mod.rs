//! Conversations in an instance with a million posts: two hundred communities, twenty thousand
//! threads, a hundred thousand people. A second instance has ten thousand posts, because the cost
//! of a page must not depend on posts elsewhere. Both are measured alternately, so that other load
//! on the machine affects both. Then five thousand streams receive the posts in the large instance.
//!
//! Read [`house`] (the instances), [`place`] (the measured thread), [`rows`] (the requests), then
//! [`report`] (the tables).

mod house;
mod place;
mod report;
mod rows;

use crate::postgres::Postgres;
use crate::world::MEMBERS;
use crate::{live, say};
use anyhow::Result;
use std::path::Path;

/// Posts of the small instance.
const FEW: usize = 10_000;
/// Posts of the large instance.
const MANY: usize = 1_000_000;
/// Number of open streams.
const STREAMS: usize = 5_000;

/// Runs the whole measurement; returns a section of the results.
pub async fn measure(binary: &Path, server: &Postgres) -> Result<String> {
    let [few, many] = house::both(binary, server).await?;
    let rows = rows::all(few, &many).await?;
    say(&report::table(&rows));
    let windows = STREAMS / MEMBERS;
    let fan_out = live::fan_out(&many.place.world, windows, || many.product.resident_mib()).await?;
    many.product.stop().await?;
    Ok(report::section(&rows, &fan_out))
}
