//! An answer that began and does not go on. Nothing says that it ever will, and its client would wait
//! as long as it has patience; so it is cut where nothing came for a while. Streams of events have
//! more time, and keep it by what they say to stay alive.

use crate::metrics;
use axum::body::{Body, Bytes};
use http::header::CONTENT_TYPE;
use http::{HeaderMap, Response};
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep_until};

type Polled = Poll<Option<Result<Frame<Bytes>, axum::Error>>>;

/// How long an answer that began may be without a byte.
#[derive(Debug, Clone, Copy)]
pub struct Stillness {
    pub answer: Duration,
    pub stream: Duration,
}

/// The body of an answer is of known length and not there yet; an extension of it.
#[derive(Debug, Clone, Copy)]
pub struct Flows;

/// Whether an answer is a stream of events.
pub fn is_stream(headers: &HeaderMap) -> bool {
    headers
        .get(CONTENT_TYPE)
        .is_some_and(|value| value.as_bytes().starts_with(b"text/event-stream"))
}

/// `response`, cut when nothing comes. What is there whole already stays as it is.
pub fn bound(response: Response<Body>, still: Stillness) -> Response<Body> {
    let body = response.body();
    let flows =
        body.size_hint().exact().is_none() || response.extensions().get::<Flows>().is_some();
    if body.is_end_stream() || !flows {
        return response;
    }
    let wait = if is_stream(response.headers()) { still.stream } else { still.answer };
    response.map(|body| Body::new(Bounded { body, wait, since: None, alarm: None }))
}

struct Bounded {
    body: Body,
    wait: Duration,
    /// Since when the next part is waited for.
    since: Option<Instant>,
    /// Made with the first wait and moved when it rings too soon, not with every part.
    alarm: Option<Pin<Box<Sleep>>>,
}

impl Bounded {
    fn poll_patience(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        let until = *self.since.get_or_insert_with(Instant::now) + self.wait;
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

impl HttpBody for Bounded {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Polled {
        let polled = Pin::new(&mut self.body).poll_frame(cx);
        if polled.is_ready() {
            self.since = None;
            return polled;
        }
        if self.poll_patience(cx).is_pending() {
            return Poll::Pending;
        }
        metrics::stalled();
        tracing::warn!("an upstream did not go on with its answer");
        Poll::Ready(Some(Err(axum::Error::new("the upstream did not go on"))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
