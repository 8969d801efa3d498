//! Moves a thread with its posts to another community.

use super::error::ManageError;
use super::lock;
use super::{change, moved_rows};
use crate::communities::{self, Access};
use crate::posts::error::ThreadError;
use crate::posts::event_log;
use crate::posts::rows::thread;
use crate::posts::store;
use crate::posts::threads::view::{self, ThreadView};
use platform::events::Topic;
use platform::{CommunityId, Member, Problem, Scope, ThreadId, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::DbErr;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

/// Where a thread is moved to.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThreadDestination {
    community_id: CommunityId,
}

/// Moves a thread. The viewer must be an admin of both communities, or staff.
pub(super) async fn move_thread(
    scope: &mut Scope<Member>,
    (from, id): (CommunityId, ThreadId),
    destination: ThreadDestination,
) -> Result<ThreadView, Problem> {
    let to = destination.community_id;
    let tx = scope.begin().await?;
    let (here, there) = lock_both(&tx, from, to).await?;
    let Some(mut thread) = store::lock_thread(&tx, from, id).await? else {
        let is_there = store::lock_thread(&tx, to, id).await?.is_some();
        let already = is_there.then_some(Problem::from(ManageError::AlreadyThere));
        return Err(already.unwrap_or_else(|| ThreadError::NotFound.into()));
    };
    if from == to {
        return Err(ManageError::AlreadyThere.into());
    }
    let before = thread.clone();
    (thread.community_id, thread.pinned_position) = (to, None);
    let row = thread::ActiveModel {
        community_id: Set(to),
        pinned_position: Set(None),
        ..Default::default()
    };
    change::set(&tx, id, row).await?;
    moved_rows::move_rows(&tx, id, (from, to)).await?;
    count_moved(&tx, &before, to).await?;
    record(&tx, (&before, &here), (&thread, &there)).await?;
    tx.commit().await?;
    view::to_view(scope, &there, thread).await
}

/// Locks both communities, in the order of their ids, so that two moves do not wait for each other.
async fn lock_both(
    tx: &Tx<'_, Member>,
    from: CommunityId,
    to: CommunityId,
) -> Result<(Access, Access), Problem> {
    let first = communities::lock_for_write(tx, from.min(to)).await;
    let second = communities::lock_for_write(tx, from.max(to)).await;
    let (here, there) = if from <= to { (first, second) } else { (second, first) };
    let here = here?;
    let may_move = here.may_manage_threads();
    lock::check(tx, &here, may_move, ManageError::MoveForbidden).await?;
    let there = there?;
    if !there.may_manage_threads() {
        return Err(ManageError::MoveForbidden.into());
    }
    Ok((here, there))
}

/// Corrects the counts of both communities, in the order of their ids.
async fn count_moved(
    tx: &Tx<'_, Member>,
    thread: &thread::Model,
    to: CommunityId,
) -> Result<(), DbErr> {
    let posts = thread.numposts;
    let less =
        (thread.community_id, communities::ContentCounts { threads: -1, posts: -posts }, None);
    let more = (to, communities::ContentCounts { threads: 1, posts }, Some(thread.last_updated));
    let mut changes = [less, more];
    changes.sort_by_key(|(community, ..)| *community);
    for (community, counts, at) in changes {
        communities::add_contents(tx, community, counts, at).await?;
    }
    Ok(())
}

/// Records the move in the audit log, notifies the member who started the thread, and publishes it
/// to both communities.
async fn record(
    tx: &Tx<'_, Member>,
    (before, here): (&thread::Model, &Access),
    (after, there): (&thread::Model, &Access),
) -> Result<(), Problem> {
    let states = (
        json!({ "communityId": before.community_id, "caption": before.caption }),
        json!({ "communityId": after.community_id }),
    );
    change::audit(tx, after.id, "thread.move", states, None).await?;
    let title = "Your thread was moved";
    let is_member_there = match after.created_by {
        Some(starter) => communities::is_member(tx, after.community_id, starter).await?,
        None => false,
    };
    if is_member_there {
        let said = format!("{}: {}", there.community.name, after.caption);
        change::notify_starter(tx, after, title, &said).await?;
    } else {
        // They may not know the other community.
        let said = format!("{}: {}", here.community.name, before.caption);
        change::notify_starter_of_loss(tx, before, title, &said).await?;
    }
    let about = json!({
        "communityId": before.community_id, "threadId": after.id,
        "toCommunityId": after.community_id,
    });
    // The posts must not be read from the old community's events any more.
    event_log::replace_of_thread(tx, before, ("thread.moved", &about)).await?;
    for community in [before.community_id, after.community_id] {
        tx.publish(Topic::Community(community.uuid()), "thread.moved", &about).await?;
    }
    Ok(())
}
