//! Content filters that staff chose: one for the network, and one for each portal that does not follow
//! it (G-029). The settings have the initial one.
//!
//! [`current`] answers from the memory of the process, so that checking a text costs no query. Every
//! change is an event; the follower of the event log reads the filters again ([`reload`]).

use crate::db::Tx;
use crate::events::Topic;
use crate::ids::AffiliationId;
use crate::route_version;
use crate::scope::Scope;
use crate::services::Services;
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wire::{ContentFilter, Site};

/// Kind of the event that the filters have changed.
pub const CHANGED_KIND: &str = "content-filter.changed";
/// Key of the network's filter; the key of a portal's is the id of its affiliation.
const NETWORK_KEY: &str = "network";

fn key_of(site: Site) -> String {
    site.affiliation().map_or_else(|| NETWORK_KEY.to_owned(), |id| id.to_string())
}

/// All filters that staff chose.
#[derive(Debug, Clone, Default)]
pub struct ChosenFilters {
    network: Option<ContentFilter>,
    portals: HashMap<AffiliationId, ContentFilter>,
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

    /// The filter that staff chose for the network.
    #[must_use]
    pub const fn of_network(&self) -> Option<ContentFilter> {
        self.network
    }

    /// The filter that staff chose for the portal of an affiliation.
    #[must_use]
    pub fn of_portal(&self, affiliation: AffiliationId) -> Option<ContentFilter> {
        self.portals.get(&affiliation).copied()
    }

    /// The filter that applies on a site; `initial` is that of the settings.
    fn applied_on(&self, site: Site, initial: ContentFilter) -> ContentFilter {
        let own = site.affiliation().and_then(|affiliation| self.of_portal(affiliation));
        own.or(self.network).unwrap_or(initial)
    }
}

/// Filters in the memory of a process.
#[derive(Debug, Default)]
pub(crate) struct FilterCache(Mutex<CachedFilters>);

#[derive(Debug, Default)]
struct CachedFilters {
    /// `None` until they are read, and after a failed read.
    chosen: Option<Arc<ChosenFilters>>,
    /// Increases with every known change: a read that began before it is not stored.
    generation: u64,
}

impl FilterCache {
    fn lock(&self) -> MutexGuard<'_, CachedFilters> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Discards the filters. Returns the generation that a following read belongs to.
    fn discard(&self) -> u64 {
        let mut cached = self.lock();
        cached.chosen = None;
        cached.generation += 1;
        cached.generation
    }

    fn store(&self, generation: u64, chosen: &Arc<ChosenFilters>) {
        let mut cached = self.lock();
        if cached.generation == generation {
            cached.chosen = Some(Arc::clone(chosen));
        }
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
    let (chosen, generation) = {
        let cached = services.content_filters().lock();
        (cached.chosen.clone(), cached.generation)
    };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_portal_without_a_choice_follows_the_network_and_the_network_the_settings() {
        let (oak, elm) = (AffiliationId::new(), AffiliationId::new());
        let none = ChosenFilters::default();
        for site in [Site::Main, Site::Portal(oak)] {
            assert_eq!(none.applied_on(site, ContentFilter::Relaxed), ContentFilter::Relaxed);
        }
        let portals = HashMap::from([(oak, ContentFilter::Strict)]);
        let chosen = ChosenFilters { network: Some(ContentFilter::Relaxed), portals };
        let on = |site| chosen.applied_on(site, ContentFilter::Strict);
        assert_eq!(on(Site::Main), ContentFilter::Relaxed);
        assert_eq!(on(Site::Portal(elm)), ContentFilter::Relaxed);
        assert_eq!(on(Site::Portal(oak)), ContentFilter::Strict);
    }

    #[test]
    fn a_read_that_began_before_a_change_is_not_stored() {
        let cache = FilterCache::default();
        let before = cache.lock().generation;
        let after = cache.discard();
        cache.store(before, &Arc::default());
        assert!(cache.lock().chosen.is_none());
        cache.store(after, &Arc::default());
        assert!(cache.lock().chosen.is_some());
    }
}
