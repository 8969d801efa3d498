//! Workers as processes that can be killed or frozen at any step.

use crate::halting::{connections_to, freeze};
use crate::kit::{Process, WAIT_TIMEOUT, free_address, listening};
use crate::passage::{Caught, Passage, Step};
use crate::world::World;
use std::net::SocketAddr;
use tokio::sync::oneshot;

/// Running and former workers on the same data.
pub struct Workers<'w> {
    world: &'w World,
    passage: &'w Passage,
    living: Vec<Process>,
    /// Process ids of workers that hold leases and are killed or frozen.
    gone: Vec<u32>,
}

/// A host claimed by a worker.
#[derive(sea_orm::FromQueryResult)]
struct InHand {
    host: String,
}

impl<'w> Workers<'w> {
    pub fn start(world: &'w World, passage: &'w Passage, count: usize) -> Self {
        let living = (0..count).map(|_| worker(world)).collect();
        Self { world, passage, living, gone: Vec::new() }
    }

    /// Waits until a worker reaches this step, kills it with all of its claims, and starts another
    /// one. Returns the hosts whose order the authority has made without its URL being stored.
    pub async fn kill_at(&mut self, step: Step) -> Vec<String> {
        let caught = self.passage.hold(step);
        let Caught { caller, .. } = self.reached(step, caught).await;
        let victim = self.remove(caller);
        freeze(&victim).await;
        let (id, connections) = (victim.id(), connections_to(self.passage.address(), &victim));
        drop(victim);
        self.passage.cut_off(&connections).await;
        self.gone.push(id);
        self.living.push(worker(self.world));
        self.lost_by(id).await
    }

    /// Waits until a worker reaches this step after this many orders, and freezes it until its
    /// leases have expired.
    pub async fn freeze_at(&mut self, orders: usize, step: Step) -> (Process, Caught) {
        let caught = self.passage.hold_after(orders, step);
        let caught = self.reached(step, caught).await;
        let frozen = self.remove(caught.caller);
        freeze(&frozen).await;
        self.passage.let_on();
        self.passage.until_silent(&connections_to(self.passage.address(), &frozen)).await;
        self.gone.push(frozen.id());
        (frozen, caught)
    }

    /// Expires the leases of killed and frozen workers, as after a minute.
    pub async fn let_leases_run_out(&self) {
        for id in &self.gone {
            let sql = format!(
                "UPDATE acme_jobs SET lease_until = updated_at \
                 WHERE state = 'running' AND lease_owner LIKE '{id}-%'"
            );
            self.world.app.sql(&sql, vec![]).await;
        }
        if self.gone.is_empty() {
            return;
        }
        // One worker at a time creates an account, with half a minute for it.
        let turn = "UPDATE acme_budgets SET due_us = 0 WHERE key LIKE '%|registration'";
        self.world.app.sql(turn, vec![]).await;
    }

    /// Stops all workers like an operator.
    pub async fn leave(self) {
        for one in self.living {
            assert!(one.terminate().await.0.success());
        }
    }

    async fn reached(&self, step: Step, caught: oneshot::Receiver<Caught>) -> Caught {
        // Only now, so that the claims of the killed worker are not processed earlier.
        self.let_leases_run_out().await;
        // Hundreds of orders take time at the limited rate, and may have to be made first.
        let reached = tokio::time::timeout(WAIT_TIMEOUT * 3, caught).await;
        reached.unwrap_or_else(|_| panic!("{step:?} is not reached")).expect("the server runs")
    }

    fn remove(&mut self, caller: SocketAddr) -> Process {
        let at = self
            .living
            .iter()
            .position(|one| connections_to(self.passage.address(), one).contains(&caller));
        self.living.swap_remove(at.expect("one of them has sent its request"))
    }

    async fn lost_by(&self, id: u32) -> Vec<String> {
        let sql = format!(
            "SELECT host FROM acme_jobs WHERE state = 'running' AND lease_owner LIKE '{id}-%' \
             AND key IS NOT NULL AND order_url IS NULL"
        );
        let system = self.world.app.services().system("see what a worker had in hand");
        let in_hand = system.raw(&sql, vec![]).all::<InHand>().await.unwrap();
        let made = self.passage.orders();
        let is_made = |host: &String| made.iter().any(|order| order.host == *host);
        in_hand.into_iter().map(|row| row.host).filter(is_made).collect()
    }
}

fn worker(world: &World) -> Process {
    let settings = world.settings_of_certificates();
    let mut flags = listening(free_address());
    flags.extend(settings.iter().map(|(name, value)| (name.as_str(), value.clone())));
    Process::start("worker", &world.app, &flags)
}
