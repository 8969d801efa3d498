//! Notifications that exist once for their subject while it is unread: a later one replaces the
//! text of the earlier one, and reading the subject deletes it.

use super::notify::{self, live_payload, notification_row, to_active_model};
use super::rows::notification::{ActiveModel, Column, Entity, Model};
use super::rules::CHANGED_EVENT;
use super::{Notice, NotificationType, delivery};
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
    let hidden = notify::hidden_from(tx, &[user], notice).await?;
    let row: Model = notification_row(tx, user, notice, hidden.is_empty());
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
        in_app: Set(row.in_app),
        // It is mailed and pushed again. The time of the last email stays: it limits their number.
        email_id: Set(None),
        pushed_at: Set(None),
        ..Default::default()
    };
    let about = about_condition(user, notice.source);
    let known = table.update_returning(about, |update| update.set(replaced)).await?;
    if let Some(known) = known.first() {
        delivery::enqueue(tx, &[known.id]).await?;
        // The number of unread notifications changes only with the first one.
        return if was_read && row.in_app { publish_changed(tx, user).await } else { Ok(()) };
    }
    let (id, in_app, payload) = (row.id, row.in_app, live_payload(&row));
    table.insert(to_active_model(row)).await?;
    delivery::enqueue(tx, &[id]).await?;
    if in_app {
        tx.publish(Topic::User(user), "notification.created", &payload).await?;
    }
    Ok(())
}

/// Notifies a user of one of many similar events about a subject ([`Notice::about_subject`]). While
/// their notification about it is unread, only its text changes, without another email or push. After
/// they have read it, it becomes unread again for an event that `is_new` by another author.
///
/// # Errors
/// Database errors.
pub async fn notify_coalesced<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    notice: &Notice,
    is_new: bool,
) -> Result<(), DbErr> {
    let about = about_condition(user, notice.source);
    let known = tx.table::<Entity>().rows().filter(about).one().await?;
    match known {
        None if is_new => notify::notify(tx, &[user], notice).await,
        Some(row) if !row.read => replace_text(tx, &row, notice, is_new).await,
        Some(row) if is_new && row.author_id != notice.author => {
            notify_latest(tx, user, notice).await
        }
        _ => Ok(()),
    }
}

async fn replace_text<V>(
    tx: &Tx<'_, V>,
    row: &Model,
    notice: &Notice,
    is_new: bool,
) -> Result<(), DbErr> {
    let replaced = ActiveModel {
        title: Set(notice.title.clone()),
        message: Set(notice.message.clone()),
        created_at: Set(if is_new { tx.now() } else { row.created_at }),
        author_id: Set(notice.author),
        ..Default::default()
    };
    let this = Column::Id.eq(row.id.uuid());
    tx.table::<Entity>().update(this, |update| update.set(replaced)).await?.exactly_one()?;
    if row.in_app { publish_changed(tx, row.user_id).await } else { Ok(()) }
}

/// Deletes a user's unread notification about a subject ([`Notice::about_subject`]), because the
/// event was undone.
///
/// # Errors
/// Database errors.
pub async fn withdraw_unread<V>(tx: &Tx<'_, V>, user: UserId, subject: Uuid) -> Result<(), DbErr> {
    let this = about_condition(user, EventId(subject)).add(Column::Read.eq(false));
    let deleted = tx.table::<Entity>().delete(this).await?;
    if deleted.is_changed() { publish_changed(tx, user).await } else { Ok(()) }
}

/// Deletes a user's notification about a subject, because they have read it.
///
/// # Errors
/// Database errors.
pub async fn withdraw_notice<V>(tx: &Tx<'_, V>, user: UserId, subject: Uuid) -> Result<(), DbErr> {
    let this = about_condition(user, EventId(subject))
        .add(Column::Kind.eq(NotificationType::DirectMessage));
    let deleted = tx.table::<Entity>().delete(this).await?;
    if deleted.is_changed() { publish_changed(tx, user).await } else { Ok(()) }
}

async fn publish_changed<V>(tx: &Tx<'_, V>, user: UserId) -> Result<(), DbErr> {
    tx.publish(Topic::User(user), CHANGED_EVENT, &json!({})).await.map(drop)
}
