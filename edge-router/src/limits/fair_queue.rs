//! Fair queueing of requests to a role. The number of concurrent requests is limited, in total and
//! per tenant. Excess requests wait in one FIFO queue per tenant, served round-robin, so a flooding
//! tenant delays only itself (edge design, section 5.7).

use crate::metrics::{self, ExceededLimit};
use crate::problem::{Problem, TENANT_BUSY, TENANT_FULL};
use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Sleep, sleep};
use wire::TenantId;

/// Concurrency limits of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConcurrencyLimits {
    /// Maximum concurrent requests in total.
    pub requests: usize,
    /// Maximum concurrent requests of one tenant.
    pub per_tenant: usize,
    /// Maximum queued requests of one tenant.
    pub queue_max: usize,
    /// Queue timeout.
    pub queue_timeout: Duration,
}

/// High enough that no request waits while a role responds normally: a role with `requests`
/// concurrent requests is already slow, and a tenant with `per_tenant` of them completes thousands
/// a second.
impl Default for ConcurrencyLimits {
    fn default() -> Self {
        Self {
            requests: 512,
            per_tenant: 128,
            queue_max: 512,
            queue_timeout: Duration::from_secs(10),
        }
    }
}

/// Owner of a request: a tenant, or `None` for the main site.
pub type Owner = Option<TenantId>;

/// Fair queue of the requests to one role.
#[derive(Debug)]
pub struct FairQueue {
    limits: ConcurrencyLimits,
    queues: Mutex<QueueState>,
}

#[derive(Debug, Default)]
struct QueueState {
    under_way: usize,
    /// Owners with running or queued requests.
    owners: HashMap<Owner, TenantQueue>,
    /// Owners whose next request can run as soon as a permit is free, in round-robin order.
    next: VecDeque<Owner>,
    last_number: u64,
}

#[derive(Debug, Default)]
struct TenantQueue {
    under_way: usize,
    waiting: VecDeque<(u64, oneshot::Sender<()>)>,
    is_next: bool,
}

/// Permit of a running request. Dropping it admits the next request.
#[derive(Debug)]
pub struct Permit {
    owner: Owner,
    queue: Arc<FairQueue>,
}

/// Future of a permit: resolves to a [`Permit`], or to the problem for the client.
#[derive(Debug)]
pub struct Acquire(Option<AcquireState>);

#[derive(Debug)]
enum AcquireState {
    Ready(Result<Permit, Problem>),
    Waiting(QueuedAcquire),
}

#[derive(Debug)]
struct QueuedAcquire {
    entry: QueueEntry,
    timeout: Pin<Box<Sleep>>,
}

/// Position in a queue. Dropping it leaves the queue.
#[derive(Debug)]
struct QueueEntry {
    owner: Owner,
    number: u64,
    admitted: oneshot::Receiver<()>,
    queue: Arc<FairQueue>,
}

impl FairQueue {
    /// Creates an empty queue.
    pub fn new(limits: ConcurrencyLimits) -> Arc<Self> {
        Arc::new(Self { limits, queues: Mutex::default() })
    }

    /// Requests a permit for `owner`. Resolves immediately if one is free.
    pub fn acquire(self: &Arc<Self>, owner: Owner) -> Acquire {
        let mut lines = self.lock_queues();
        let is_room = lines.under_way < self.limits.requests;
        let line = lines.owners.entry(owner).or_default();
        if is_room && line.under_way < self.limits.per_tenant && line.waiting.is_empty() {
            line.under_way += 1;
            lines.under_way += 1;
            return Acquire(Some(AcquireState::Ready(Ok(Permit {
                owner,
                queue: Arc::clone(self),
            }))));
        }
        if line.waiting.len() >= self.limits.queue_max {
            lines.remove_idle_owner(owner);
            drop(lines);
            metrics::record_refusal(ExceededLimit::Tenant);
            return Acquire(Some(AcquireState::Ready(Err(TENANT_FULL))));
        }
        let number = lines.last_number + 1;
        lines.last_number = number;
        let (call, called) = oneshot::channel();
        if let Some(line) = lines.owners.get_mut(&owner) {
            line.waiting.push_back((number, call));
        }
        lines.queue_owner(owner, &self.limits);
        drop(lines);
        metrics::record_queue_wait();
        let place = QueueEntry { owner, number, admitted: called, queue: Arc::clone(self) };
        Acquire(Some(AcquireState::Waiting(QueuedAcquire {
            entry: place,
            timeout: Box::pin(sleep(self.limits.queue_timeout)),
        })))
    }

    /// Ends one request of `owner` and admits queued ones.
    fn end(&self, owner: Owner) {
        let mut lines = self.lock_queues();
        lines.under_way -= 1;
        if let Some(line) = lines.owners.get_mut(&owner) {
            line.under_way -= 1;
        }
        lines.queue_owner(owner, &self.limits);
        lines.admit_queued(&self.limits);
        lines.remove_idle_owner(owner);
    }

