//! A request body that can be recovered after a failed attempt if nothing of it was read.

use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

/// Wraps a body so that it can be recovered from a request that was never sent.
pub fn make_recoverable(body: Body) -> (Body, BodyRecovery) {
    let lent = (body.size_hint(), body.is_end_stream());
    let lender = BodyRecovery(Arc::new(Mutex::new(Some(body))));
    let kept = Arc::clone(&lender.0);
    (Body::new(RecoverableBody { lent, kept, taken: None }), lender)
}

/// Holds the body until it is first read.
pub struct BodyRecovery(Arc<Mutex<Option<Body>>>);

impl BodyRecovery {
    /// Returns the body, unless reading has begun.
    pub fn recover_unread(self) -> Option<Body> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

struct RecoverableBody {
    lent: (SizeHint, bool),
    kept: Arc<Mutex<Option<Body>>>,
    taken: Option<Body>,
}

impl HttpBody for RecoverableBody {
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
