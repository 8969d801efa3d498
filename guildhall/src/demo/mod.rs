//! The demo network: fictional people with months of conversation, nine portals, and the accounts
//! that the guides mention. Loading it is reproducible, with all times relative to the current day.
//!
//! `demo/README.md` describes the data files. Then read [`cast`] (the data), [`world`] (ids, times
//! and likes), and the modules that turn it into rows.

mod additions;
mod affiliations;
mod agreements;
mod announcements;
mod applications;
mod cast;
mod communities;
mod cords;
mod domains;
mod follows;
mod greeting;
mod insights;
mod notice_rows;
mod notices;
mod people;
mod pictures;
mod portals;
mod random;
mod script;
mod second_factor;
mod staff_desk;
mod store;
mod support;
#[cfg(test)]
mod tests;
mod timeline;
mod usage;
mod world;

pub use cast::PASSWORD;
pub use greeting::greeting_text;

use platform::blob::BlobError;
use platform::{Scope, Services, System};
use sea_orm::{DbErr, FromQueryResult};
use tenant_runtime::accounts::{self, AccountError};
use tenant_runtime::legal;
use tenant_runtime::search_index;
use tenant_runtime::staff::setup;
use world::World;

/// Reason why the demo network was not loaded.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    /// The database contains real accounts; their number.
    #[error("this database has {0} real accounts: the demo network loads into an empty one only")]
    Inhabited(i64),
    /// The data in `demo/` is inconsistent.
    #[error("the demo data is not valid: {0}")]
    Data(String),
    /// A file in `demo/` cannot be parsed.
    #[error("the demo data is not valid: {0}")]
    Unreadable(#[from] toml::de::Error),
    /// The demo password could not be hashed, or the second factor not encrypted.
    #[error("failed to hash the demo password: {0}")]
    Password(#[from] AccountError),
    /// A portal could not be created.
    #[error("failed to create the portal {0}: {1}")]
    Portal(String, String),
    /// A portrait or logo could not be stored.
    #[error(transparent)]
    Picture(#[from] BlobError),
    /// Database error.
    #[error(transparent)]
    Database(#[from] DbErr),
}

/// Result of loading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoadOutcome {
    /// Loaded now.
    Now,
    /// Already loaded; nothing was changed.
    Before,
}

/// Loads the demo network into an empty database. Does nothing if it is already loaded; refuses a
/// database with real accounts.
///
/// # Errors
/// [`DemoError`].
pub async fn load(services: &Services) -> Result<LoadOutcome, DemoError> {
    let mut scope = services.system("load the demo network");
    let found = count_accounts(&scope).await?;
    if found.invented > 0 {
        return Ok(LoadOutcome::Before);
    }
    if found.everybody > 0 {
        return Err(DemoError::Inhabited(found.everybody));
    }
    let world = World::as_of(scope.now())?;
    legal::insert_initial_documents(services).await?;
    let pictures = Pictures {
        portraits: pictures::store_portraits(services, &world).await?,
        logos: pictures::store_logos(services, &world).await?,
    };
    // Hashed once for all accounts, because one hash each would take longer than everything else.
    let hash = accounts::hash_password(services, PASSWORD).await?;
    let factors = second_factor::factor_rows(services, &world)?;
    insert_all(&mut scope, &world, &hash, &pictures, factors).await?;
    search_index::fill(&mut scope).await?;
    portals::open(&mut scope, &world).await?;
    Ok(LoadOutcome::Now)
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

/// URLs of the stored pictures.
struct Pictures {
    portraits: pictures::PictureAddresses,
    logos: pictures::PictureAddresses,
}

async fn insert_all(
    scope: &mut Scope<System>,
    world: &World,
    password_hash: &str,
    pictures: &Pictures,
    factors: store::Rows,
) -> Result<(), DemoError> {
    let tx = scope.begin().await?;
    let follows = follows::Follows::from_world(world);
    let mut rows = people::account_rows(world, &follows, password_hash, &pictures.portraits)?;
    rows.push(factors);
    rows.push(follows.follow_rows(world)?);
    rows.extend(affiliations::affiliation_rows(world, &pictures.logos)?);
    rows.extend(affiliations::invite_codes(world)?);
    rows.extend(communities::community_rows(world)?);
    rows.extend(insights::insight_rows(world)?);
    rows.push(announcements::announcement_rows(world)?);
    rows.extend(applications::application_rows(world)?);
    rows.push(additions::addition_rows(world)?);
    rows.extend(notices::notice_rows(world)?);
    rows.extend(staff_desk::staff_rows(world)?);
    rows.extend(support::support_rows(world)?);
    for table in rows {
        table.insert(&tx).await?;
    }
    // The demo operator has published the default texts and completed the setup.
    legal::adopt_placeholders(&tx).await?;
    setup::finish_all(&tx).await?;
    agreements::agreement_rows(&tx, world).await?.insert(&tx).await?;
    usage::usage_rows(&tx, world).await?.insert(&tx).await?;
    cords::import(&tx, world, &follows).await?;
    tx.commit().await?;
    Ok(())
}
