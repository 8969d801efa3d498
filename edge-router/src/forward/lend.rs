//! Lends a request body to an attempt to send it. A body that was never read can be sent again.

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

/// Wraps a body so that it can be recovered from a request that was never sent.
pub fn lend(body: Body) -> (Body, Lender) {
    let lent = (body.size_hint(), body.is_end_stream());
    let lender = Lender(Arc::new(Mutex::new(Some(body))));
    let kept = Arc::clone(&lender.0);
    (Body::new(Lent { lent, kept, taken: None }), lender)
}

/// Holds the body until it is first read.
pub struct Lender(Arc<Mutex<Option<Body>>>);

impl Lender {
    /// Returns the body, unless reading has begun.
    pub fn take_back(self) -> Option<Body> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

struct Lent {
    lent: (SizeHint, bool),
    kept: Arc<Mutex<Option<Body>>>,
    taken: Option<Body>,
}

impl HttpBody for Lent {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.taken.is_none() {
            let taken = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
            self.taken = taken;
        }
        match &mut self.taken {
            Some(body) => Pin::new(body).poll_frame(cx),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.taken.as_ref().map_or(self.lent.1, HttpBody::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.taken.as_ref().map_or(self.lent.0, HttpBody::size_hint)
    }
}