    /// Removes a cancelled request from its queue.
    fn abandon_acquire(&self, owner: Owner, number: u64) {
        let mut lines = self.lock_queues();
        if let Some(line) = lines.owners.get_mut(&owner) {
            line.waiting.retain(|(waiting, _)| *waiting != number);
        }
        lines.remove_idle_owner(owner);
    }

    fn lock_queues(&self) -> MutexGuard<'_, QueueState> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl QueueState {
    /// Adds `owner` to the round-robin list if its next request may run.
    fn queue_owner(&mut self, owner: Owner, limits: &ConcurrencyLimits) {
        if let Some(line) = self.owners.get_mut(&owner)
            && !line.is_next
            && !line.waiting.is_empty()
            && line.under_way < limits.per_tenant
        {
            line.is_next = true;
            self.next.push_back(owner);
        }
    }

    /// Admits queued requests in round-robin order while permits are free.
    fn admit_queued(&mut self, limits: &ConcurrencyLimits) {
        while self.under_way < limits.requests {
            let Some(owner) = self.next.pop_front() else { return };
            let Some(line) = self.owners.get_mut(&owner) else { continue };
            line.is_next = false;
            // A request that was cancelled meanwhile does not receive the permit.
            let may = line.under_way < limits.per_tenant;
            let mut waiting = std::iter::from_fn(|| line.waiting.pop_front());
            if may && waiting.any(|(_, call)| call.send(()).is_ok()) {
                line.under_way += 1;
                self.under_way += 1;
            }
            self.queue_owner(owner, limits);
            self.remove_idle_owner(owner);
        }
    }

    /// Removes the entry of an owner without requests.
    fn remove_idle_owner(&mut self, owner: Owner) {
        if let Some(line) = self.owners.get(&owner)
            && line.under_way == 0
            && line.waiting.is_empty()
            && !line.is_next
        {
            self.owners.remove(&owner);
        }
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.queue.end(self.owner);
    }
}

impl Future for Acquire {
    type Output = Result<Permit, Problem>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match self.0.take() {
            Some(AcquireState::Ready(turn)) => Poll::Ready(turn),
            Some(AcquireState::Waiting(mut waiting)) => {
                if let Poll::Ready(called) = Pin::new(&mut waiting.entry.admitted).poll(cx) {
                    return Poll::Ready(waiting.entry.permit_result(called.is_ok()));
                }
                if waiting.timeout.as_mut().poll(cx).is_ready() {
                    metrics::record_refusal(ExceededLimit::Tenant);
                    return Poll::Ready(Err(TENANT_BUSY));
                }
                self.0 = Some(AcquireState::Waiting(waiting));
                Poll::Pending
            }
            None => Poll::Pending,
        }
    }
}

impl QueueEntry {
    /// Converts the admission into a permit. Done only once, so that dropping the future does not
    /// release the permit twice.
    fn permit_result(&self, is_called: bool) -> Result<Permit, Problem> {
        let pass = || Permit { owner: self.owner, queue: Arc::clone(&self.queue) };
        is_called.then(pass).ok_or(TENANT_BUSY)
    }
}

