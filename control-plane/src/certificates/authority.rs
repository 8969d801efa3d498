//! One certificate authority, as this process reaches it.

use super::client::{AcmeHttp, Kept, Transport};
use super::listing::SeenOrders;
use instant_acme::{Account, AccountBuilder};
use platform::Clock;
use platform::config::IssuerConfig;
use platform::outbound::{Outbound, OutboundError};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// How often a call is made again because its nonce was refused. instant-acme gives up after three;
/// an authority behind several servers may refuse many (edge design, section 2: 90 % of them, so that
/// one call of ten million gives up; after 14 s).
pub(super) const NONCE_TRIES: u32 = 150;

/// Makes a call until its nonce is not what is wrong with it.
macro_rules! patiently {
    ($call:expr) => {{
        let mut tries = 0u32;
        loop {
            match $call.await {
                Err(error)
                    if $crate::certificates::trouble::is_bad_nonce(&error)
                        && tries < $crate::certificates::authority::NONCE_TRIES =>
                {
                    tries += 1;
                    // An authority in real trouble is not asked hundreds of times a second.
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

/// An authority with its way and our account there.
pub(super) struct Authority {
    pub config: IssuerConfig,
    pub account: Mutex<Option<Account>>,
    /// What was read of its orders while one of them was looked for.
    pub seen_orders: Mutex<SeenOrders>,
    http: AcmeHttp,
}

/// Why an authority cannot be used at all.
#[derive(Debug, thiserror::Error)]
pub enum AuthorityError {
    /// The root of its own cannot be read.
    #[error("the root_file of the issuer {issuer} cannot be read: {source}")]
    Root {
        /// Its name.
        issuer: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// The root of its own is no certificate.
    #[error("the issuer {issuer} cannot be reached: {source}")]
    Way {
        /// Its name.
        issuer: String,
        /// What is wrong.
        source: OutboundError,
    },
}

impl Authority {
    /// Over the network.
    pub(super) fn over_network(config: IssuerConfig, clock: Clock) -> Result<Self, AuthorityError> {
        let issuer = || config.name.clone();
        let root = config.root_file.as_ref().map(std::fs::read).transpose();
        let root = root.map_err(|source| AuthorityError::Root { issuer: issuer(), source })?;
        // Ours is the first to lose patience, and says so in words.
        let longest = patience_of(&config) + Duration::from_secs(1);
        let way = Outbound::new(longest, root.as_deref())
            .map_err(|source| AuthorityError::Way { issuer: issuer(), source })?;
        Ok(Self::over(config, clock, Arc::new(way)))
    }

    /// Over a way of the caller's.
    pub(super) fn over(config: IssuerConfig, clock: Clock, transport: Arc<dyn Transport>) -> Self {
        let http = AcmeHttp { transport, clock, patience: patience_of(&config), kept: None };
        Self { config, account: Mutex::new(None), seen_orders: Mutex::default(), http }
    }

    pub(super) fn builder(&self) -> AccountBuilder {
        Account::builder_with_http(Box::new(self.http.clone()))
    }

    /// One whose last answer is kept beside, for what instant-acme does not read.
    pub(super) fn builder_keeping(&self, kept: Kept) -> AccountBuilder {
        let http = AcmeHttp { kept: Some(kept), ..self.http.clone() };
        Account::builder_with_http(Box::new(http))
    }
}

const fn patience_of(config: &IssuerConfig) -> Duration {
    Duration::from_secs(config.patience_s)
}
