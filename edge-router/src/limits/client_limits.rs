//! Rate limits of one network, across all of its connections.

use super::budget::Budget;
use super::networks::Networks;

/// Rate limits of one network.
#[derive(Debug, Clone, Copy)]
pub struct NetworkBudgets {
    /// All requests.
    pub requests: Budget,
    /// TLS handshakes that use a private key.
    pub handshakes: Budget,
    /// Unknown names, in handshakes and in requests.
    pub unknown_names: Budget,
    /// Reset HTTP/2 streams.
    pub resets: Budget,
}

/// Sufficient for an office behind one address whose clients all reconnect at once after an edge
/// was replaced.
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

/// Rate limit state of each network.
#[derive(Debug)]
pub struct ClientLimits {
    pub requests: Networks,
    pub handshakes: Networks,
    pub unknown_names: Networks,
    pub resets: Networks,
}

impl ClientLimits {
    pub fn new(budgets: &NetworkBudgets) -> Self {
        Self {
            requests: Networks::new(budgets.requests),
            handshakes: Networks::new(budgets.handshakes),
            unknown_names: Networks::new(budgets.unknown_names),
            resets: Networks::new(budgets.resets),
        }
    }
}
