//! Concurrent sequential requests to several addresses, and their failures.

use crate::WAIT_TIMEOUT;
use crate::browser::Browser;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::interval;
use tokio_util::sync::CancellationToken;

/// A load that runs until it is stopped.
pub struct Load {
    passed: Arc<AtomicUsize>,
    stop: CancellationToken,
    visitors: JoinSet<Vec<String>>,
}

impl Load {
    /// Starts two clients per address.
    pub fn start(browser: &Browser, addresses: &[(&'static str, &'static str)]) -> Self {
        Self::start_every(Duration::ZERO, browser, addresses)
    }

    /// Starts two clients per address with this minimum interval between requests.
    pub fn start_every(
        pause: Duration,
        browser: &Browser,
        addresses: &[(&'static str, &'static str)],
    ) -> Self {
        let mut load = Self {
            passed: Arc::default(),
            stop: CancellationToken::new(),
            visitors: JoinSet::new(),
        };
        for &(host, path) in addresses.iter().chain(addresses) {
            let (browser, passed, stop) = (browser.clone(), load.passed.clone(), load.stop.clone());
            load.visitors.spawn(async move {
                let mut failed = Vec::new();
                let mut pace = interval(pause.max(Duration::from_millis(1)));
                while !stop.is_cancelled() {
                    pace.tick().await;
                    match browser.try_get(host, path).await {
                        Ok(answer) if answer.status().is_success() => {}
                        Ok(answer) => failed.push(format!("{host}{path}: {}", answer.status())),
                        Err(error) => failed.push(format!("{host}{path}: {error:?}")),
                    }
                    passed.fetch_add(1, Ordering::Relaxed);
                }
                failed
            });
        }
        load
    }

    /// Waits until `count` more requests have completed.
    pub async fn passes(&self, count: usize) {
        let goal = self.passed.load(Ordering::Relaxed) + count;
        let passing = async {
            while self.passed.load(Ordering::Relaxed) < goal {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, passing).await.expect("requests come to an end");
    }

    /// Continues for a time.
    pub async fn lasts(&self, time: Duration) {
        let until = tokio::time::Instant::now() + time;
        while tokio::time::Instant::now() < until {
            self.passes(100).await;
        }
    }

    /// Number of completed requests, each with its own handshake.
    pub fn passed(&self) -> usize {
        self.passed.load(Ordering::Relaxed)
    }

    /// Stops it; returns the failures.
    pub async fn end(mut self) -> Vec<String> {
        self.stop.cancel();
        let mut failed = Vec::new();
        while let Some(visitor) = self.visitors.join_next().await {
            failed.extend(visitor.unwrap());
        }
        failed
    }
}
