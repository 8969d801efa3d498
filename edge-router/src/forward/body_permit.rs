//! Concurrency permit of a request whose body is still arriving. A slow client must not hold a
//! permit, so the permit is released while the edge waits for the client. The end of the body,
//! without which the upstream cannot start to work, is sent only with a new permit.

use crate::limits::{Acquire, FairQueue, Owner, Permit};
use crate::problem::Problem;
use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

type PermitPoll = Poll<Option<Result<Frame<Bytes>, axum::Error>>>;

/// Tenant and fair queue from which the request gets its permits.
#[derive(Debug, Clone)]
pub struct PermitRequest {
    pub queue: Arc<FairQueue>,
    pub owner: Owner,
}

impl PermitRequest {
    pub fn request_permit(&self) -> Acquire {
        self.queue.acquire(self.owner)
    }
}

/// Permit state of a request.
#[derive(Debug, Clone)]
pub struct BodyPermit(Arc<Mutex<PermitState>>);

#[derive(Debug)]
enum PermitState {
    Held(#[expect(dead_code, reason = "held only to be dropped")] Permit),
    Released,
    Refused(Problem),
    /// The response has begun.
    Answered,
}

impl BodyPermit {
    /// Wraps the body of a request that has obtained its first permit.
    pub fn new(pass: Permit, acquire_state: PermitRequest, body: Body) -> (Self, Body) {
        let gate = Self(Arc::new(Mutex::new(PermitState::Held(pass))));
        if body.is_end_stream() {
            return (gate, body);
        }
        let gated = PermitBody {
            body,
            permit: gate.clone(),
            acquire_state,
            turn: None,
            last: FinalFrame::ToCome,
        };
        (gate, Body::new(gated))
    }

    /// Releases the permit because the response has begun. Returns the problem if the request never
    /// got a permit again.
    pub fn end_body(&self) -> Option<Problem> {
        match std::mem::replace(&mut *self.lock_state(), PermitState::Answered) {
            PermitState::Refused(problem) => Some(problem),
            _ => None,
        }
    }

    fn lock_state(&self) -> MutexGuard<'_, PermitState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn release_permit(&self) {
        let mut state = self.lock_state();
        let left = match &*state {
            PermitState::Held(_) => std::mem::replace(&mut *state, PermitState::Released),
            _ => return,
        };
        drop(state);
        drop(left);
    }

    fn is_outside(&self) -> bool {
        matches!(&*self.lock_state(), PermitState::Released)
    }

    fn record_permit(&self, turn: Result<Permit, Problem>) -> Result<(), axum::Error> {
        let (now, noted) = match turn {
            Ok(pass) => (PermitState::Held(pass), Ok(())),
            Err(problem) => (
                PermitState::Refused(problem),
                Err(axum::Error::new("no permit within the queue timeout")),
            ),
        };
        let mut state = self.lock_state();
        // A response that arrived before the end of the request has already released the permit.
        let before =
            matches!(&*state, PermitState::Released).then(|| std::mem::replace(&mut *state, now));
        drop(state);
        drop(before);
        noted
    }
}

/// Last frame of the body.
enum FinalFrame {
    ToCome,
    Held(Option<Frame<Bytes>>),
    Passed,
}

struct PermitBody {
    body: Body,
    permit: BodyPermit,
    acquire_state: PermitRequest,
    turn: Option<Acquire>,
    last: FinalFrame,
}

impl PermitBody {
    fn poll_permit(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        if self.turn.is_none() && !self.permit.is_outside() {
            return Poll::Ready(Ok(()));
        }
        let line = &self.acquire_state;
        let come =
            ready!(Pin::new(self.turn.get_or_insert_with(|| line.request_permit())).poll(cx));
        self.turn = None;
        Poll::Ready(self.permit.record_permit(come))
    }
}

impl HttpBody for PermitBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> PermitPoll {
        let this = &mut *self;
        if matches!(this.last, FinalFrame::ToCome) {
            let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) else {
                this.permit.release_permit();
                return Poll::Pending;
            };
            match frame {
                Some(Ok(frame)) if this.body.is_end_stream() => {
                    this.last = FinalFrame::Held(Some(frame));
                }
                None => this.last = FinalFrame::Held(None),
                passed => return Poll::Ready(passed),
            }
        }
        if matches!(this.last, FinalFrame::Held(_))
            && let Err(error) = ready!(this.poll_permit(cx))
        {
            this.last = FinalFrame::Passed;
            return Poll::Ready(Some(Err(error)));
        }
        match std::mem::replace(&mut this.last, FinalFrame::Passed) {
            FinalFrame::Held(frame) => Poll::Ready(frame.map(Ok)),
            _ => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.last, FinalFrame::Passed)
    }

    fn size_hint(&self) -> SizeHint {
        let FinalFrame::Held(Some(frame)) = &self.last else { return self.body.size_hint() };
        SizeHint::with_exact(frame.data_ref().map_or(0, |data| data.len() as u64))
    }
}
