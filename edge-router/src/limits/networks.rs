//! One rate limit per network, in a table of fixed size. With some thousands of entries it is full;
//! a new network then replaces the one that has used least of its budget, which loses least by it.

use super::budget::{Budget, since_us};
use super::connections::network_of;
use std::hash::{BuildHasher, RandomState};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Number of networks in one bucket of the table; a new network replaces one in its own bucket.
const PROBED_ENTRIES: usize = 8;
const SHARDS: usize = 1_024;

/// Entry of a network: its hash (0 if unused), and the time at which its whole budget is available
/// again.
type NetworkEntry = [u64; 2];
/// Each bucket has its own lock, so that two cores rarely contend.
type Shard = Mutex<[NetworkEntry; PROBED_ENTRIES]>;

/// Rate limit of each network.
#[derive(Debug)]
pub struct Networks {
    budget: Budget,
    begun: Instant,
    /// Random hash keys for each process, so that a client cannot choose its bucket.
    names: RandomState,
    shards: Box<[Shard]>,
}

impl Networks {
    /// Gives `budget` to every network.
    #[must_use]
    pub fn new(budget: Budget) -> Self {
        let shards = (0..SHARDS).map(|_| Shard::default()).collect();
        Self { budget, begun: Instant::now(), names: RandomState::new(), shards }
    }

    /// Consumes one unit of the budget of `ip`'s network, if available.
    #[must_use]
    pub fn try_consume(&self, ip: IpAddr) -> bool {
        self.try_consume_at(ip, since_us(self.begun))
    }

    fn try_consume_at(&self, ip: IpAddr, now_us: u64) -> bool {
        let name = self.names.hash_one(network_of(ip));
        let number = usize::try_from(name % SHARDS as u64).unwrap_or(0);
        let name = name | 1 << 63;
        let mut part = self.shards[number].lock().unwrap_or_else(PoisonError::into_inner);
        let place = match part.iter().position(|place| place[0] == name) {
            Some(known) => known,
            None => {
                let least = (0..PROBED_ENTRIES).min_by_key(|at| part[*at][1]).unwrap_or(0);
                part[least] = [name, 0];
                least
            }
        };
        self.budget.try_consume(&mut part[place][1], now_us)
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Networks};
    use std::net::{IpAddr, Ipv6Addr};

    #[test]
    fn each_network_has_a_separate_limit_and_ipv6_counts_by_subscriber() {
        let networks = Networks::new(Budget::new(2, 1));
        let (ours, theirs) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        assert_eq!([1, 2, 3].map(|_| networks.try_consume_at(ours, 5)), [true, true, false]);
        assert!(networks.try_consume_at(theirs, 5));
        assert!(networks.try_consume_at(ours, 1_000_005));
        let six = |last| IpAddr::V6(Ipv6Addr::new(0x2001, 0xdb8, 1, 1, 0, 0, 0, last));
        assert_eq!(
            [1, 2, 3].map(|last| networks.try_consume_at(six(last), 5)),
            [true, true, false]
        );
    }

    #[test]
    fn evicting_entries_does_not_reset_blocked_networks() {
        let networks = Networks::new(Budget::new(2, 1));
        let known = IpAddr::from([203, 0, 113, 9]);
        assert!(networks.try_consume_at(known, 0) && networks.try_consume_at(known, 0));
        for number in 0..200_000u32 {
            assert!(networks.try_consume_at(IpAddr::from((0x0a00_0000 + number).to_be_bytes()), 0));
        }
        assert!(!networks.try_consume_at(known, 0), "the entry with the highest usage stays");
    }
}
