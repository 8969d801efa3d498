//! Locks a thread for a change, if the viewer may make it.

use super::error::ManageError;
use crate::communities::{self, Access};
use crate::limits;
use crate::posts::error::ThreadError;
use crate::posts::rows::thread;
use crate::posts::store;
use platform::limiter::LimitedAction;
use platform::{CommunityId, Member, Problem, ThreadId, Tx};

/// A locked thread, and the viewer's access to its community.
pub(super) struct LockedThread {
    pub access: Access,
    pub thread: thread::Model,
}

/// Locks a thread that the viewer may rename or move.
pub(super) async fn to_manage(
    tx: &Tx<'_, Member>,
    place: (CommunityId, ThreadId),
    refusal: ManageError,
) -> Result<LockedThread, Problem> {
    lock(tx, place, Access::may_manage_threads, refusal).await
}

/// Locks a thread that the viewer may close, reopen or remove.
pub(super) async fn to_moderate(
    tx: &Tx<'_, Member>,
    place: (CommunityId, ThreadId),
    refusal: ManageError,
) -> Result<LockedThread, Problem> {
    lock(tx, place, Access::may_moderate, refusal).await
}

async fn lock(
    tx: &Tx<'_, Member>,
    (community, id): (CommunityId, ThreadId),
    may_change: fn(&Access) -> bool,
    refusal: ManageError,
) -> Result<LockedThread, Problem> {
    let access = communities::lock_for_write(tx, community).await?;
    check(tx, &access, may_change(&access), refusal).await?;
    let thread = store::lock_thread(tx, community, id).await?.ok_or(ThreadError::NotFound)?;
    Ok(LockedThread { access, thread })
}

/// Refuses those who may not change threads here, and limits the others.
pub(super) async fn check(
    tx: &Tx<'_, Member>,
    access: &Access,
    may_change: bool,
    refusal: ManageError,
) -> Result<(), Problem> {
    if !may_change {
        return Err(refusal.into());
    }
    limits::check_limit_within_as(tx, LimitedAction::Moderate, access.limit_class()).await
}