impl Drop for QueueEntry {
    fn drop(&mut self) {
        self.admitted.close();
        match self.admitted.try_recv() {
            // Admitted, but cancelled before it was polled.
            Ok(()) => self.queue.end(self.owner),
            Err(_) => self.queue.abandon_acquire(self.owner, self.number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Acquire, ConcurrencyLimits, FairQueue, Owner, Permit};
    use crate::problem::{TENANT_BUSY, TENANT_FULL};
    use futures::FutureExt;
    use proptest::prelude::*;
    use std::time::Duration;
    use wire::TenantId;

    fn free_permits(requests: usize, per_tenant: usize, waiting: usize) -> ConcurrencyLimits {
        ConcurrencyLimits {
            requests,
            per_tenant,
            queue_max: waiting,
            queue_timeout: Duration::from_secs(3600),
        }
    }

    fn admit_next(turn: &mut Acquire) -> Option<Permit> {
        turn.now_or_never().and_then(Result::ok)
    }

    fn tenants() -> (Owner, Owner) {
        (Some(TenantId::new()), Some(TenantId::new()))
    }

    #[tokio::test]
    async fn flood_of_one_tenant_delays_only_that_tenant() {
        let turns = FairQueue::new(free_permits(8, 2, 1));
        let (flood, other) = tenants();
        let under_way: Vec<_> =
            (0..2).filter_map(|_| admit_next(&mut turns.acquire(flood))).collect();
        assert_eq!(under_way.len(), 2);
        let mut waiting = turns.acquire(flood);
        assert!(admit_next(&mut waiting).is_none());
        assert_eq!(turns.acquire(flood).await.err(), Some(TENANT_FULL));
        for owner in [other, None] {
            assert!(admit_next(&mut turns.acquire(owner)).is_some());
        }
        drop(under_way);
        assert!(admit_next(&mut waiting).is_some());
    }

    #[tokio::test]
    async fn full_role_serves_the_queues_round_robin() {
        let turns = FairQueue::new(free_permits(1, 1, 9));
        let (flood, other) = tenants();
        let first = admit_next(&mut turns.acquire(flood));
        let mut theirs: Vec<_> = (0..3).map(|_| turns.acquire(flood)).collect();
        let mut ours: Vec<_> = (0..2).map(|_| turns.acquire(other)).collect();
        let mut order = String::new();
        let mut under_way = first;
        while under_way.take().is_some() {
            for (name, line) in [('f', &mut theirs), ('o', &mut ours)] {
                if let Some((at, pass)) =
                    line.iter_mut().enumerate().find_map(|(at, turn)| Some((at, admit_next(turn)?)))
                {
                    assert_eq!(at, 0, "first come, first served");
                    drop(line.remove(at));
                    order.push(name);
                    under_way = Some(pass);
                }
            }
        }
        assert_eq!(order, "ofoff", "each non-empty queue in turn");
    }

    #[tokio::test]
    async fn cancelled_requests_leave_the_queue() {
        let turns = FairQueue::new(free_permits(1, 1, 2));
        let (owner, _) = tenants();
        let first = admit_next(&mut turns.acquire(owner));
        let gone = turns.acquire(owner);
        let mut stays = turns.acquire(owner);
        drop(gone);
        let mut last = turns.acquire(owner);
        drop(first);
        let second = admit_next(&mut stays);
        assert!(second.is_some());
        // Admitted, but dropped before it was polled.
        drop(second);
        assert_eq!(turns.lock_queues().under_way, 1);
        assert!(admit_next(&mut turns.acquire(None)).is_none());
        let (after, never_heard) = (admit_next(&mut last), turns.acquire(owner));
        drop(after);
        drop(never_heard);
        let queues = turns.lock_queues();
        assert!(queues.under_way == 0 && queues.owners.is_empty(), "{queues:?}");
    }

    #[tokio::test]
    async fn queued_requests_time_out() {
        let turns = FairQueue::new(ConcurrencyLimits {
            queue_timeout: Duration::from_millis(20),
            ..free_permits(1, 1, 1)
        });
        let (owner, _) = tenants();
        let first = admit_next(&mut turns.acquire(owner));
        assert_eq!(turns.acquire(owner).await.err(), Some(TENANT_BUSY));
        drop(first);
        assert!(admit_next(&mut turns.acquire(owner)).is_some());
    }

    proptest! {
        #[test]
        fn never_exceeds_limits_and_leaves_no_state(
            (requests, per_tenant, waiting) in (1usize..6, 1usize..4, 0usize..4),
            steps in proptest::collection::vec((0usize..3, 0usize..3, any::<prop::sample::Index>()), 1..200),
        ) {
            let clock = tokio::runtime::Builder::new_current_thread().enable_time().build();
            let clock = clock.map_err(|error| TestCaseError::fail(error.to_string()))?;
            let _inside = clock.enter();
            let turns = FairQueue::new(free_permits(requests, per_tenant, waiting));
            let owners = [None, Some(TenantId::new()), Some(TenantId::new())];
            let (mut lines, mut passes): (Vec<Acquire>, Vec<Permit>) = Default::default();
            for (what, owner, which) in steps {
                match what {
                    0 => lines.push(turns.acquire(owners[owner])),
                    1 if !lines.is_empty() => drop(lines.swap_remove(which.index(lines.len()))),
                    2 if !passes.is_empty() => drop(passes.swap_remove(which.index(passes.len()))),
                    _ => {}
                }
                lines.retain_mut(|turn| match turn.now_or_never() {
                    Some(Ok(pass)) => { passes.push(pass); false }
                    Some(Err(_)) => false,
                    None => true,
                });
                prop_assert!(passes.len() <= requests);
                for owner in owners {
                    let under_way = passes.iter().filter(|pass| pass.owner == owner).count();
                    prop_assert!(under_way <= per_tenant);
                }
                let is_idle_room = passes.len() < requests;
                let may = |line: &super::TenantQueue| !line.waiting.is_empty() && line.under_way < per_tenant;
                prop_assert!(!(is_idle_room && turns.lock_queues().owners.values().any(may)), "nobody waits beside a free place");
            }
            drop((lines, passes));
            let left = turns.lock_queues();
            prop_assert!(left.under_way == 0 && left.owners.is_empty(), "{:?}", left);
        }
    }
}
