//! Whose request goes next to a role. So many may be under way there, a share of them for each tenant;
//! what is more than that waits, each tenant in a line of its own, and whatever place becomes free goes
//! to the lines in turn. So one tenant's flood waits for itself, and no other tenant waits behind it
//! (edge design, section 5.7).

use crate::metrics::{self, Excess};
use crate::problem::{Problem, TENANT_BUSY, TENANT_FULL};
use std::collections::{HashMap, VecDeque};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Sleep, sleep};
use wire::TenantId;

/// How much a role is asked at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Room {
    /// Requests under way in all.
    pub requests: usize,
    /// Requests of one tenant under way.
    pub per_tenant: usize,
    /// Requests of one tenant that wait for their turn.
    pub waiting: usize,
    /// How long they wait.
    pub wait: Duration,
}

/// Enough that nobody waits as long as a role answers as it should: a role with `requests` under way is
/// late already, and one tenant with `per_tenant` has thousands of them a second.
impl Default for Room {
    fn default() -> Self {
        Self { requests: 512, per_tenant: 128, waiting: 512, wait: Duration::from_secs(10) }
    }
}

/// Whose request it is: a tenant's, or that of the main network.
pub type Owner = Option<TenantId>;

/// The requests to one role.
#[derive(Debug)]
pub struct Turns {
    room: Room,
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    under_way: usize,
    /// Of those who have a request under way or waiting.
    owners: HashMap<Owner, Line>,
    /// Those whose next request may go as soon as there is room, in turn.
    next: VecDeque<Owner>,
    last_number: u64,
}

#[derive(Debug, Default)]
struct Line {
    under_way: usize,
    waiting: VecDeque<(u64, oneshot::Sender<()>)>,
    is_next: bool,
}

/// A request under way. Dropping it lets the next one go.
#[derive(Debug)]
pub struct Pass {
    owner: Owner,
    turns: Arc<Turns>,
}

/// A request's turn, some time: a [`Pass`], or what its client is told.
#[derive(Debug)]
pub struct Turn(Option<State>);

#[derive(Debug)]
enum State {
    Come(Result<Pass, Problem>),
    Waiting(Waiting),
}

#[derive(Debug)]
struct Waiting {
    place: Place,
    patience: Pin<Box<Sleep>>,
}

/// A place in a line. Dropping it leaves the line.
#[derive(Debug)]
struct Place {
    owner: Owner,
    number: u64,
    called: oneshot::Receiver<()>,
    turns: Arc<Turns>,
}

impl Turns {
    /// Nobody waits.
    pub fn new(room: Room) -> Arc<Self> {
        Arc::new(Self { room, lines: Mutex::default() })
    }

    /// A turn for a request of `owner`. It has come already where there is room.
    pub fn take(self: &Arc<Self>, owner: Owner) -> Turn {
        let mut lines = self.lines();
        let is_room = lines.under_way < self.room.requests;
        let line = lines.owners.entry(owner).or_default();
        if is_room && line.under_way < self.room.per_tenant && line.waiting.is_empty() {
            line.under_way += 1;
            lines.under_way += 1;
            return Turn(Some(State::Come(Ok(Pass { owner, turns: Arc::clone(self) }))));
        }
        if line.waiting.len() >= self.room.waiting {
            lines.forget(owner);
            drop(lines);
            metrics::refused(Excess::Tenant);
            return Turn(Some(State::Come(Err(TENANT_FULL))));
        }
        let number = lines.last_number + 1;
        lines.last_number = number;
        let (call, called) = oneshot::channel();
        if let Some(line) = lines.owners.get_mut(&owner) {
            line.waiting.push_back((number, call));
        }
        lines.queue(owner, &self.room);
        drop(lines);
        metrics::waited();
        let place = Place { owner, number, called, turns: Arc::clone(self) };
        Turn(Some(State::Waiting(Waiting { place, patience: Box::pin(sleep(self.room.wait)) })))
    }

