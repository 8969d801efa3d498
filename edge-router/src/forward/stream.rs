//! End of event streams at shutdown: the body ends as if the upstream had finished, and the browser
//! reconnects to another edge.

use super::idle_timeout::is_stream;
use super::stream_shutdown::StreamShutdown;
use axum::body::{Body, Bytes};
use http::Response;
use http_body::{Body as HttpBody, Frame};
use std::pin::Pin;
use std::task::{Context, Poll};

/// Returns `response` unchanged, or, for an event stream, with a body that ends at shutdown.
pub fn end_with(response: Response<Body>, shutdown: &StreamShutdown) -> Response<Body> {
    if !is_stream(response.headers()) {
        return response;
    }
    let ended = Box::pin(shutdown.clone().wait_for_end());
    response.map(|body| Body::new(EventStream { body, ended }))
}

struct EventStream {
    body: Body,
    ended: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl HttpBody for EventStream {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.ended.as_mut().poll(cx).is_ready() {
            return Poll::Ready(None);
        }
        Pin::new(&mut self.body).poll_frame(cx)
    }
}
