//! Checks before an authority is contacted. An order that would fail is not made, and the user gets
//! the reason (edge design, section 5.2).

pub(crate) mod caa;
mod resolver;

pub use resolver::answers_dns;
pub(crate) use resolver::{DnsAnswer, DnsResolver};

use super::errors::{CertificateError, CertificateErrorKind};
use std::net::{IpAddr, SocketAddr};

/// Resolvers that must agree, and the expected targets of a host.
pub(super) struct Preflight {
    looks: Vec<DnsResolver>,
    addresses: Vec<IpAddr>,
}

impl Preflight {
    pub(super) fn new(resolvers: &[SocketAddr], addresses: &[IpAddr]) -> Self {
        let looks = resolvers.iter().map(|server| DnsResolver::new(*server)).collect();
        Self { looks, addresses: addresses.to_vec() }
    }

    /// Addresses of a name, from the first resolver that answers.
    pub(super) async fn resolve_addresses(&self, name: &str) -> Vec<IpAddr> {
        for look in &self.looks {
            if let DnsAnswer::Records(found) = look.query_addresses(name).await {
                return found;
            }
        }
        Vec::new()
    }

    /// Checks a name with every resolver. `caa` holds the authority's identifiers; if empty, the
    /// CAA check is left to the authority. `led_here` also checks the addresses, which DNS
    /// validation does not need.
    ///
    /// # Errors
    /// The problem of the name. A resolver that does not answer is skipped as long as another one
    /// does.
    pub(super) async fn check(
        &self,
        name: &str,
        caa: &[String],
        led_here: bool,
    ) -> Result<(), CertificateError> {
        let mut answered = false;
        for look in &self.looks {
            answered |= self.check_through(look, name, caa, led_here).await?;
        }
        if answered {
            return Ok(());
        }
        let words = format!("None of our resolvers has an answer about {name}.");
        Err(CertificateError::temporary("resolvers-silent", words))
    }

    /// Returns whether this resolver answered.
    async fn check_through(
        &self,
        resolver: &DnsResolver,
        name: &str,
        caa: &[String],
        led_here: bool,
    ) -> Result<bool, CertificateError> {
        if led_here {
            match resolver.query_addresses(name).await {
                DnsAnswer::Records(found) => self.check_addresses(name, &found, resolver)?,
                DnsAnswer::Nothing => {
                    return Err(host_fault("no-records", no_records(name, resolver)));
                }
                DnsAnswer::Silence => return Ok(false),
            }
        }
        if caa.is_empty() {
            return Ok(true);
        }
        match caa::check(resolver, name, caa).await {
            caa::CaaVerdict::Allowed => Ok(true),
            caa::CaaVerdict::Silence => Ok(false),
            caa::CaaVerdict::Forbidden { at, .. } => {
                let words = format!(
                    "A CAA record at {at} lets other authorities issue for {name}, and not {}. \
                     Add a record that allows it, or remove the others.",
                    caa.join(" or ")
                );
                Err(host_fault("caa-forbids", words))
            }
        }
    }

    fn check_addresses(
        &self,
        name: &str,
        found: &[IpAddr],
        resolver: &DnsResolver,
    ) -> Result<(), CertificateError> {
        if self.addresses.is_empty() {
            return Ok(());
        }
        let Some(foreign) = found.iter().find(|address| !self.addresses.contains(address)) else {
            return Ok(());
        };
        let ours: Vec<String> = self.addresses.iter().map(IpAddr::to_string).collect();
        let kind = if foreign.is_ipv6() { "AAAA" } else { "A" };
        let words = format!(
            "{name} leads to {foreign} ({kind} record, seen through {}), which is not ours. It must point to {} only.",
            resolver.server_address(),
            ours.join(" or ")
        );
        Err(host_fault("dns-elsewhere", words))
    }
}

fn no_records(name: &str, resolver: &DnsResolver) -> String {
    format!(
        "{name} has no address record (A, AAAA or CNAME), seen through {}.",
        resolver.server_address()
    )
}

fn host_fault(code: &'static str, words: String) -> CertificateError {
    CertificateError::new(CertificateErrorKind::Host { validated: false }, code, words)
}
