//! Checks before a table becomes active, as a whole or in part.

use super::active_routes::ActiveRoutes;
use std::sync::Arc;
use url::Url;
use wire::routes::origin_host;
use wire::{MainRoute, PortalRoute, RefusedHost, Routes, normalise_host};

/// Number of hosts that may always be removed: in a small network one tenant has a fifth of them.
const HOSTS_GONE_MIN: usize = 10;

/// Reason why a table was rejected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// Older than the active table.
    #[error("version {offered} is older than active version {current}")]
    Older {
        /// Offered version.
        offered: u64,
        /// Active version.
        current: u64,
    },
    /// The origin of the main site is invalid.
    #[error("the main origin {0:?} does not consist of scheme, host and port")]
    MainOrigin(String),
    /// The portal domain is invalid.
    #[error("the portal domain {0:?} is not a host name")]
    PortalDomain(String),
    /// The changes apply to another table than the active one.
    #[error("the changes do not apply to the active table")]
    BaseMismatch,
    /// Too many hosts would be removed, and the table does not carry the `bulk` flag.
    #[error("the table removes {gone} of {known} hosts without confirmation")]
    Dropped {
        /// Active hosts that are missing from the offered table.
        gone: usize,
        /// Active hosts.
        known: usize,
    },
}

/// Refuses a table that removes more than 20 % of the hosts, or every portal: a control plane with
/// an empty or partly read database would publish the same (edge design, section 5.6).
pub(super) fn check_loss(known: &ActiveRoutes, offered: &Routes) -> Result<(), TableError> {
    if offered.bulk {
        return Ok(());
    }
    let (gone, had) = (known.names_gone(offered).count(), known.names_count());
    let emptied = offered.portals().is_empty() && known.portals().len() > 1;
    let many = gone > HOSTS_GONE_MIN && gone * 5 > had;
    if emptied || many { Err(TableError::Dropped { gone, known: had }) } else { Ok(()) }
}

/// Refuses an invalid main site.
pub(super) fn check_main(main: &MainRoute, portal_domain: &str) -> Result<(), TableError> {
    if !is_origin(&main.origin) {
        return Err(TableError::MainOrigin(main.origin.clone()));
    }
    if normalise_host(portal_domain).as_deref() != Ok(portal_domain) {
        return Err(TableError::PortalDomain(portal_domain.to_owned()));
    }
    Ok(())
}

/// Removes the portals that cannot be served and returns them.
pub(super) fn take_unservable(portals: &mut Vec<Arc<PortalRoute>>) -> Vec<RefusedHost> {
    let unservable = portals.extract_if(.., |portal| !is_origin(&portal.origin));
    let refused = unservable.map(|portal| {
        let tenant = portal.tenant_id;
        tracing::error!(
            tenant.id = %tenant, "tenant {tenant} rejected: its origin is not valid"
        );
        let cause = "its origin is not valid".to_owned();
        RefusedHost { host: tenant.to_string(), cause }
    });
    refused.collect()
}

/// Returns whether `origin` consists of a supported scheme, a normalised host and an optional port.
/// Redirects and links are built from it.
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
    fn origin_consists_of_scheme_host_and_port_only() {
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
