//! A post that somebody is about to change, held still together with its thread.

use super::error::{PostError, ThreadError};
use super::rows::{post, thread};
use super::{PostId, rules, store};
use crate::communities::{self, Access};
use http::StatusCode;
use platform::{Member, Problem, Tx};

/// The post, where it is, and how far the viewer reaches there.
pub(super) struct Held {
    pub access: Access,
    pub thread: thread::Model,
    pub post: post::Model,
}

/// Holds a post that the viewer reads and that is there. Whoever is timed out changes nothing.
pub(super) async fn to_change(tx: &Tx<'_, Member>, id: PostId) -> Result<Held, Problem> {
    let held = hold(tx, id).await?;
    if !rules::is_readable(tx, &held.access, &held.post).await? {
        return Err(PostError::NotFound.into());
    }
    Ok(held)
}

/// The same for somebody who may look after the community: what is reported to them they may take away,
/// though it was written before their time or by somebody whom they block (G-079).
pub(super) async fn to_remove(tx: &Tx<'_, Member>, id: PostId) -> Result<Held, Problem> {
    let held = hold(tx, id).await?;
    let is_reached = if held.access.may_moderate() {
        held.post.removed_at.is_none()
    } else {
        rules::is_readable(tx, &held.access, &held.post).await?
    };
    if is_reached { Ok(held) } else { Err(PostError::NotFound.into()) }
}

/// The thread is locked before the post, as whoever writes in it does.
async fn hold(tx: &Tx<'_, Member>, id: PostId) -> Result<Held, Problem> {
    let found = tx.select::<post::Entity>().by_id(id).one().await?.ok_or(PostError::NotFound)?;
    let access = match communities::reach_to_write(tx, found.community_id).await {
        Err(problem) if problem.entry.status == StatusCode::NOT_FOUND => {
            return Err(PostError::NotFound.into());
        }
        reached => reached?,
    };
    let thread = store::hold_thread(tx, found.community_id, found.thread_id).await?;
    let thread = thread.ok_or(ThreadError::NotFound)?;
    let post = store::hold(tx, id).await?.ok_or(PostError::NotFound)?;
    Ok(Held { access, thread, post })
}
