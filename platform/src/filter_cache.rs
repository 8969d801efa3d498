//! The content filters that staff chose, in the memory of a process. [`crate::content_filters`] reads
//! them; the follower of the event log discards them after a change.

use crate::ids::AffiliationId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use wire::{ContentFilter, Site};

/// Kind of the event that the filters have changed.
pub(crate) const CHANGED_KIND: &str = "content-filter.changed";

/// All filters that staff chose.
#[derive(Debug, Clone, Default)]
pub struct ChosenFilters {
    pub(crate) network: Option<ContentFilter>,
    pub(crate) portals: HashMap<AffiliationId, ContentFilter>,
}

impl ChosenFilters {
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
    pub(crate) fn applied_on(&self, site: Site, initial: ContentFilter) -> ContentFilter {
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

    /// The filters if they are known, and the generation that a read from now on belongs to.
    pub(crate) fn current(&self) -> (Option<Arc<ChosenFilters>>, u64) {
        let cached = self.lock();
        (cached.chosen.clone(), cached.generation)
    }

    /// Discards the filters. Returns the generation that a following read belongs to.
    pub(crate) fn discard(&self) -> u64 {
        let mut cached = self.lock();
        cached.chosen = None;
        cached.generation += 1;
        cached.generation
    }

    pub(crate) fn store(&self, generation: u64, chosen: &Arc<ChosenFilters>) {
        let mut cached = self.lock();
        if cached.generation == generation {
            cached.chosen = Some(Arc::clone(chosen));
        }
    }
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
