//! Locks a post together with its thread, before a change.

use super::error::PostError;
use super::rows::{post, thread};
use super::{rules, store};
use crate::communities::{self, Access};
use http::StatusCode;
use platform::{Member, PostId, Problem, Tx};

/// A locked post, its thread, and the viewer's access to its community.
pub(super) struct LockedPost {
    pub access: Access,
    pub thread: thread::Model,
    pub post: post::Model,
}

/// Locks an existing post that the viewer may read, for editing. Refused during a timeout.
pub(super) async fn to_change(tx: &Tx<'_, Member>, id: PostId) -> Result<LockedPost, Problem> {
    let held = lock(tx, id).await?;
    if !rules::is_readable(tx, &held.access, &held.post).await? {
        return Err(PostError::NotFound.into());
    }
    Ok(held)
}

/// Like [`to_change`], for a moderator. They may remove a reported post even if it was written
/// before they joined, or by a user they have blocked (G-079).
pub(super) async fn to_remove(tx: &Tx<'_, Member>, id: PostId) -> Result<LockedPost, Problem> {
    let held = lock(tx, id).await?;
    let is_reached = if held.access.may_moderate() {
        held.post.removed_at.is_none()
    } else {
        rules::is_readable(tx, &held.access, &held.post).await?
    };
    if is_reached { Ok(held) } else { Err(PostError::NotFound.into()) }
}

/// Locks the thread before the post, in the same order as writers do.
async fn lock(tx: &Tx<'_, Member>, id: PostId) -> Result<LockedPost, Problem> {
    let found = tx.select::<post::Entity>().by_id(id).one().await?.ok_or(PostError::NotFound)?;
    let access = match communities::lock_for_write(tx, found.community_id).await {
        Err(problem) if problem.entry.status == StatusCode::NOT_FOUND => {
            return Err(PostError::NotFound.into());
        }
        reached => reached?,
    };
    let thread = store::lock_thread(tx, found.community_id, found.thread_id).await?;
    let thread = thread.ok_or(PostError::NotFound)?;
    let post = store::lock(tx, id).await?.ok_or(PostError::NotFound)?;
    Ok(LockedPost { access, thread, post })
}