    /// Ends one request of `owner`, and lets others go.
    fn end(&self, owner: Owner) {
        let mut lines = self.lines();
        lines.under_way -= 1;
        if let Some(line) = lines.owners.get_mut(&owner) {
            line.under_way -= 1;
        }
        lines.queue(owner, &self.room);
        lines.call(&self.room);
        lines.forget(owner);
    }

    /// Takes a request that waits no more out of its line.
    fn leave(&self, owner: Owner, number: u64) {
        let mut lines = self.lines();
        if let Some(line) = lines.owners.get_mut(&owner) {
            line.waiting.retain(|(waiting, _)| *waiting != number);
        }
        lines.forget(owner);
    }

    fn lines(&self) -> MutexGuard<'_, Lines> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Lines {
    /// Notes that the next request of `owner` may go as soon as there is room, if it may.
    fn queue(&mut self, owner: Owner, room: &Room) {
        if let Some(line) = self.owners.get_mut(&owner)
            && !line.is_next
            && !line.waiting.is_empty()
            && line.under_way < room.per_tenant
        {
            line.is_next = true;
            self.next.push_back(owner);
        }
    }

    /// Lets one after the other go, each time of the line whose turn it is.
    fn call(&mut self, room: &Room) {
        while self.under_way < room.requests {
            let Some(owner) = self.next.pop_front() else { return };
            let Some(line) = self.owners.get_mut(&owner) else { continue };
            line.is_next = false;
            // Whoever has left meanwhile does not hear it.
            let may = line.under_way < room.per_tenant;
            let mut waiting = std::iter::from_fn(|| line.waiting.pop_front());
            if may && waiting.any(|(_, call)| call.send(()).is_ok()) {
                line.under_way += 1;
                self.under_way += 1;
            }
            self.queue(owner, room);
            self.forget(owner);
        }
    }

    /// Keeps nothing of who has nothing here.
    fn forget(&mut self, owner: Owner) {
        if let Some(line) = self.owners.get(&owner)
            && line.under_way == 0
            && line.waiting.is_empty()
            && !line.is_next
        {
            self.owners.remove(&owner);
        }
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        self.turns.end(self.owner);
    }
}

impl Future for Turn {
    type Output = Result<Pass, Problem>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match self.0.take() {
            Some(State::Come(turn)) => Poll::Ready(turn),
            Some(State::Waiting(mut waiting)) => {
                if let Poll::Ready(called) = Pin::new(&mut waiting.place.called).poll(cx) {
                    return Poll::Ready(waiting.place.enter(called.is_ok()));
                }
                if waiting.patience.as_mut().poll(cx).is_ready() {
                    metrics::refused(Excess::Tenant);
                    return Poll::Ready(Err(TENANT_BUSY));
                }
                self.0 = Some(State::Waiting(waiting));
                Poll::Pending
            }
            None => Poll::Pending,
        }
    }
}

