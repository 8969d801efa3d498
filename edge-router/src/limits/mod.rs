//! Early refusals: connections over a network's limit, networks
//! over their rate limit, and tenants over their share of a role.

mod budget;
mod client_limits;
mod connections;
mod fair_queue;
mod networks;

pub use budget::Budget;
pub(crate) use budget::BudgetMeter;
pub(crate) use client_limits::ClientLimits;
pub use client_limits::NetworkBudgets;
pub use connections::{ConnectionSlot, Connections};
pub use fair_queue::ConcurrencyLimits;
pub(crate) use fair_queue::{Acquire, FairQueue, Owner, Permit};

use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};

/// Peer address of the connection, as a request extension. Set by the listener, or by tests that
/// call the service without a socket.
#[derive(Debug, Clone, Copy)]
pub struct ClientAddr(pub SocketAddr);

/// Client address for rate limits: the peer, or the right-most address in `X-Forwarded-For` that is
/// not a trusted proxy. Addresses to its left are not trustworthy.
pub(crate) fn client_ip<'h>(
    peer: IpAddr,
    forwarded_for: impl DoubleEndedIterator<Item = &'h http::HeaderValue>,
    trusted: &[IpNet],
) -> IpAddr {
    let mut nearest = peer.to_canonical();
    if !is_within(trusted, nearest) {
        return nearest;
    }
    let lines = forwarded_for.rev().filter_map(|line| line.to_str().ok());
    for address in lines.flat_map(|line| line.rsplit(',')) {
        let Ok(address) = address.trim().parse::<IpAddr>() else { break };
        nearest = address.to_canonical();
        if !is_within(trusted, nearest) {
            break;
        }
    }
    nearest
}

/// Returns whether one of `networks` contains `ip`.
pub(crate) fn is_within(networks: &[IpNet], ip: IpAddr) -> bool {
    let ip = ip.to_canonical();
    networks.iter().any(|network| network.contains(&ip))
}

#[cfg(test)]
mod tests {
    use super::client_ip;
    use http::HeaderValue;
    use std::net::IpAddr;

    #[test]
    fn trusts_forwarded_addresses_only_from_trusted_proxies() {
        let proxy = IpAddr::from([10, 0, 0, 1]);
        let stranger = IpAddr::from([203, 0, 113, 9]);
        let said = ["1.2.3.4, 203.0.113.9", "10.0.0.1"].map(HeaderValue::from_static);
        assert_eq!(client_ip(stranger, said.iter(), &[]), stranger);
        assert_eq!(client_ip(proxy, said.iter(), &[]), proxy);
        assert_eq!(client_ip(proxy, said.iter(), &[proxy.into()]), stranger);
        let network = "10.0.0.0/8".parse().unwrap_or_default();
        assert_eq!(client_ip(proxy, said.iter(), &[network]), stranger);
        let nonsense = [HeaderValue::from_static("1.2.3.4, unknown")];
        assert_eq!(client_ip(proxy, nonsense.iter(), &[proxy.into()]), proxy);
    }
}
