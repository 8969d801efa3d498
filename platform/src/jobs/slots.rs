//! Which jobs a worker may start next, with its limits for all jobs and for single kinds.

use super::handlers::Handlers;
use super::queue::Queue;
use super::row::Model;
use chrono::{DateTime, Utc};
use sea_orm::DbErr;
use std::collections::HashMap;
use tokio::task;

/// Maximum concurrent jobs of one worker.
const AT_ONCE: usize = 4;
/// Slots that all kinds with a limit together leave to the others, such as mails.
const FREE_OF_LIMITED: usize = 1;

/// Running jobs of one worker.
#[derive(Debug, Default)]
pub(super) struct JobSlots {
    by_kind: HashMap<String, usize>,
    by_task: HashMap<task::Id, String>,
    total: usize,
}

/// Jobs to claim with one statement.
#[derive(Debug, PartialEq, Eq)]
struct ClaimRequest {
    kinds: Vec<&'static str>,
    most: usize,
}

impl JobSlots {
    fn start(&mut self, kind: &str) {
        *self.by_kind.entry(kind.to_owned()).or_default() += 1;
        self.total += 1;
    }

    /// Records the task that runs a claimed job.
    pub(super) fn record_task(&mut self, task: task::Id, kind: String) {
        self.by_task.insert(task, kind);
    }

    /// Frees the slot of a task that ended, also by a panic.
    pub(super) fn finish_task(&mut self, task: task::Id) {
        if let Some(kind) = self.by_task.remove(&task) {
            self.finish(&kind);
        }
    }

    fn finish(&mut self, kind: &str) {
        if let Some(running) = self.by_kind.get_mut(kind) {
            *running = running.saturating_sub(1);
            self.total = self.total.saturating_sub(1);
        }
    }

    /// Returns whether another job may start.
    pub(super) const fn has_free(&self) -> bool {
        self.total < AT_ONCE
    }

    /// Number of jobs of a kind that may still start; `None` without a limit.
    fn remaining(&self, kind: &str, handlers: &Handlers) -> Option<usize> {
        let limits = handlers.limits();
        let running = |kind: &str| self.by_kind.get(kind).copied().unwrap_or_default();
        let of_kind = limits.get(kind)?.saturating_sub(running(kind));
        let limited: usize = limits.keys().map(|kind| running(kind)).sum();
        Some(of_kind.min((AT_ONCE - FREE_OF_LIMITED).saturating_sub(limited)))
    }

    /// The kinds that may start, and how many jobs of them: as many as any single one of them may,
    /// because the due jobs may all be of one kind. `None` if no job may start.
    fn next_claim(&self, handlers: &Handlers) -> Option<ClaimRequest> {
        let free = AT_ONCE.saturating_sub(self.total);
        let mut most = free;
        let mut kinds = Vec::new();
        for kind in handlers.kinds() {
            match self.remaining(kind, handlers) {
                Some(0) => continue,
                Some(remaining) => most = most.min(remaining),
                None => {}
            }
            kinds.push(kind);
        }
        (most > 0 && !kinds.is_empty()).then_some(ClaimRequest { kinds, most })
    }

    /// Claims due jobs for all free slots, in the order in which they are due, and counts them as
    /// started. One statement more than needed only if the first ones claim all that they may.
    pub(super) async fn claim(
        &mut self,
        queue: &Queue,
        handlers: &Handlers,
        now: DateTime<Utc>,
    ) -> Result<Vec<Model>, DbErr> {
        let mut claimed = Vec::new();
        while let Some(request) = self.next_claim(handlers) {
            let most = u64::try_from(request.most).unwrap_or(1);
            let jobs = match queue.claim(&request.kinds, most, now).await {
                // The jobs of earlier statements are claimed: they must run.
                Err(error) if claimed.is_empty() => return Err(error),
                Err(_) => break,
                Ok(jobs) => jobs,
            };
            let is_last = jobs.len() < request.most;
            for job in jobs {
                self.start(&job.kind);
                claimed.push(job);
            }
            if is_last {
                break;
            }
        }
        Ok(claimed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jobs::JobError;

    fn handlers() -> Handlers {
        let nothing = |_: crate::jobs::JobScope, (): ()| async { Ok::<(), JobError>(()) };
        Handlers::new()
            .with_handler("slow", nothing)
            .with_limit("slow", 2)
            .with_handler("remote", nothing)
            .with_limit("remote", 2)
    }

    fn next(slots: &JobSlots) -> Option<(Vec<&'static str>, usize)> {
        let request = slots.next_claim(&handlers())?;
        let mut kinds = request.kinds;
        kinds.sort_unstable();
        Some((kinds, request.most))
    }

    #[test]
    fn a_limited_kind_never_takes_more_than_its_slots() {
        let mut slots = JobSlots::default();
        assert_eq!(next(&slots), Some((vec!["mail", "remote", "slow"], 2)));
        slots.start("slow");
        assert_eq!(next(&slots), Some((vec!["mail", "remote", "slow"], 1)));
        slots.start("slow");
        assert_eq!(next(&slots), Some((vec!["mail", "remote"], 1)));
        slots.start("mail");
        slots.start("mail");
        assert_eq!(next(&slots), None, "all slots are taken");
        assert!(!slots.has_free());
        slots.finish("slow");
        assert_eq!(next(&slots), Some((vec!["mail", "remote", "slow"], 1)));
        assert!(slots.has_free());
    }

    #[test]
    fn limited_kinds_together_leave_a_slot_to_the_others() {
        let mut slots = JobSlots::default();
        for kind in ["slow", "slow", "remote"] {
            slots.start(kind);
        }
        assert_eq!(next(&slots), Some((vec!["mail"], 1)));
        slots.finish("slow");
        assert_eq!(next(&slots), Some((vec!["mail", "remote", "slow"], 1)));
    }

    #[tokio::test]
    async fn a_task_that_panics_frees_its_slot() {
        let mut slots = JobSlots::default();
        let mut running = task::JoinSet::new();
        slots.start("slow");
        let id = running.spawn(async { panic!("a defect") }).id();
        slots.record_task(id, "slow".to_owned());
        let Some(Err(ended)) = running.join_next_with_id().await else { panic!("no panic") };
        let _: &task::JoinSet<()> = &running;
        slots.finish_task(ended.id());
        assert_eq!(next(&slots), Some((vec!["mail", "remote", "slow"], 2)));
    }
}