impl Place {
    /// What a call means. It is heard once, so that leaving does not give its room away.
    fn enter(&self, is_called: bool) -> Result<Pass, Problem> {
        let pass = || Pass { owner: self.owner, turns: Arc::clone(&self.turns) };
        is_called.then(pass).ok_or(TENANT_BUSY)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.called.close();
        match self.called.try_recv() {
            // Called, and gone before it could hear.
            Ok(()) => self.turns.end(self.owner),
            Err(_) => self.turns.leave(self.owner, self.number),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Owner, Pass, Room, Turn, Turns};
    use crate::problem::{TENANT_BUSY, TENANT_FULL};
    use futures::FutureExt;
    use proptest::prelude::*;
    use std::time::Duration;
    use wire::TenantId;

    fn room(requests: usize, per_tenant: usize, waiting: usize) -> Room {
        Room { requests, per_tenant, waiting, wait: Duration::from_secs(3600) }
    }

    fn come(turn: &mut Turn) -> Option<Pass> {
        turn.now_or_never().and_then(Result::ok)
    }

    fn tenants() -> (Owner, Owner) {
        (Some(TenantId::new()), Some(TenantId::new()))
    }

    #[tokio::test]
    async fn one_tenants_flood_waits_for_itself() {
        let turns = Turns::new(room(8, 2, 1));
        let (flood, other) = tenants();
        let under_way: Vec<_> = (0..2).filter_map(|_| come(&mut turns.take(flood))).collect();
        assert_eq!(under_way.len(), 2);
        let mut waiting = turns.take(flood);
        assert!(come(&mut waiting).is_none());
        assert_eq!(turns.take(flood).await.err(), Some(TENANT_FULL));
        for owner in [other, None] {
            assert!(come(&mut turns.take(owner)).is_some());
        }
        drop(under_way);
        assert!(come(&mut waiting).is_some());
    }

    #[tokio::test]
    async fn where_all_is_full_the_lines_go_in_turn() {
        let turns = Turns::new(room(1, 1, 9));
        let (flood, other) = tenants();
        let first = come(&mut turns.take(flood));
        let mut theirs: Vec<_> = (0..3).map(|_| turns.take(flood)).collect();
        let mut ours: Vec<_> = (0..2).map(|_| turns.take(other)).collect();
        let mut order = String::new();
        let mut under_way = first;
        while under_way.take().is_some() {
            for (name, line) in [('f', &mut theirs), ('o', &mut ours)] {
                if let Some((at, pass)) =
                    line.iter_mut().enumerate().find_map(|(at, turn)| Some((at, come(turn)?)))
                {
                    assert_eq!(at, 0, "who came first goes first");
                    drop(line.remove(at));
                    order.push(name);
                    under_way = Some(pass);
                }
            }
        }
        assert_eq!(order, "ofoff", "each line in turn, as long as somebody waits in it");
    }

    #[tokio::test]
    async fn who_leaves_the_line_is_not_waited_for() {
        let turns = Turns::new(room(1, 1, 2));
        let (owner, _) = tenants();
        let first = come(&mut turns.take(owner));
        let gone = turns.take(owner);
        let mut stays = turns.take(owner);
        drop(gone);
        let mut last = turns.take(owner);
        drop(first);
        let second = come(&mut stays);
        assert!(second.is_some());
        // Called, and gone before it heard.
        drop(second);
        assert_eq!(turns.lines().under_way, 1);
        assert!(come(&mut turns.take(None)).is_none());
        let (after, never_heard) = (come(&mut last), turns.take(owner));
        drop(after);
        drop(never_heard);
        let lines = turns.lines();
        assert!(lines.under_way == 0 && lines.owners.is_empty(), "{lines:?}");
    }

    #[tokio::test]
    async fn nobody_waits_for_ever() {
        let turns = Turns::new(Room { wait: Duration::from_millis(20), ..room(1, 1, 1) });
        let (owner, _) = tenants();
        let first = come(&mut turns.take(owner));
        assert_eq!(turns.take(owner).await.err(), Some(TENANT_BUSY));
        drop(first);
        assert!(come(&mut turns.take(owner)).is_some());
    }

    proptest! {
        #[test]
        fn no_bound_is_ever_passed_and_nothing_is_left_over(
            (requests, per_tenant, waiting) in (1usize..6, 1usize..4, 0usize..4),
            steps in proptest::collection::vec((0usize..3, 0usize..3, any::<prop::sample::Index>()), 1..200),
        ) {
            let clock = tokio::runtime::Builder::new_current_thread().enable_time().build();
            let clock = clock.map_err(|error| TestCaseError::fail(error.to_string()))?;
            let _inside = clock.enter();
            let turns = Turns::new(room(requests, per_tenant, waiting));
            let owners = [None, Some(TenantId::new()), Some(TenantId::new())];
            let (mut lines, mut passes): (Vec<Turn>, Vec<Pass>) = Default::default();
            for (what, owner, which) in steps {
                match what {
                    0 => lines.push(turns.take(owners[owner])),
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
                let may = |line: &super::Line| !line.waiting.is_empty() && line.under_way < per_tenant;
                prop_assert!(!(is_idle_room && turns.lines().owners.values().any(may)), "nobody waits beside a free place");
            }
            drop((lines, passes));
            let left = turns.lines();
            prop_assert!(left.under_way == 0 && left.owners.is_empty(), "{:?}", left);
        }
    }
}
