//! Client for one certificate authority.

use super::account_orders::SeenOrders;
use super::client::{AcmeHttp, LastResponse, Transport};
use instant_acme::{Account, AccountBuilder};
use platform::Clock;
use platform::config::IssuerConfig;
use platform::outbound::{Outbound, OutboundError};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// Maximum attempts of a call whose nonce is refused. instant-acme stops after three, but an
/// authority behind several servers may refuse many. With 90 % refused nonces (edge design, section
/// 2), one call in ten million fails, after 14 s.
pub(super) const NONCE_TRIES: u32 = 150;

/// Repeats a call while its nonce is refused.
macro_rules! patiently {
    ($call:expr) => {{
        let mut tries = 0u32;
        loop {
            match $call.await {
                Err(error)
                    if $crate::certificates::errors::is_bad_nonce(&error)
                        && tries < $crate::certificates::authority::NONCE_TRIES =>
                {
                    tries += 1;
                    // A failing authority must not get hundreds of requests a second.
                    let pause =
                        std::time::Duration::from_millis(u64::from(Ord::min(tries, 20)) * 5);
                    tokio::time::sleep(pause).await;
                }
                other => break other,
            }
        }
    }};
}
pub(super) use patiently;

/// An authority with its connection and our account.
pub(super) struct Authority {
    pub config: IssuerConfig,
    pub account: Mutex<Option<Account>>,
    /// Cache of the names of orders that were listed.
    pub seen_orders: Mutex<SeenOrders>,
    http: AcmeHttp,
}

/// Reason why an authority cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum AuthorityError {
    /// The configured root certificate cannot be read.
    #[error("failed to read root_file of issuer {issuer}: {source}")]
    Root {
        /// Configured name of the issuer.
        issuer: String,
        /// I/O error.
        source: std::io::Error,
    },
    /// The configured root is not a certificate.
    #[error("failed to set up the connection to issuer {issuer}: {source}")]
    Way {
        /// Configured name of the issuer.
        issuer: String,
        /// Cause.
        source: OutboundError,
    },
}

impl Authority {
    /// Connects over the network.
    pub(super) fn over_network(config: IssuerConfig, clock: Clock) -> Result<Self, AuthorityError> {
        let issuer = || config.name.clone();
        let root = config.root_file.as_ref().map(std::fs::read).transpose();
        let root = root.map_err(|source| AuthorityError::Root { issuer: issuer(), source })?;
        // Our own timeout fires first and has a clear error message.
        let longest = request_timeout_of(&config) + Duration::from_secs(1);
        let way = Outbound::new(longest, root.as_deref())
            .map_err(|source| AuthorityError::Way { issuer: issuer(), source })?;
        Ok(Self::with_transport(config, clock, Arc::new(way)))
    }

    /// Connects with the caller's transport.
    pub(super) fn with_transport(
        config: IssuerConfig,
        clock: Clock,
        transport: Arc<dyn Transport>,
    ) -> Self {
        let http = AcmeHttp {
            transport,
            clock,
            timeout: request_timeout_of(&config),
            last_response: None,
        };
        Self { config, account: Mutex::new(None), seen_orders: Mutex::default(), http }
    }

    pub(super) fn account_builder(&self) -> AccountBuilder {
        Account::builder_with_http(Box::new(self.http.clone()))
    }

    /// Returns a client that also stores its last response, for fields that instant-acme does not
    /// parse.
    pub(super) fn builder_keeping(&self, kept: LastResponse) -> AccountBuilder {
        let http = AcmeHttp { last_response: Some(kept), ..self.http.clone() };
        Account::builder_with_http(Box::new(http))
    }
}

const fn request_timeout_of(config: &IssuerConfig) -> Duration {
    Duration::from_secs(config.request_timeout_s)
}
