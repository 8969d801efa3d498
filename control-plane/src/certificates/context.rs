//! Dependencies of a certificate worker: authorities, resolvers, DNS zone, vault.

use super::authority::{Authority, AuthorityError};
use super::budget;
use super::client::Transport;
use super::dns_update::DnsZone;
use super::errors::{CertificateError, CertificateErrorKind, OrderError};
use super::preflight::Preflight;
use super::rows::{CertificateId, job};
use futures::future::BoxFuture;
use platform::config::IssuerConfig;
use platform::{Scope, Services, System};
use std::sync::Arc;
use std::time::Duration;

/// Waits until the edges are expected to run this version of the route table.
pub type RolloutWait = Arc<dyn Fn(u64) -> BoxFuture<'static, ()> + Send + Sync>;

/// Transport to an authority; tests replace it.
pub type TransportFactory = Arc<dyn Fn(&IssuerConfig) -> Arc<dyn Transport> + Send + Sync>;

/// Maximum wait for the edges in one run. `RolloutWait` decides which edges to wait for, and how long to
/// wait for one that is down.
const SPREAD_MAX: Duration = Duration::from_secs(20);

/// Reason why certificates cannot be obtained.
#[derive(Debug, thiserror::Error)]
pub enum IssuerError {
    /// Invalid settings of an authority.
    #[error(transparent)]
    Authority(#[from] AuthorityError),
    /// Invalid settings of the zone.
    #[error("{0}")]
    Zone(String),
}

pub(super) struct IssuanceContext {
    pub services: Services,
    pub authorities: Vec<Authority>,
    pub preflight: Preflight,
    pub zone: Option<DnsZone>,
    spread: RolloutWait,
}

impl IssuanceContext {
    pub(super) fn open(
        services: Services,
        spread: RolloutWait,
        way: Option<&TransportFactory>,
    ) -> Result<Self, IssuerError> {
        let (config, clock) = (services.config().certificates.clone(), services.clock().clone());
        let mut authorities = Vec::with_capacity(config.issuers.len());
        for issuer in config.issuers {
            authorities.push(match way {
                Some(way) => {
                    let transport = way(&issuer);
                    Authority::with_transport(issuer, clock.clone(), transport)
                }
                None => Authority::over_network(issuer, clock.clone())?,
            });
        }
        let zone = config.dns_update.map(|update| DnsZone::new(update, clock)).transpose();
        let zone = zone.map_err(|error| IssuerError::Zone(error.to_string()))?;
        let preflight = Preflight::new(&config.resolvers, &config.addresses);
        Ok(Self { services, authorities, preflight, zone, spread })
    }

    /// Every authority once, beginning at `start` and wrapping around.
    pub(super) fn in_order(&self, start: usize) -> impl Iterator<Item = &Authority> {
        let count = self.authorities.len();
        (0..count).filter_map(move |step| self.authorities.get((start + step) % count))
    }

    pub(super) fn issuer_position(&self, issuer: &str) -> Option<usize> {
        self.authorities.iter().position(|authority| authority.config.name == issuer)
    }

    /// Waits for the edges, with a timeout. An authority that validates before the edges can answer
    /// counts that as a failure of the host.
    pub(super) async fn wait_for_rollout(&self, version: u64) -> Result<(), CertificateError> {
        let spread = tokio::time::timeout(SPREAD_MAX, (self.spread)(version)).await;
        spread.map_err(|_| {
            let words = "Our edges do not serve the challenge response yet.";
            CertificateError::new(CertificateErrorKind::Ours, "edges-behind", words)
        })
    }

    /// Stores for all workers until when an authority refuses requests of a bucket.
    ///
    /// # Errors
    /// Database errors.
    pub(super) async fn record_limit(
        &self,
        scope: &mut Scope<System>,
        authority: &Authority,
        names: &[String],
        error: &CertificateError,
    ) -> Result<(), OrderError> {
        if let CertificateErrorKind::Limited(bucket, Some(until)) = &error.kind {
            budget::block_bucket(scope, &authority.config, *bucket, names, *until).await?;
        }
        Ok(())
    }

    pub(super) fn seal_order_key(&self, host: &str, key: &str) -> Result<String, CertificateError> {
        self.encrypt_key(&order_place(host), key)
    }

    pub(super) fn seal_key(
        &self,
        id: CertificateId,
        key: &str,
    ) -> Result<String, CertificateError> {
        self.encrypt_key(&key_place(id), key)
    }

    fn encrypt_key(&self, place: &str, key: &str) -> Result<String, CertificateError> {
        let sealed = self.services.keys().vault.seal(place, key.as_bytes());
        sealed.map_err(|error| CertificateError::temporary("no-key", error.to_string()))
    }

    /// Decrypts the key of an open order. A failure ends the order.
    pub(super) fn open_order_key(&self, job: &job::Model) -> Result<String, CertificateError> {
        let sealed = job.key.as_deref().unwrap_or_default();
        let opened = self.services.keys().vault.open(&order_place(&job.host), sealed).ok();
        let lost = || {
            CertificateError::new(
                CertificateErrorKind::OrderGone,
                "key-lost",
                "The order's key is lost.",
            )
        };
        opened.and_then(|key| String::from_utf8(key).ok()).ok_or_else(lost)
    }
}

/// Vault context of the key of an open order.
pub(super) fn order_place(host: &str) -> String {
    format!("acme-order/{host}")
}

/// Associated data under which the vault encrypts a certificate's private key.
pub(super) fn key_place(id: CertificateId) -> String {
    format!("certificate/{id}")
}
