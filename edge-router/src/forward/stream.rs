//! Event streams last until someone ends them. When the edge leaves, it does: the body ends as if
//! the upstream had finished, and the browser reconnects to an edge that stays.

use super::ending::Ending;
use super::stall::is_stream;
use axum::body::{Body, Bytes};
use http::Response;
use http_body::{Body as HttpBody, Frame};
use std::pin::Pin;
use std::task::{Context, Poll};

/// `response` as it is, or, if it is an event stream, one that ends when its turn has come.
pub fn end_with(response: Response<Body>, ending: &Ending) -> Response<Body> {
    if !is_stream(response.headers()) {
        return response;
    }
    let ended = Box::pin(ending.clone().reached());
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
