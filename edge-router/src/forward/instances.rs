//! Instances of one role across a network, used round-robin. An unreachable instance is skipped for
//! a while. Then one request probes it, and the other requests skip it until that request succeeds.

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

/// Time for which an unreachable instance is skipped before one request probes it.
const LEFT_OUT: Duration = Duration::from_secs(2);

/// Instances of a role. Clones share their state.
#[derive(Debug, Clone)]
pub struct Instances(Arc<InstancesInner>);

#[derive(Debug)]
struct InstancesInner {
    all: Vec<Instance>,
    next: AtomicUsize,
    begun: Instant,
}

/// One process of a role.
#[derive(Debug)]
pub struct Instance {
    /// Base URL: `http://host:port`.
    pub base: Uri,
    /// Idle connections to this instance.
    pub pool: Arc<Pool>,
    /// Time until which the instance is skipped, in milliseconds since start-up; 0 while it is
    /// reachable.
    left_out_until: AtomicU64,
}

impl Instances {
    /// Parses addresses separated by commas.
    ///
    /// # Errors
    /// [`AddressError`] if there is no address, or one is not `http://host[:port]`.
    pub fn at(bases: &str) -> Result<Self, AddressError> {
        let one = |base: &str| {
            let base = parse_base(base.trim()).ok_or_else(|| AddressError(base.to_owned()))?;
            Ok(Instance { base, pool: Arc::default(), left_out_until: AtomicU64::new(0) })
        };
        let all = bases.split(',').map(one).collect::<Result<_, AddressError>>()?;
        Ok(Self(Arc::new(InstancesInner { all, next: AtomicUsize::new(0), begun: Instant::now() })))
    }

    /// Returns the instance if there is exactly one.
    pub fn only(&self) -> Option<&Instance> {
        if let [only] = self.0.all.as_slice() { Some(only) } else { None }
    }

    /// All instances in the order to try them: round-robin, skipped ones last.
    pub fn in_turn(&self) -> Vec<&Instance> {
        let (all, now) = (&self.0.all, self.now_ms());
        let first = self.0.next.fetch_add(1, Ordering::Relaxed) % all.len();
        let (there, away): (Vec<_>, Vec<_>) =
            all[first..].iter().chain(&all[..first]).partition(|instance| instance.is_asked(now));
        there.into_iter().chain(away).collect()
    }

    /// Skips an instance from now on.
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
    /// Returns whether the instance is reachable, or this request is the one that probes it.
    fn is_asked(&self, now_ms: u64) -> bool {
        let known = self.left_out_until.load(Ordering::Relaxed);
        known == 0
            || (known <= now_ms
                && self
                    .left_out_until
                    .compare_exchange(known, until(now_ms), Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok())
    }

    /// Marks the instance as reachable.
    pub fn is_there(&self) {
        if self.left_out_until.load(Ordering::Relaxed) != 0 {
            self.left_out_until.store(0, Ordering::Relaxed);
        }
    }
}

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
