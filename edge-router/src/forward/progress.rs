//! Progress of a request. An upload may take minutes as long as bytes arrive. A request without
//! progress on either side is aborted, and so is one whose client sends a few bytes at a time to
//! keep its slot (edge design, section 3).

use super::content::Content;
use crate::config::BodyPace;
use crate::lazy_timer::Alarm;
use crate::problem::{BODY_BROKEN, BODY_SLOW, Problem, UPSTREAM_SLOW};
use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Instant;

/// Interval at which the speed of a body is checked.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Timeouts of a request.
#[derive(Debug, Clone, Copy)]
pub struct BodyTimeouts {
    /// Maximum time without progress while the edge is not waiting for the client.
    pub still: Duration,
    /// Minimum speed of the client's body.
    pub body: BodyPace,
}

/// Progress of a request. Clones observe the same one.
#[derive(Clone)]
pub struct Progress {
    begun: Instant,
    facts: Arc<ProgressCounters>,
}

/// All times are milliseconds since the request began.
#[derive(Default)]
struct ProgressCounters {
    last_ms: AtomicU64,
    has_body: AtomicBool,
    bytes: AtomicU64,
    /// Total time spent waiting for the client, without the current wait.
    waited_ms: AtomicU64,
    /// Start of the current wait for the client, plus one; 0 while the edge is not waiting for it.
    waiting_from: AtomicU64,
    broken: AtomicBool,
    too_large: AtomicBool,
}

impl Progress {
    pub fn new() -> Self {
        Self { begun: Instant::now(), facts: Arc::default() }
    }

    /// Wraps `body`: records every frame that passes, and fails the body if it exceeds the size
    /// limit of `content`.
    pub fn wrap_body(&self, body: Body, content: Content) -> Body {
        if body.is_end_stream() {
            return body;
        }
        self.facts.has_body.store(true, Ordering::Relaxed);
        let bytes_max = content.kind.bytes_max() as u64;
        Body::new(WatchedBody { body, bytes_max, progress: self.clone() })
    }

    /// Problem for a body that exceeded its limit, independent of the upstream's response.
    pub fn body_excess(&self, content: Content) -> Option<Problem> {
        self.facts.too_large.load(Ordering::Relaxed).then(|| content.too_large())
    }

    /// Returns the problem to send: a client error if the client's body was broken off or invalid,
    /// otherwise `problem`.
    pub fn prefer_client_error(&self, problem: Problem) -> Problem {
        if self.facts.broken.load(Ordering::Relaxed) { BODY_BROKEN } else { problem }
    }

    /// Returns the problem for the client once a timeout expires.
    pub async fn timeout_problem(&self, patience: BodyTimeouts, alarm: &mut Alarm) -> Problem {
        let body = patience.body;
        loop {
            let facts = &self.facts;
            let last = Duration::from_millis(facts.last_ms.load(Ordering::Relaxed));
            let still_until = self.begun + last + patience.still;
            if !facts.has_body.load(Ordering::Relaxed) {
                poll_fn(|cx| alarm.poll_until(cx, still_until)).await;
                let moved = Duration::from_millis(facts.last_ms.load(Ordering::Relaxed)) > last;
                if !moved && !facts.has_body.load(Ordering::Relaxed) {
                    return UPSTREAM_SLOW;
                }
                continue;
            }
            // The side that the edge waits for determines the error.
            let waiting = self.client_wait();
            let until = waiting
                .map_or(still_until, |waiting| Instant::now() + body.idle - waiting.min(body.idle));
            if Instant::now() >= until {
                return if waiting.is_some() { BODY_SLOW } else { UPSTREAM_SLOW };
            }
            if self.is_too_slow(body, waiting.unwrap_or_default()) {
                return BODY_SLOW;
            }
            let look = Instant::now() + LOOK_EVERY.min(body.grace);
            poll_fn(|cx| alarm.poll_until(cx, until.min(look))).await;
        }
    }

    /// Duration of the current wait for the client, if any.
    fn client_wait(&self) -> Option<Duration> {
        let from = self.facts.waiting_from.load(Ordering::Relaxed);
        (from > 0).then(|| Duration::from_millis(self.now_ms().saturating_sub(from - 1)))
    }

    fn is_too_slow(&self, pace: BodyPace, waiting: Duration) -> bool {
        let waited = Duration::from_millis(self.facts.waited_ms.load(Ordering::Relaxed)) + waiting;
        let bytes = u128::from(self.facts.bytes.load(Ordering::Relaxed));
        waited >= pace.grace && bytes * 1_000 < u128::from(pace.bytes_per_s) * waited.as_millis()
    }

    fn record_poll(&self, polled: &Poll<Option<Result<Frame<Bytes>, axum::Error>>>) {
        let (facts, now) = (&self.facts, self.now_ms());
        let Poll::Ready(frame) = polled else {
            // Keeps the start time of a wait that has already begun.
            let _ = facts.waiting_from.compare_exchange(
                0,
                now + 1,
                Ordering::Relaxed,
                Ordering::Relaxed,
            );
            return;
        };
        facts.last_ms.store(now, Ordering::Relaxed);
        let from = facts.waiting_from.swap(0, Ordering::Relaxed);
        if from > 0 {
            facts.waited_ms.fetch_add(now.saturating_sub(from - 1), Ordering::Relaxed);
        }
        match frame {
            Some(Ok(frame)) => {
                let length = frame.data_ref().map_or(0, Bytes::len);
                facts.bytes.fetch_add(length as u64, Ordering::Relaxed);
            }
            Some(Err(_)) => facts.broken.store(true, Ordering::Relaxed),
            None => facts.has_body.store(false, Ordering::Relaxed),
        }
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

struct WatchedBody {
    body: Body,
    bytes_max: u64,
    progress: Progress,
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        self.progress.record_poll(&polled);
        let facts = &self.progress.facts;
        if facts.bytes.load(Ordering::Relaxed) > self.bytes_max {
            facts.too_large.store(true, Ordering::Relaxed);
            return Poll::Ready(Some(Err(axum::Error::new("a body that is too large"))));
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Drop for WatchedBody {
    /// The reader no longer needs the body.
    fn drop(&mut self) {
        self.progress.facts.has_body.store(false, Ordering::Relaxed);
    }
}
