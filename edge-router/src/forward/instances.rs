//! The processes of one role across a network. They are asked in turn. One that cannot be reached is
//! left out for a while; then a single request tries it, and the others go on without it until that
//! one has found it there.

use super::pool::Pool;
use super::{AddressError, parse_base};
use axum::body::{Body, Bytes};
use http::Uri;
use http_body::{Body as HttpBody, Frame, SizeHint};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

/// How long an instance is left out before one request tries it again.
const LEFT_OUT: Duration = Duration::from_secs(2);

/// The instances of a role. Clones are the same ones.
#[derive(Debug, Clone)]
pub struct Instances(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    all: Vec<Instance>,
    next: AtomicUsize,
    begun: Instant,
}

/// One process of a role.
#[derive(Debug)]
pub struct Instance {
    /// Its `http://host:port`.
    pub base: Uri,
    /// Connections to it that wait for a request.
    pub pool: Arc<Pool>,
    /// Milliseconds since the beginning until which it is left out; 0 while it is there.
    left_out_until: AtomicU64,
}

impl Instances {
    /// Those at `bases`: addresses with commas between them.
    ///
    /// # Errors
    /// [`AddressError`] when there is none, or one is not `http://host[:port]`.
    pub fn at(bases: &str) -> Result<Self, AddressError> {
        let one = |base: &str| {
            let base = parse_base(base.trim()).ok_or_else(|| AddressError(base.to_owned()))?;
            Ok(Instance { base, pool: Arc::default(), left_out_until: AtomicU64::new(0) })
        };
        let all = bases.split(',').map(one).collect::<Result<_, AddressError>>()?;
        Ok(Self(Arc::new(Inner { all, next: AtomicUsize::new(0), begun: Instant::now() })))
    }

    /// The one there is, if there are no others to ask instead.
    pub fn only(&self) -> Option<&Instance> {
        if let [only] = self.0.all.as_slice() { Some(only) } else { None }
    }

    /// All of them in the order to ask them in: whose turn it is first, those that are left out last.
    pub fn in_turn(&self) -> Vec<&Instance> {
        let (all, now) = (&self.0.all, self.now_ms());
        let first = self.0.next.fetch_add(1, Ordering::Relaxed) % all.len();
        let (there, away): (Vec<_>, Vec<_>) =
            all[first..].iter().chain(&all[..first]).partition(|instance| instance.is_asked(now));
        there.into_iter().chain(away).collect()
    }

    /// Leaves an instance out from now on.
    pub fn leave_out(&self, instance: &Instance) {
        instance.left_out_until.store(until(self.now_ms()), Ordering::Relaxed);
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.0.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

fn until(now_ms: u64) -> u64 {
    now_ms + u64::try_from(LEFT_OUT.as_millis()).unwrap_or(u64::MAX)
}

impl Instance {
    /// Whether it is there, or this request is the one that finds out.
    fn is_asked(&self, now_ms: u64) -> bool {
        let known = self.left_out_until.load(Ordering::Relaxed);
        known == 0
            || (known <= now_ms
                && self
                    .left_out_until
                    .compare_exchange(known, until(now_ms), Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok())
    }

    /// Notes that it answered.
    pub fn is_there(&self) {
        if self.left_out_until.load(Ordering::Relaxed) != 0 {
            self.left_out_until.store(0, Ordering::Relaxed);
        }
    }
}

/// Lends a body out, so that it can be had back from a request that was never sent.
pub fn lend(body: Body) -> (Body, Lender) {
    let lent = (body.size_hint(), body.is_end_stream());
    let lender = Lender(Arc::new(Mutex::new(Some(body))));
    let kept = Arc::clone(&lender.0);
    (Body::new(Lent { lent, kept, taken: None }), lender)
}

/// Where a body lies until somebody reads it.
pub struct Lender(Arc<Mutex<Option<Body>>>);

impl Lender {
    /// The body, if nobody has begun to read it.
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
