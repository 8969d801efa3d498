//! What tests of both targets are told: where the servers are, and how a limiter counts in a test.

use platform::Clock;
use platform::limiter::{LimitTime, LimiterSettings};

/// The test server's address; a run on servers without it has failed.
pub fn server(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run scripts/with-servers.sh"))
}

/// Settings of a limiter that goes by `clock`.
pub fn limits(clock: &Clock) -> LimiterSettings {
    LimiterSettings {
        secret: [7; 32],
        google_sign_ins_per_day: 20,
        replicas: 1,
        patience: std::time::Duration::from_millis(100),
        time: LimitTime::Clock(clock.clone()),
    }
}
