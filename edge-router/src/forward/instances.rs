//! Instances of one role across a network, used round-robin. An unreachable instance is skipped for
//! a while. Then one request probes it, and the other requests skip it until that request succeeds.
//! An instance that announces its shutdown is skipped until it has stopped.

use super::discovery::Endpoint;
use super::pool::Pool;
use super::{AddressError, parse_base};
use arc_swap::ArcSwap;
use http::{HeaderMap, Uri};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use wire::LEAVING_HEADER;

/// Time for which an unreachable instance is skipped before one request probes it.
const LEFT_OUT: Duration = Duration::from_secs(2);
/// Time after the announced end of a leaving instance, for which it is still skipped.
const LEAVING_MARGIN: Duration = Duration::from_secs(1);
/// Maximum time for which an announcement is believed.
const LEAVING_MAX: Duration = Duration::from_secs(600);

/// Instances of a role. Clones share their state.
#[derive(Debug, Clone)]
pub struct Instances(Arc<InstancesInner>);

#[derive(Debug)]
struct InstancesInner {
    /// The configured addresses, each with the instances it stands for.
    endpoints: Mutex<Vec<Endpoint>>,
    active: ArcSwap<Vec<Arc<Instance>>>,
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
    unavailable_until: AtomicU64,
}

impl Instances {
    /// Parses addresses separated by commas.
    ///
    /// # Errors
    /// [`AddressError`] if there is no address, or one is not `http://host[:port]`.
    pub fn from_addresses(bases: &str) -> Result<Self, AddressError> {
        let parse = |base: &str| {
            let base = parse_base(base.trim()).ok_or_else(|| AddressError(base.to_owned()))?;
            Ok(Endpoint::new(base))
        };
        let endpoints = bases.split(',').map(parse).collect::<Result<Vec<_>, AddressError>>()?;
        let instances = Self(Arc::new(InstancesInner {
            endpoints: Mutex::default(),
            active: ArcSwap::default(),
            next: AtomicUsize::new(0),
            begun: Instant::now(),
        }));
        instances.replace(endpoints);
        Ok(instances)
    }

    /// Returns the configured addresses.
    pub(super) fn endpoints(&self) -> Vec<Endpoint> {
        self.0.endpoints.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Uses the instances of `endpoints` from now on. Known instances keep their connections and
    /// their health; removed ones finish their running requests. Returns whether anything changed.
    pub(super) fn replace(&self, endpoints: Vec<Endpoint>) -> bool {
        let previous = self.0.active.load_full();
        let mut active: Vec<Arc<Instance>> = Vec::new();
        for base in endpoints.iter().flat_map(Endpoint::bases) {
            if active.iter().any(|instance| instance.base == *base) {
                continue;
            }
            let known = previous.iter().find(|instance| instance.base == *base);
            active.push(known.map_or_else(|| Arc::new(Instance::new(base.clone())), Arc::clone));
        }
        let is_active = |instance: &Instance| active.iter().any(|one| one.base == instance.base);
        let removed: Vec<_> = previous.iter().filter(|one| !is_active(one)).cloned().collect();
        let changed = !removed.is_empty() || active.len() != previous.len();
        self.0.active.store(Arc::new(active));
        *self.0.endpoints.lock().unwrap_or_else(PoisonError::into_inner) = endpoints;
        for instance in removed {
            instance.pool.close();
        }
        changed
    }

    /// Base URLs of all instances.
    pub(super) fn bases(&self) -> Vec<Uri> {
        self.0.active.load().iter().map(|instance| instance.base.clone()).collect()
    }

    /// Returns the instance if there is exactly one.
    pub fn single_instance(&self) -> Option<Arc<Instance>> {
        let active = self.0.active.load();
        if let [only] = active.as_slice() { Some(Arc::clone(only)) } else { None }
    }

    /// All instances in the order to try them: round-robin, skipped ones last.
    pub fn next_round_robin(&self) -> Vec<Arc<Instance>> {
        let (all, now) = (self.0.active.load(), self.now_ms());
        let first = self.0.next.fetch_add(1, Ordering::Relaxed) % all.len().max(1);
        let in_order = all[first..].iter().chain(&all[..first]).cloned();
        let (there, away): (Vec<_>, Vec<_>) = in_order.partition(|one| one.is_available(now));
        there.into_iter().chain(away).collect()
    }

    /// Skips an unreachable instance from now on.
    pub fn mark_unavailable(&self, instance: &Instance) {
        instance.unavailable_until.store(self.now_ms() + millis(LEFT_OUT), Ordering::Relaxed);
    }

    /// Records a response of an instance: it is reachable, unless it announces its shutdown. Then
    /// it is skipped until it has stopped, and its idle connections are closed.
    pub fn record_response(&self, instance: &Instance, headers: &HeaderMap) {
        let Some(remaining) = headers.get(LEAVING_HEADER) else { return instance.is_reachable() };
        let remaining_s = remaining.to_str().ok().and_then(|text| text.parse().ok()).unwrap_or(0);
        let stopped = Duration::from_secs(remaining_s).min(LEAVING_MAX) + LEAVING_MARGIN;
        instance.unavailable_until.store(self.now_ms() + millis(stopped), Ordering::Relaxed);
        instance.pool.clear();
    }

    fn now_ms(&self) -> u64 {
        millis(self.0.begun.elapsed())
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

impl Instance {
    fn new(base: Uri) -> Self {
        Self { base, pool: Arc::default(), unavailable_until: AtomicU64::new(0) }
    }

    /// Returns whether the instance is reachable, or this request is the one that probes it.
    fn is_available(&self, now_ms: u64) -> bool {
        let known = self.unavailable_until.load(Ordering::Relaxed);
        let until = now_ms + millis(LEFT_OUT);
        known == 0
            || (known <= now_ms
                && self
                    .unavailable_until
                    .compare_exchange(known, until, Ordering::Relaxed, Ordering::Relaxed)
                    .is_ok())
    }

    /// Marks the instance as reachable.
    fn is_reachable(&self) {
        if self.unavailable_until.load(Ordering::Relaxed) != 0 {
            self.unavailable_until.store(0, Ordering::Relaxed);
        }
    }
}
