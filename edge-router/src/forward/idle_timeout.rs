//! Idle timeout of response bodies. A response without data for too long is aborted, because the
//! client would otherwise wait without end. Event streams have a longer timeout, and keep-alive
//! events reset it.

use crate::metrics;
use axum::body::{Body, Bytes};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Response};
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep_until};

type TimeoutPoll = Poll<Option<Result<Frame<Bytes>, axum::Error>>>;

/// Maximum time without a byte of a response body.
#[derive(Debug, Clone, Copy)]
pub struct IdleTimeouts {
    pub answer: Duration,
    pub stream: Duration,
}

/// Response extension: the body has a known length and has not arrived completely.
#[derive(Debug, Clone, Copy)]
pub struct IncompleteBody;

/// Returns whether a response is an event stream.
pub fn is_stream(headers: &HeaderMap) -> bool {
    headers
        .get(CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"text/event-stream"))
}

/// Aborts the body of `response` when nothing arrives in time. A body that is already complete is
/// returned unchanged.
pub fn limit_idle_body(response: Response<Body>, idle_timeouts: IdleTimeouts) -> Response<Body> {
    let body = response.body();
    let flows = body.size_hint().exact().is_none()
        || response.extensions().get::<IncompleteBody>().is_some();
    if body.is_end_stream() || !flows {
        return response;
    }
    let wait =
        if is_stream(response.headers()) { idle_timeouts.stream } else { idle_timeouts.answer };
    response
        .map(|body| Body::new(IdleTimeoutBody { body, timeout: wait, since: None, alarm: None }))
}

struct IdleTimeoutBody {
    body: Body,
    timeout: Duration,
    /// Time since which the next frame is awaited.
    since: Option<Instant>,
    /// Created at the first wait and reset when it fires too early, not with every frame.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl IdleTimeoutBody {
    fn poll_timeouts(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let until = *self.since.get_or_insert_with(Instant::now) + self.timeout;
        let alarm = self.alarm.get_or_insert_with(|| Box::pin(sleep_until(until)));
        while alarm.as_mut().poll(cx).is_ready() {
            if Instant::now() >= until {
                return Poll::Ready(());
            }
            alarm.as_mut().reset(until);
        }
        Poll::Pending
    }
}

impl HttpBody for IdleTimeoutBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> TimeoutPoll {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        if polled.is_ready() {
            self.since = None;
            return polled;
        }
        if self.poll_timeouts(cx).is_pending() {
            return Poll::Pending;
        }
        metrics::record_stalled_request();
        tracing::warn!("response aborted: the upstream sent no data within the idle timeout");
        Poll::Ready(Some(Err(axum::Error::new("the upstream did not go on"))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
