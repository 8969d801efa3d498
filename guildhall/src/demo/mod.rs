//! The demo network: invented people with months of conversation behind them, two portals and the
//! accounts that the guides name. The same network comes out every time, as old as the day it is
//! loaded on.
//!
//! Read `demo/README.md` for what is written where, then [`cast`] (who there is), [`world`] (ids,
//! times and likes worked out), and the files that turn it into rows.

mod additions;
mod affiliations;
mod agreements;
mod announcements;
mod applications;
mod cast;
mod communities;
mod dice;
mod factor;
mod follows;
mod greeting;
mod insights;
mod notices;
mod people;
mod pictures;
mod portals;
mod script;
mod staff_desk;
mod store;
#[cfg(test)]
mod tests;
mod timeline;
mod usage;
mod world;

pub use cast::PASSWORD;
pub use greeting::greeting;

use platform::blob::BlobError;
use platform::{Scope, Services, System};
use sea_orm::{DbErr, FromQueryResult};
use tenant_runtime::accounts::{self, AccountError};
use tenant_runtime::legal;
use tenant_runtime::staff::setup;
use world::World;

/// Why the demo network was not loaded.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// Somebody uses this database.
    #[error("this database has {0} real accounts: the demo network loads into an empty one only")]
    Inhabited(i64),
    /// What is written in `demo/` does not hold together.
    #[error("the demo network is written wrongly: {0}")]
    Data(String),
    /// A file in `demo/` cannot be read.
    #[error("the demo network is written wrongly: {0}")]
    Unreadable(#[from] toml::de::Error),
    /// The demo password could not be hashed, or the second factor not sealed.
    #[error("the demo accounts have no password: {0}")]
    Password(#[from] AccountError),
    /// A portal could not be opened.
    #[error("the portal {0} cannot be opened: {1}")]
    Portal(String, String),
    /// A portrait or a mark could not be stored.
    #[error(transparent)]
    Picture(#[from] BlobError),
    /// The database refused.
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// What loading came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loaded {
    /// It is there now.
    Now,
    /// It was there already; nothing was changed.
    Before,
}

/// Loads the demo network into an empty database. Where it is there already nothing happens, and a
/// database with other people in it is refused.
///
/// # Errors
/// [`DemoError`].
pub async fn load(services: &Services) -> Result<Loaded, DemoError> {
    let mut scope = services.system("loads the demo network");
    let found = count_accounts(&scope).await?;
    if found.invented > 0 {
        return Ok(Loaded::Before);
    }
    if found.everybody > 0 {
        return Err(DemoError::Inhabited(found.everybody));
    }
    let world = World::at(scope.now())?;
    legal::seed(services).await?;
    let pictures = Pictures {
        portraits: pictures::portraits(services, &world).await?,
        logos: pictures::logos(services, &world).await?,
    };
    // Once for everybody: a hash for each would take longer than all the rest.
    let hash = accounts::hash_password(services, PASSWORD).await?;
    let factors = factor::rows(services, &world)?;
    fill(&mut scope, &world, &hash, &pictures, factors).await?;
    portals::open(&mut scope, &world).await?;
    Ok(Loaded::Now)
}

#[derive(FromQueryResult)]
struct Accounts {
    everybody: i64,
    invented: i64,
}

async fn count_accounts(scope: &Scope<System>) -> Result<Accounts, DbErr> {
    let sql = "SELECT COUNT(*) AS everybody, \
               COUNT(CASE WHEN email LIKE '%@demo.test' THEN 1 END) AS invented FROM users";
    let counted = scope.raw(sql, Vec::new()).one().await?;
    Ok(counted.unwrap_or(Accounts { everybody: 0, invented: 0 }))
}

/// Where the pictures lie that rows name.
struct Pictures {
    portraits: pictures::Shown,
    logos: pictures::Shown,
}

async fn fill(
    scope: &mut Scope<System>,
    world: &World,
    password_hash: &str,
    pictures: &Pictures,
    factors: store::Rows,
) -> Result<(), DemoError> {
    let tx = scope.begin().await?;
    let follows = follows::Follows::of(world);
    let mut rows = people::rows(world, &follows, password_hash, &pictures.portraits)?;
    rows.push(factors);
    rows.push(follows.rows(world)?);
    rows.extend(affiliations::rows(world, &pictures.logos)?);
    rows.extend(affiliations::invite_codes(world)?);
    rows.extend(communities::rows(world)?);
    rows.extend(insights::rows(world)?);
    rows.push(announcements::rows(world)?);
    rows.push(applications::rows(world)?);
    rows.push(additions::rows(world)?);
    rows.extend(notices::rows(world)?);
    rows.extend(staff_desk::rows(world)?);
    for table in rows {
        table.insert(&tx).await?;
    }
    // The invented operator has published the shipped texts and finished the setup.
    legal::adopt_placeholders(&tx).await?;
    setup::finish(&tx).await?;
    agreements::rows(&tx, world).await?.insert(&tx).await?;
    usage::rows(&tx, world).await?.insert(&tx).await?;
    tx.commit().await?;
    Ok(())
}
