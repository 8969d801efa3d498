//! Notifications that exist once for their subject while it is unread: a later one replaces the
//! text of the earlier one, and reading the subject deletes it.

use super::notify::{live_payload, notification_row, to_active_model};
use super::rows::notification::{ActiveModel, Column, Entity, Model};
use super::rules::CHANGED_EVENT;
use super::{Notice, NotificationPreferenceKind};
use platform::events::Topic;
use platform::ids::EventId;
use platform::{Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde_json::json;
use uuid::Uuid;

impl Notice {
    /// Sets the subject, of which a user has one notification at most.
    #[must_use]
    pub const fn about_subject(mut self, subject: Uuid) -> Self {
        self.source = EventId(subject);
        self
    }
}

fn about_condition(user: UserId, subject: EventId) -> Condition {
    Condition::all().add(Column::SourceId.eq(subject.uuid())).add(Column::UserId.eq(user.uuid()))
}

/// Notifies a user about a subject ([`Notice::about_subject`]), or replaces their notification about
/// it and marks it as unread.
///
/// # Errors
/// Database errors.
pub async fn notify_latest<V>(tx: &Tx<'_, V>, user: UserId, notice: &Notice) -> Result<(), DbErr> {
    let row: Model = notification_row(tx, user, notice);
    let table = tx.table::<Entity>();
    let was_read = about_condition(user, notice.source).add(Column::Read.eq(true));
    let was_read = table.rows().filter(was_read).exists().await?;
    let replaced = ActiveModel {
        title: Set(row.title.clone()),
        message: Set(row.message.clone()),
        data: Set(row.data.clone()),
        read: Set(false),
        created_at: Set(row.created_at),
        author_id: Set(row.author_id),
        ..Default::default()
    };
    let known =
        table.update(about_condition(user, notice.source), |update| update.set(replaced)).await?;
    if !known.is_changed() {
        let payload = live_payload(&row);
        table.insert(to_active_model(row)).await?;
        return tx.publish(Topic::User(user), "notification.created", &payload).await.map(drop);
    }
    // The number of unread notifications changes only with the first one.
    if was_read { publish_changed(tx, user).await } else { Ok(()) }
}

/// Deletes a user's notification about a subject, because they have read it.
///
/// # Errors
/// Database errors.
pub async fn withdraw_notice<V>(tx: &Tx<'_, V>, user: UserId, subject: Uuid) -> Result<(), DbErr> {
    let this = about_condition(user, EventId(subject))
        .add(Column::Kind.eq(NotificationPreferenceKind::DirectMessage));
    let deleted = tx.table::<Entity>().delete(this).await?;
    if deleted.is_changed() { publish_changed(tx, user).await } else { Ok(()) }
}

async fn publish_changed<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    tx.publish(Topic::User(user), CHANGED_EVENT, &json!({})).await.map(drop)
}
