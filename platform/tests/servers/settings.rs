//! Settings shared by both test targets: server addresses, and limiter settings.

use platform::Clock;
use platform::limiter::{LimitTime, LimiterSettings};
use wire::KeyRing;

/// Address of a test server; fails if a run with servers lacks it.
pub fn server(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set: run scripts/with-servers.sh"))
}

/// Limiter settings with `clock`.
pub fn limits(clock: &Clock) -> LimiterSettings {
    LimiterSettings {
        secrets: KeyRing::single([7; 32]),
        google_sign_ins_per_day: 20,
        replicas: 1,
        redis_timeout: std::time::Duration::from_millis(100),
        time: LimitTime::Clock(clock.clone()),
    }
}
