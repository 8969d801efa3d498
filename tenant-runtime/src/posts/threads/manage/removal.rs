//! Removes threads. A removed thread and its posts are hidden at once; a job deletes them.

use super::erasure;
use super::error::ManageError;
use super::lock::{self, LockedThread};
use super::{change, moved_rows};
use crate::activity;
use crate::communities;
use crate::posts::event_log;
use crate::posts::removal::ReasonForRemoval;
use crate::posts::rows::{subscription, thread};
use crate::reports;
use platform::events::Topic;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, ThreadId, Tx};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, DbErr};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

/// A removed thread.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ThreadTombstone {
    id: ThreadId,
    community_id: CommunityId,
    /// Always true.
    removed: bool,
}

/// Removes a thread with a reason, as a moderator.
pub(super) async fn remove(
    scope: &mut Scope<Member>,
    place: (CommunityId, ThreadId),
    removal: &ReasonForRemoval,
) -> Result<ThreadTombstone, Problem> {
    let tx = scope.begin().await?;
    let LockedThread { access, thread } =
        lock::to_moderate(&tx, place, ManageError::RemoveForbidden).await?;
    let reason = removal.validated()?;
    hide(&tx, &thread, &reason).await?;
    let before = json!({
        "communityId": thread.community_id, "caption": thread.caption,
        "createdBy": thread.created_by, "posts": thread.numposts,
    });
    change::audit(&tx, thread.id, "thread.remove", (before, json!({})), Some(&reason)).await?;
    let said = format!("{}: {reason}", access.community.name);
    change::notify_starter_of_loss(&tx, &thread, "Your thread was removed", &said).await?;
    let about = json!({ "communityId": thread.community_id, "threadId": thread.id });
    let topic = Topic::Community(thread.community_id.uuid());
    event_log::replace_of_thread(&tx, &thread, ("thread.removed", &about)).await?;
    tx.publish(topic, "thread.removed", &about).await?;
    tx.enqueue(erasure::erasure_job(thread.id)?).await?;
    tx.commit().await?;
    Ok(ThreadTombstone { id: thread.id, community_id: thread.community_id, removed: true })
}

/// Hides a locked thread with its posts, and everything about them.
async fn hide(tx: &Tx<'_, Member>, thread: &thread::Model, reason: &str) -> Result<(), Problem> {
    const HIDE_POSTS: &str = "UPDATE posts SET removed_at = $2, removed_by = $3 \
         WHERE thread_id = $1 AND removed_at IS NULL";
    let (now, me) = (tx.now(), tx.viewer().id());
    reports::close_reports_about_posts(tx, moved_rows::post_ids(thread.id)).await?;
    tx.execute(HIDE_POSTS, vec![thread.id.into(), now.into(), me.into()]).await?;
    let removed = thread::ActiveModel {
        pinned_position: Set(None),
        removed_at: Set(Some(now)),
        removed_by: Set(Some(me)),
        removal_reason: Set(Some(reason.to_owned())),
        ..Default::default()
    };
    change::set(tx, thread.id, removed).await?;
    delete_subscriptions_to(tx, thread.id).await?;
    activity::delete_notices_about(tx, thread.id.uuid()).await?;
    let less = communities::ContentCounts { threads: -1, posts: -thread.numposts };
    Ok(communities::add_contents(tx, thread.community_id, less, None).await?)
}

async fn delete_subscriptions_to(tx: &Tx<'_, Member>, id: ThreadId) -> Result<(), DbErr> {
    let to_it = subscription::Column::ThreadId.eq(id.uuid());
    tx.table::<subscription::Entity>().delete(to_it).await?.as_many_as_there_are();
    Ok(())
}
