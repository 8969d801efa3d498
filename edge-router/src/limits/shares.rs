//! What one network may cause, whatever number of connections it uses for it.

use super::budget::Budget;
use super::networks::Networks;

/// What one network may cause.
#[derive(Debug, Clone, Copy)]
pub struct NetworkBudgets {
    /// Requests of any kind.
    pub requests: Budget,
    /// Beginnings of TLS that a key is used for.
    pub handshakes: Budget,
    /// Names that are none of ours, in handshakes and in requests.
    pub unknown_names: Budget,
    /// Streams of HTTP/2 that are taken back.
    pub resets: Budget,
}

/// Enough for an office behind one address that comes back at once after an edge was replaced.
impl Default for NetworkBudgets {
    fn default() -> Self {
        Self {
            requests: Budget::new(10_000, 1_000),
            handshakes: Budget::new(1_000, 100),
            unknown_names: Budget::new(100, 10),
            resets: Budget::new(1_000, 100),
        }
    }
}

/// What each network has used.
#[derive(Debug)]
pub struct Shares {
    pub requests: Networks,
    pub handshakes: Networks,
    pub unknown_names: Networks,
    pub resets: Networks,
}

impl Shares {
    pub fn new(budgets: &NetworkBudgets) -> Self {
        Self {
            requests: Networks::new(budgets.requests),
            handshakes: Networks::new(budgets.handshakes),
            unknown_names: Networks::new(budgets.unknown_names),
            resets: Networks::new(budgets.resets),
        }
    }
}
