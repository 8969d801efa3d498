//! Locks a poll with its post.

use super::error::PollError;
use super::rows::poll;
use super::store;
use crate::posts::location::PostPath;
use crate::posts::lock::{self, LockedPost};
use platform::{Member, Problem, Tx};

/// Locks the poll of a post that the viewer may read. Refused during a timeout.
pub(super) async fn lock_poll(
    tx: &Tx<'_, Member>,
    path: PostPath,
) -> Result<(LockedPost, poll::Model), Problem> {
    let held = lock::to_change(tx, path.post).await?;
    path.check(&held.post)?;
    let poll = store::find(tx, held.post.id).await?.ok_or(PollError::NotFound)?;
    Ok((held, poll))
}
