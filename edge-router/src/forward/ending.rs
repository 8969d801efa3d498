//! The end of streams and WebSockets when the edge leaves: each at a moment of its own, so that their
//! clients do not all come back at once (edge design, section 5.8).

use crate::system::random_between;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Says when streams end. Clones say the same.
#[derive(Debug, Clone)]
pub struct Ending {
    leaving: CancellationToken,
    spread: Duration,
}

impl Ending {
    /// Nothing ends before [`Self::begin`], everything within `spread` of it.
    pub fn new(spread: Duration) -> Self {
        Self { leaving: CancellationToken::new(), spread }
    }

    /// From now on streams end.
    pub fn begin(&self) {
        self.leaving.cancel();
    }

    /// Returns when it is one stream's turn to end.
    pub async fn reached(self) {
        self.leaving.cancelled().await;
        if !self.spread.is_zero() {
            tokio::time::sleep(self.turn()).await;
        }
    }

    /// When one stream ends, after the edge has begun to leave.
    fn turn(&self) -> Duration {
        self.spread.mul_f64(random_between(0.0..1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::Ending;
    use futures::FutureExt;
    use std::time::Duration;

    #[test]
    fn streams_end_all_over_the_time_and_none_after_it() {
        let ending = Ending::new(Duration::from_secs(8));
        let mut quarters = [0; 4];
        for _ in 0..400 {
            let turn = ending.turn();
            assert!(turn < Duration::from_secs(8));
            quarters[turn.as_secs() as usize / 2] += 1;
        }
        assert!(quarters.iter().all(|ended| (40..160).contains(ended)), "{quarters:?}");
    }

    #[test]
    fn nothing_ends_before_the_edge_leaves() {
        let ending = Ending::new(Duration::ZERO);
        assert_eq!(ending.clone().reached().now_or_never(), None);
        ending.begin();
        assert_eq!(ending.reached().now_or_never(), Some(()));
    }
}
