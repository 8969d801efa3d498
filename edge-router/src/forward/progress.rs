//! Whether a request still moves. An upload may take minutes as long as bytes flow; a request that
//! stands still, on either side, is given up.

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::Instant;

/// When a request last moved.
#[derive(Clone)]
pub struct Progress {
    begun: Instant,
    last_ms: Arc<AtomicU64>,
}

impl Progress {
    pub fn new() -> Self {
        Self { begun: Instant::now(), last_ms: Arc::default() }
    }

    /// `body`, noted whenever a part of it passes.
    pub fn watch(&self, body: Body) -> Body {
        if body.is_end_stream() {
            return body;
        }
        Body::new(Watched { body, progress: self.clone() })
    }

    /// Returns once nothing has moved for `patience`.
    pub async fn stalled(&self, patience: Duration) {
        loop {
            let last = self.begun + Duration::from_millis(self.last_ms.load(Ordering::Relaxed));
            let deadline = last + patience;
            if Instant::now() >= deadline {
                return;
            }
            tokio::time::sleep_until(deadline).await;
        }
    }

    fn note(&self) {
        let elapsed = u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.last_ms.store(elapsed, Ordering::Relaxed);
    }
}

struct Watched {
    body: Body,
    progress: Progress,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        if polled.is_ready() {
            self.progress.note();
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
