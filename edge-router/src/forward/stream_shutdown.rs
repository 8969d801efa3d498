//! Ends streams and WebSockets at shutdown, each at its own random time, so that their clients do
//! not all reconnect at once (edge design, section 5.8).

use crate::system::random_between;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Signal to end streams. Clones share it.
#[derive(Debug, Clone)]
pub struct StreamShutdown {
    shutdown_token: CancellationToken,
    spread: Duration,
}

impl StreamShutdown {
    /// Creates a signal that is inactive until [`Self::begin`] and then ends every stream within
    /// `spread`.
    pub fn new(spread: Duration) -> Self {
        Self { shutdown_token: CancellationToken::new(), spread }
    }

    /// Starts to end streams.
    pub fn begin(&self) {
        self.shutdown_token.cancel();
    }

    /// Returns when this stream must end.
    pub async fn wait_for_end(self) {
        self.shutdown_token.cancelled().await;
        if !self.spread.is_zero() {
            tokio::time::sleep(self.random_delay()).await;
        }
    }

    /// Random delay after which one stream ends.
    fn random_delay(&self) -> Duration {
        self.spread.mul_f64(random_between(0.0..1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::StreamShutdown;
    use futures::FutureExt;
    use std::time::Duration;

    #[test]
    fn streams_end_spread_over_the_period_and_none_later() {
        let ending = StreamShutdown::new(Duration::from_secs(8));
        let mut quarters = [0; 4];
        for _ in 0..400 {
            let turn = ending.random_delay();
            assert!(turn < Duration::from_secs(8));
            quarters[turn.as_secs() as usize / 2] += 1;
        }
        assert!(quarters.iter().all(|ended| (40..160).contains(ended)), "{quarters:?}");
    }

    #[test]
    fn streams_continue_before_the_shutdown() {
        let ending = StreamShutdown::new(Duration::ZERO);
        assert_eq!(ending.clone().wait_for_end().now_or_never(), None);
        ending.begin();
        assert_eq!(ending.wait_for_end().now_or_never(), Some(()));
    }
}
