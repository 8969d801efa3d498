//! Limits for open connections, in total and per network.

use crate::metrics;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

/// Counts open connections. Clones share the counts.
#[derive(Debug, Clone)]
pub struct Connections {
    total_max: usize,
    network_max: usize,
    open: Arc<Mutex<OpenConnections>>,
}

#[derive(Debug, Default)]
struct OpenConnections {
    total: usize,
    networks: HashMap<IpAddr, usize>,
}

/// Slot of one open connection, released on drop.
#[derive(Debug)]
pub struct ConnectionSlot {
    network: IpAddr,
    open: Arc<Mutex<OpenConnections>>,
}

impl Connections {
    /// Allows at most `total_max` in total and `network_max` from one network.
    #[must_use]
    pub fn new(total_max: usize, network_max: usize) -> Self {
        Self { total_max, network_max, open: Arc::default() }
    }

    /// Returns a slot for a connection from `ip`, if one is free.
    #[must_use]
    pub fn acquire_slot(&self, ip: IpAddr) -> Option<ConnectionSlot> {
        self.acquire_slot_within(ip, self.network_max)
    }

    /// Like [`Self::acquire_slot`], for a proxy that carries many clients: only the total limit applies.
    #[must_use]
    pub fn acquire_proxy_slot(&self, ip: IpAddr) -> Option<ConnectionSlot> {
        self.acquire_slot_within(ip, usize::MAX)
    }

    fn acquire_slot_within(&self, ip: IpAddr, network_max: usize) -> Option<ConnectionSlot> {
        let network = network_of(ip);
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let here = open.networks.get(&network).copied().unwrap_or(0);
        if open.total >= self.total_max || here >= network_max {
            return None;
        }
        open.total += 1;
        open.networks.insert(network, here + 1);
        metrics::connections(open.total);
        Some(ConnectionSlot { network, open: Arc::clone(&self.open) })
    }

    /// Number of open connections.
    #[must_use]
    pub fn open_count(&self) -> usize {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).total
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.total = open.total.saturating_sub(1);
        metrics::connections(open.total);
        if let Some(here) = open.networks.get_mut(&self.network) {
            *here -= 1;
            if *here == 0 {
                open.networks.remove(&self.network);
            }
        }
    }
}

/// Network of one subscriber: a single IPv4 address, or a /64 of IPv6.
pub(super) fn network_of(ip: IpAddr) -> IpAddr {
    match ip.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => IpAddr::from((u128::from(v6) & (u128::MAX << 64)).to_be_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::Connections;
    use std::net::IpAddr;

    #[test]
    fn limits_connections_per_network_and_frees_closed_ones() {
        let connections = Connections::new(3, 2);
        let (ours, theirs) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let first = connections.acquire_slot(ours);
        let second = connections.acquire_slot(ours);
        assert!(first.is_some() && second.is_some());
        assert!(connections.acquire_slot(ours).is_none(), "over the network's limit");
        assert!(connections.acquire_proxy_slot(ours).is_some());
        let third = connections.acquire_slot(theirs);
        assert!(third.is_some());
        drop(first);
        assert!(connections.acquire_slot(ours).is_some());
        drop((second, third));
        assert_eq!(connections.open_count(), 0);
    }

    #[test]
    fn limits_total_connections_and_counts_ipv6_by_subscriber() {
        let connections = Connections::new(2, 1);
        let parse = |text: &str| text.parse::<IpAddr>().unwrap_or_else(|_| [0, 0, 0, 0].into());
        let first = connections.acquire_slot(parse("2001:db8:1:1::1"));
        assert!(first.is_some());
        assert!(connections.acquire_slot(parse("2001:db8:1:1::2")).is_none(), "the same /64");
        let second = connections.acquire_slot(parse("2001:db8:1:2::1"));
        assert!(second.is_some());
        assert!(
            connections.acquire_slot(parse("2001:db8:1:3::1")).is_none(),
            "the total limit is reached"
        );
    }
}
