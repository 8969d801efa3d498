//! A closed loop: `callers` clients, each with one request at a time, until the amount is reached.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;

/// Amount of requests. Every loop ends by count or by time.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    pub callers: usize,
    pub requests: usize,
    pub at_most: Duration,
}

/// Result of a loop.
#[derive(Clone, Debug)]
pub struct Measurement {
    pub per_second: f64,
    pub p50: Duration,
    pub p99: Duration,
    /// All requests, including the warm-up.
    pub made: usize,
}

/// Calls `once(number)` repeatedly; the first tenth of the count or time is not counted.
pub async fn run<F, Fut>(amount: Amount, once: F) -> Result<Measurement>
where
    F: Fn(usize) -> Fut + Send + Sync + 'static,
    Fut: Future<Output = Result<()>> + Send,
{
    let once = Arc::new(once);
    let next = Arc::new(AtomicUsize::new(0));
    let warm = amount.requests / 10;
    let started = Instant::now();
    let mut callers = tokio::task::JoinSet::new();
    for _ in 0..amount.callers {
        let (once, next) = (Arc::clone(&once), Arc::clone(&next));
        callers.spawn(async move {
            let (mut taken, mut made) = (Vec::new(), 0);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= amount.requests || started.elapsed() > amount.at_most {
                    return anyhow::Ok((taken, made));
                }
                let begun = Instant::now();
                once(number).await?;
                made += 1;
                if number >= warm || begun - started > amount.at_most / 10 {
                    taken.push((begun, begun.elapsed()));
                }
            }
        });
    }
    let (mut taken, mut made) = (Vec::new(), 0);
    while let Some(caller) = callers.join_next().await {
        let (own, of_it) = caller??;
        taken.extend(own);
        made += of_it;
    }
    Ok(summary(&taken, made))
}

fn summary(taken: &[(Instant, Duration)], made: usize) -> Measurement {
    let first = taken.iter().map(|(begun, _)| *begun).min();
    let last = taken.iter().map(|(begun, took)| *begun + *took).max();
    let span = first.zip(last).map_or(Duration::ZERO, |(first, last)| last - first);
    let mut times: Vec<Duration> = taken.iter().map(|(_, took)| *took).collect();
    let (p50, p99) = percentiles(&mut times);
    let per_second = times.len() as f64 / span.as_secs_f64().max(f64::EPSILON);
    Measurement { per_second, p50, p99, made }
}

/// Median and 99th percentile.
pub fn percentiles(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    (at(50), at(99))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn computes_percentiles_of_a_hundred_values() {
        let mut times: Vec<Duration> = (1..=100).rev().map(Duration::from_millis).collect();
        let (p50, p99) = percentiles(&mut times);
        assert_eq!((p50.as_millis(), p99.as_millis()), (51, 100));
    }

    #[tokio::test]
    async fn loop_ends_at_its_count() -> Result<()> {
        let amount = Amount { callers: 4, requests: 100, at_most: Duration::from_secs(5) };
        let measured = run(amount, |_| async { Ok(()) }).await?;
        assert_eq!(measured.made, 100);
        Ok(())
    }
}
