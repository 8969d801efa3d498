//! The table in force: swapped whole, read without a lock by every request.

use arc_swap::ArcSwapOption;
use std::sync::Arc;
use tokio::sync::watch;
use url::Url;
use wire::routes::origin_host;
use wire::{RouteTable, Routes, normalise_host};

/// Why a table was not applied.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Older than the one in force.
    #[error("version {offered} is older than version {current} in force")]
    Older {
        /// The version that was offered.
        offered: u64,
        /// The version in force.
        current: u64,
    },
    /// The main origin cannot be served.
    #[error("the main origin {0:?} is not scheme, host and port")]
    MainOrigin(String),
    /// The portal domain cannot be served.
    #[error("the portal domain {0:?} is no host name")]
    PortalDomain(String),
}

struct Known {
    routes: Arc<Routes>,
    from_disk: bool,
}

/// The table in force. Clones share it.
#[derive(Clone)]
pub struct Table {
    known: Arc<ArcSwapOption<Known>>,
    announce: watch::Sender<bool>,
}

impl Default for Table {
    fn default() -> Self {
        Self { known: Arc::default(), announce: watch::Sender::new(false) }
    }
}

impl Table {
    /// A holder that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The table in force, if any is known.
    #[must_use]
    pub fn current(&self) -> Option<Arc<Routes>> {
        self.known.load().as_ref().map(|known| Arc::clone(&known.routes))
    }

    /// Waits until a table is known.
    pub async fn known(&self) {
        // The sender is part of `self`, so it cannot be gone.
        let _ = self.announce.subscribe().wait_for(|known| *known).await;
    }

    /// Puts `table` in force and returns what was applied: a portal whose origin cannot be served
    /// is left out, the others are not kept waiting for it.
    ///
    /// # Errors
    /// [`TableError`] when it is older than the one in force or its main door is unusable.
    pub fn apply(&self, table: Arc<RouteTable>) -> Result<Arc<RouteTable>, TableError> {
        if let Some(known) = self.known.load().as_ref()
            && !known.from_disk
            && table.version < known.routes.version
        {
            let (offered, current) = (table.version, known.routes.version);
            return Err(TableError::Older { offered, current });
        }
        self.put(table, false)
    }

    /// As [`Self::apply`], for a table from an earlier life: whatever a live source says, even a
    /// smaller version, replaces it.
    ///
    /// # Errors
    /// [`TableError`] when its main door is unusable.
    pub fn recall(&self, table: Arc<RouteTable>) -> Result<Arc<RouteTable>, TableError> {
        self.put(table, true)
    }

    fn put(&self, table: Arc<RouteTable>, from_disk: bool) -> Result<Arc<RouteTable>, TableError> {
        let table = usable(table)?;
        let routes = Arc::new(Routes::new(Arc::clone(&table)));
        self.known.store(Some(Arc::new(Known { routes, from_disk })));
        self.announce.send_replace(true);
        Ok(table)
    }
}

fn usable(table: Arc<RouteTable>) -> Result<Arc<RouteTable>, TableError> {
    if !is_origin(&table.main.origin) {
        return Err(TableError::MainOrigin(table.main.origin.clone()));
    }
    if normalise_host(&table.portal_domain).as_ref() != Ok(&table.portal_domain) {
        return Err(TableError::PortalDomain(table.portal_domain.clone()));
    }
    if table.portals.iter().all(|portal| is_origin(&portal.origin)) {
        return Ok(table);
    }
    let mut rest = RouteTable::clone(&table);
    rest.portals.retain(|portal| {
        let servable = is_origin(&portal.origin);
        if !servable {
            tracing::error!(
                tenant.id = %portal.tenant_id,
                "tenant {} is left out: its origin cannot be served", portal.tenant_id
            );
        }
        servable
    });
    Ok(Arc::new(rest))
}

/// Whether `origin` is a scheme of ours, a normalised host and perhaps a port, and nothing else:
/// redirects and links are built from it.
fn is_origin(origin: &str) -> bool {
    let Ok(url) = Url::parse(origin) else { return false };
    let host = origin_host(origin);
    matches!(url.scheme(), "http" | "https")
        && url.host_str() == Some(host)
        && normalise_host(host).as_deref() == Ok(host)
        && origin.matches('/').count() == 2
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none()
}

#[cfg(test)]
mod tests {
    use super::is_origin;

    #[test]
    fn an_origin_is_scheme_host_and_port_and_nothing_else() {
        for origin in ["http://localhost:8080", "https://guildhall.example"] {
            assert!(is_origin(origin), "{origin}");
        }
        for origin in [
            "",
            "localhost",
            "ftp://a.example",
            "https://a.example/",
            "https://a.example/x",
            "https://a.example?x",
            "https://a@b.example",
            "https://A.example",
            "https://a.example\r\nx: y",
        ] {
            assert!(!is_origin(origin), "{origin}");
        }
    }
}
