//! Concurrency permit of a request whose body is still arriving. A slow client must not hold a
//! permit, so the permit is released while the edge waits for the client. The end of the body,
//! without which the upstream cannot start to work, is sent only with a new permit.

use crate::limits::{Owner, Pass, Turn, Turns};
use crate::problem::Problem;
use axum::body::{Body, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, ready};

type Polled = Poll<Option<Result<Frame<Bytes>, axum::Error>>>;

/// Tenant and fair queue from which the request gets its permits.
#[derive(Debug, Clone)]
pub struct Line {
    pub turns: Arc<Turns>,
    pub owner: Owner,
}

impl Line {
    pub fn turn(&self) -> Turn {
        self.turns.take(self.owner)
    }
}

/// Permit state of a request.
#[derive(Debug, Clone)]
pub struct Gate(Arc<Mutex<State>>);

#[derive(Debug)]
enum State {
    Inside(#[expect(dead_code, reason = "held only to be dropped")] Pass),
    Outside,
    Refused(Problem),
    /// The response has begun.
    Answered,
}

impl Gate {
    /// Wraps the body of a request that has obtained its first permit.
    pub fn enter(pass: Pass, line: Line, body: Body) -> (Self, Body) {
        let gate = Self(Arc::new(Mutex::new(State::Inside(pass))));
        if body.is_end_stream() {
            return (gate, body);
        }
        let gated = Gated { body, gate: gate.clone(), line, turn: None, last: Last::ToCome };
        (gate, Body::new(gated))
    }

    /// Releases the permit because the response has begun. Returns the problem if the request never
    /// got a permit again.
    pub fn leave(&self) -> Option<Problem> {
        match std::mem::replace(&mut *self.state(), State::Answered) {
            State::Refused(problem) => Some(problem),
            _ => None,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn give_back(&self) {
        let mut state = self.state();
        let left = match &*state {
            State::Inside(_) => std::mem::replace(&mut *state, State::Outside),
            _ => return,
        };
        drop(state);
        drop(left);
    }

    fn is_outside(&self) -> bool {
        matches!(&*self.state(), State::Outside)
    }

    fn note(&self, turn: Result<Pass, Problem>) -> Result<(), axum::Error> {
        let (now, noted) = match turn {
            Ok(pass) => (State::Inside(pass), Ok(())),
            Err(problem) => (State::Refused(problem), Err(axum::Error::new("not its turn"))),
        };
        let mut state = self.state();
        // A response that arrived before the end of the request has already released the permit.
        let before = matches!(&*state, State::Outside).then(|| std::mem::replace(&mut *state, now));
        drop(state);
        drop(before);
        noted
    }
}

/// Last frame of the body.
enum Last {
    ToCome,
    Held(Option<Frame<Bytes>>),
    Passed,
}

struct Gated {
    body: Body,
    gate: Gate,
    line: Line,
    turn: Option<Turn>,
    last: Last,
}

impl Gated {
    fn poll_turn(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        if self.turn.is_none() && !self.gate.is_outside() {
            return Poll::Ready(Ok(()));
        }
        let line = &self.line;
        let come = ready!(Pin::new(self.turn.get_or_insert_with(|| line.turn())).poll(cx));
        self.turn = None;
        Poll::Ready(self.gate.note(come))
    }
}

impl HttpBody for Gated {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Polled {
        let this = &mut *self;
        if matches!(this.last, Last::ToCome) {
            let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) else {
                this.gate.give_back();
                return Poll::Pending;
            };
            match frame {
                Some(Ok(frame)) if this.body.is_end_stream() => {
                    this.last = Last::Held(Some(frame));
                }
                None => this.last = Last::Held(None),
                passed => return Poll::Ready(passed),
            }
        }
        if matches!(this.last, Last::Held(_))
            && let Err(error) = ready!(this.poll_turn(cx))
        {
            this.last = Last::Passed;
            return Poll::Ready(Some(Err(error)));
        }
        match std::mem::replace(&mut this.last, Last::Passed) {
            Last::Held(frame) => Poll::Ready(frame.map(Ok)),
            _ => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        matches!(self.last, Last::Passed)
    }

    fn size_hint(&self) -> SizeHint {
        let Last::Held(Some(frame)) = &self.last else { return self.body.size_hint() };
        SizeHint::with_exact(frame.data_ref().map_or(0, |data| data.len() as u64))
    }
}
