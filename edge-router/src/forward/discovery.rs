//! Discovery of instances by name. The host name of an upstream, such as that of a headless
//! Kubernetes Service, stands for one instance per address, and is looked up again and again.

use super::instances::Instances;
use super::{Upstream, Upstreams};
use futures::FutureExt;
use futures::future::{BoxFuture, join_all};
use http::Uri;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Interval between two lookups of a name.
const LOOKUP_INTERVAL: Duration = Duration::from_secs(1);
const HTTP_PORT: u16 = 80;

/// Looks up all addresses of a host name with a port.
pub type Resolver =
    Arc<dyn Fn(String, u16) -> BoxFuture<'static, io::Result<Vec<SocketAddr>>> + Send + Sync>;

/// The system's resolver: `/etc/hosts`, then the name servers in `/etc/resolv.conf`.
#[must_use]
pub fn system_resolver() -> Resolver {
    Arc::new(|host, port| {
        async move { Ok(tokio::net::lookup_host((host, port)).await?.collect()) }.boxed()
    })
}

/// A configured address, with the instances that it stands for.
#[derive(Debug, Clone)]
pub struct Endpoint {
    configured: Uri,
    /// Bases of its instances; the configured one before the first lookup.
    bases: Vec<Uri>,
    /// The last lookup failed; logged once.
    is_failing: bool,
}

impl Endpoint {
    /// Creates an endpoint whose name was not looked up yet. Each connection resolves it.
    pub fn new(configured: Uri) -> Self {
        Self { bases: vec![configured.clone()], configured, is_failing: false }
    }

    /// Base URLs of its instances.
    pub fn bases(&self) -> impl Iterator<Item = &Uri> {
        self.bases.iter()
    }

    /// Host name and port to look up; `None` for an address. `localhost` is one instance.
    fn name(&self) -> Option<(&str, u16)> {
        let host = self.configured.host()?;
        let is_address = host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        let port = self.configured.port_u16().unwrap_or(HTTP_PORT);
        (!is_address && host != "localhost").then_some((host, port))
    }

    /// Looks up the name. A failed or empty lookup keeps the known instances, because a name server
    /// that fails must not take down a role that serves.
    async fn look_up(mut self, resolver: &Resolver) -> Self {
        let Some((host, port)) = self.name() else { return self };
        let found = match resolver(host.to_owned(), port).await {
            Ok(found) if found.is_empty() => Err(io::Error::other("the name has no address")),
            found => found,
        };
        match found {
            Ok(mut found) => {
                // A name server may rotate its answers.
                found.sort_unstable();
                found.dedup();
                self.bases = found.into_iter().filter_map(to_base_uri).collect();
                self.is_failing = false;
            }
            Err(error) if !self.is_failing => {
                tracing::warn!(%error, host, "failed to look up an upstream; keeping its addresses");
                self.is_failing = true;
            }
            Err(_) => {}
        }
        self
    }
}

fn to_base_uri(address: SocketAddr) -> Option<Uri> {
    format!("http://{address}/").parse().ok()
}

impl Upstreams {
    /// Looks up the names of the upstreams every second until `stop`, and uses the instances found.
    pub async fn follow_names(self, resolver: Resolver, stop: CancellationToken) {
        let named = [("runtime", self.runtime), ("control", self.control)];
        let followed = named.into_iter().filter_map(|(role, upstream)| match upstream {
            Upstream::Http(instances) => Some(follow(role, instances, &resolver)),
            Upstream::InProcess(_) => None,
        });
        stop.run_until_cancelled(join_all(followed)).await;
    }
}

/// Follows the names of one role. Never returns if there is a name.
async fn follow(role: &'static str, instances: Instances, resolver: &Resolver) {
    while instances.endpoints().iter().any(|endpoint| endpoint.name().is_some()) {
        let lookups = instances.endpoints().into_iter().map(|one| one.look_up(resolver));
        if instances.replace(join_all(lookups).await) {
            let bases = instances.bases();
            tracing::info!(role, instances = ?bases, "upstream instances changed");
        }
        tokio::time::sleep(LOOKUP_INTERVAL).await;
    }
}
