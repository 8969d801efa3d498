//! Two instances with the same people and communities, and different numbers of posts.

use super::place::Place;
use super::{FEW, MANY};
use crate::client::Client;
use crate::postgres::Postgres;
use crate::product::{Product, free_port};
use crate::{say, settings, world};
use anyhow::{Context, Result};
use std::path::Path;
use tempfile::TempDir;

/// A running instance.
#[derive(Debug)]
pub struct House {
    pub postgres: Postgres,
    pub product: Product,
    pub place: Place,
    /// Data folder of the instance.
    _data: TempDir,
}

/// Starts the instance with few posts and the one with many. The second starts as a copy of the
/// first.
pub async fn both(binary: &Path, server: &Postgres) -> Result<[House; 2]> {
    let postgres = server.create("bench_few").await?;
    let data = tempfile::tempdir().context("make a data folder")?;
    let product = start(binary, &postgres, data.path(), 0).await?;
    say("a hundred thousand people in two hundred communities\n");
    world::people(&postgres).await?;
    world::crowd(&postgres).await?;
    world::communities(&postgres).await?;
    let (members, _) = world::sign_in_all(&product.target).await?;
    // A database can be copied only without connections.
    product.stop().await?;
    // The emails cannot be delivered here; their retries would distort the measurement.
    postgres.sql("DELETE FROM jobs WHERE kind = 'mail'").await?;
    let copy = server.copy(&postgres, "bench_many").await?;
    say("ten thousand posts beside a million\n");
    world::conversation(&postgres, FEW).await?;
    world::conversation(&copy, MANY).await?;
    let few = opened(binary, postgres, data, 0, &members).await?;
    let data = tempfile::tempdir().context("make a data folder")?;
    let many = opened(binary, copy, data, 1, &members).await?;
    Ok([few, many])
}

async fn opened(
    binary: &Path,
    postgres: Postgres,
    data: TempDir,
    number: u8,
    members: &[Client],
) -> Result<House> {
    let product = start(binary, &postgres, data.path(), number).await?;
    // The members signed in before the copy was made.
    let members = members.iter().map(|member| member.at(&product.target)).collect();
    let place = Place::explore(members).await?;
    Ok(House { postgres, product, place, _data: data })
}

/// Separate Redis prefixes for the instances.
async fn start(binary: &Path, postgres: &Postgres, data: &Path, number: u8) -> Result<Product> {
    let port = free_port().await?;
    let up = ["up", "--demo", "--port", &port.to_string()];
    Product::start(binary, &up, &settings(postgres, data, number)?, port).await
}
