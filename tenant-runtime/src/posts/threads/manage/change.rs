//! What every change of a thread has in common: its row, its entry in the audit log, its event, and
//! the notification of the member who started the thread.

use super::subscription;
use crate::activity::{Notice, NotificationType, notify};
use crate::posts::rows::thread;
use crate::posts::threads::view::ThreadClosure;
use crate::profiles;
use platform::audit::{self, AuditedAction};
use platform::events::Topic;
use platform::{AccountViewer, CommunityId, Member, ThreadId, Tx, UserId};
use sea_orm::{ColumnTrait, DbErr};
use serde_json::{Value, json};

/// Updates the row of a locked thread.
pub(super) async fn set(
    tx: &Tx<'_, Member>,
    id: ThreadId,
    change: thread::ActiveModel,
) -> Result<(), DbErr> {
    let this = thread::Column::Id.eq(id.uuid());
    tx.table::<thread::Entity>().update(this, |update| update.set(change)).await?.exactly_one()
}

/// Publishes the new state of a thread to its community.
pub(super) async fn publish(tx: &Tx<'_, Member>, thread: &thread::Model) -> Result<(), DbErr> {
    let by = match thread.closed_by.filter(|_| thread.closed_at.is_some()) {
        Some(user) => Some(profiles::person_of(tx, user).await?),
        None => None,
    };
    let about = json!({
        "communityId": thread.community_id, "threadId": thread.id, "caption": thread.caption,
        "closed": ThreadClosure::new(thread, by), "pinnedPosition": thread.pinned_position,
    });
    tx.publish(Topic::Community(thread.community_id.uuid()), "thread.changed", &about).await?;
    Ok(())
}

/// Records a change of a thread in the audit log.
pub(super) async fn audit(
    tx: &Tx<'_, Member>,
    id: ThreadId,
    action: &'static str,
    (before, after): (Value, Value),
    reason: Option<&str>,
) -> Result<(), DbErr> {
    let act = AuditedAction {
        actor: Some(tx.viewer().id()),
        action,
        subject_kind: "thread",
        subject_id: id.to_string(),
        before,
        after,
        reason,
    };
    audit::record_action(tx, act).await
}

/// The member who started a thread, unless it is the viewer.
fn other_starter(tx: &Tx<'_, Member>, thread: &thread::Model) -> Option<UserId> {
    thread.created_by.filter(|starter| *starter != tx.viewer().id())
}

/// Notifies the member who started a thread of its change, unless they made it or muted the thread.
pub(super) async fn notify_starter(
    tx: &Tx<'_, Member>,
    thread: &thread::Model,
    title: &'static str,
    message: &str,
) -> Result<(), DbErr> {
    let Some(starter) = other_starter(tx, thread) else { return Ok(()) };
    if subscription::is_muted(tx, starter, thread.id).await? {
        return Ok(());
    }
    let about = json!({ "communityId": thread.community_id, "threadId": thread.id });
    send(tx, starter, thread.community_id, (title, message), about).await
}

/// Notifies the member who started a thread that it left the community that they know. The
/// notification leads to that community, and is sent even if the thread was muted.
pub(super) async fn notify_starter_of_loss(
    tx: &Tx<'_, Member>,
    thread: &thread::Model,
    title: &'static str,
    message: &str,
) -> Result<(), DbErr> {
    let Some(starter) = other_starter(tx, thread) else { return Ok(()) };
    let about = json!({ "communityId": thread.community_id });
    send(tx, starter, thread.community_id, (title, message), about).await
}

async fn send(
    tx: &Tx<'_, Member>,
    to: UserId,
    community: CommunityId,
    (title, message): (&str, &str),
    about: Value,
) -> Result<(), DbErr> {
    let notice = Notice::new(NotificationType::SystemMessage, title, message, about);
    notify(tx, &[to], &notice.of_community(community)).await
}
