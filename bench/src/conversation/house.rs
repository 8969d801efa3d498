//! Two houses of the same people and communities, in which as much was said as is to be compared.

use super::place::Place;
use super::{FEW, MANY};
use crate::client::Client;
use crate::postgres::Postgres;
use crate::product::{Product, free_port};
use crate::{say, settings, world};
use anyhow::{Context, Result};
use std::path::Path;
use tempfile::TempDir;

/// One of them, running.
#[derive(Debug)]
pub struct House {
    pub postgres: Postgres,
    pub product: Product,
    pub place: Place,
    /// What it keeps beside its database.
    _data: TempDir,
}

/// The one with few posts, and the one with many. The second begins as a copy of the first.
pub async fn both(binary: &Path, server: &Postgres) -> Result<[House; 2]> {
    let postgres = server.create("bench_few").await?;
    let data = tempfile::tempdir().context("make a data folder")?;
    let product = start(binary, &postgres, data.path(), 0).await?;
    say("a hundred thousand people in two hundred communities\n");
    world::people(&postgres).await?;
    world::crowd(&postgres).await?;
    world::communities(&postgres).await?;
    let (members, _) = world::sign_in_all(&product.target).await?;
    // Nobody may look into a database that is copied.
    product.stop().await?;
    // What they are told of it, nobody here takes: its being tried again and again would be measured.
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
    // They signed in before there were two.
    let members = members.iter().map(|member| member.at(&product.target)).collect();
    let place = Place::explore(members).await?;
    Ok(House { postgres, product, place, _data: data })
}

/// What the two keep in Redis is kept apart.
async fn start(binary: &Path, postgres: &Postgres, data: &Path, number: u8) -> Result<Product> {
    let port = free_port().await?;
    let up = ["up", "--demo", "--port", &port.to_string()];
    Product::start(binary, &up, &settings(postgres, data, number)?, port).await
}
