//! Content filters that staff chose: one for the network, and one for each portal that does not follow
//! it (G-029). The settings have the initial one.
//!
//! [`current`] answers from the memory of the process, so that checking a text costs no query. Every
//! change is an event, after which the follower of the event log discards the filters; the next text
//! that is checked reads them once.

pub use crate::filter_cache::ChosenFilters;

use crate::db::Tx;
use crate::events::Topic;
use crate::filter_cache::CHANGED_KIND;
use crate::route_version;
use crate::scope::Scope;
use crate::services::Services;
use sea_orm::{DbErr, FromQueryResult, Value};
use std::sync::Arc;
use wire::{ContentFilter, Site};

/// Key of the network's filter; the key of a portal's is the id of its affiliation.
const NETWORK_KEY: &str = "network";

fn key_of(site: Site) -> String {
    site.affiliation().map_or_else(|| NETWORK_KEY.to_owned(), |id| id.to_string())
}

#[derive(FromQueryResult)]
struct FilterRow {
    site: String,
    filter: String,
}

impl ChosenFilters {
    /// Reads the filters. One query; the table has a row for the network and for each portal with a
    /// filter of its own.
    ///
    /// # Errors
    /// Database errors.
    pub async fn load<V>(scope: &Scope<V>) -> Result<Self, DbErr> {
        const SQL: &str = "SELECT site, filter FROM content_filters";
        let mut chosen = Self::default();
        for row in scope.raw(SQL, Vec::new()).all::<FilterRow>().await? {
            let Some(filter) = ContentFilter::from_name(&row.filter) else { continue };
            if row.site == NETWORK_KEY {
                chosen.network = Some(filter);
            } else if let Ok(affiliation) = row.site.parse() {
                chosen.portals.insert(affiliation, filter);
            }
        }
        Ok(chosen)
    }
}

async fn read(services: &Services, generation: u64) -> Result<Arc<ChosenFilters>, DbErr> {
    let scope = services.system("read the content filters");
    let chosen = Arc::new(ChosenFilters::load(&scope).await?);
    services.content_filters().store(generation, &chosen);
    Ok(chosen)
}

/// Filter that applies to posts and messages on a site now. Without a query, unless this process has
/// not read the filters yet.
///
/// # Errors
/// Database errors.
pub async fn current(services: &Services, site: Site) -> Result<ContentFilter, DbErr> {
    let initial = services.config().content.filter;
    let (chosen, generation) = services.content_filters().current();
    let chosen = match chosen {
        Some(chosen) => chosen,
        None => read(services, generation).await?,
    };
    Ok(chosen.applied_on(site, initial))
}

/// Reads the filters again after a change. If that fails, the next text that is checked does.
pub async fn reload(services: &Services) {
    let generation = services.content_filters().discard();
    if let Err(error) = read(services, generation).await {
        tracing::warn!(cause = %error, "failed to read the content filters; will retry");
    }
}

/// Stores the filter of the network ([`Site::Main`]) or of a portal; `None` removes the choice.
/// Returns the previous choice. Processes and edges learn of a change after the commit.
///
/// # Errors
/// Database errors.
pub async fn store<V>(
    tx: &Tx<'_, V>,
    site: Site,
    filter: Option<ContentFilter>,
) -> Result<Option<ContentFilter>, DbErr> {
    const FIND: &str = "SELECT site, filter FROM content_filters WHERE site = $1";
    const DELETE: &str = "DELETE FROM content_filters WHERE site = $1";
    const STORE: &str = "INSERT INTO content_filters (site, filter, updated_at) \
         VALUES ($1, $2, $3) ON CONFLICT (site) DO UPDATE \
         SET filter = excluded.filter, updated_at = excluded.updated_at";
    let key = || Value::from(key_of(site));
    let before = tx.raw(FIND, vec![key()]).one::<FilterRow>().await?;
    let before = before.and_then(|row| ContentFilter::from_name(&row.filter));
    if before == filter {
        return Ok(before);
    }
    match filter {
        Some(filter) => {
            tx.execute(STORE, vec![key(), filter.name().into(), tx.now().into()]).await?
        }
        None => tx.execute(DELETE, vec![key()]).await?,
    };
    tx.publish(Topic::Internal, CHANGED_KIND, &()).await?;
    // The boot data of the pages has the filter.
    route_version::raise(tx, None).await?;
    Ok(before)
}
