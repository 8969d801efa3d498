//! Stores notifications in the transaction of the event.

use super::classes::ActivityCategory;
use super::rows::notification::{ActiveModel, Column, Entity, Model};
use super::{Notice, NoticeSubject, NotificationId, classes, delivery};
use crate::{notification_settings, profiles};
use platform::events::Topic;
use platform::{Tx, UserId};
use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde_json::{Value, json};
use std::collections::HashSet;

/// Notifies these users. Each one gets the same notice only once, even if this is called again.
///
/// # Errors
/// Database errors.
pub async fn notify<V>(tx: &Tx<'_, V>, people: &[UserId], notice: &Notice) -> Result<(), DbErr> {
    let told_before = was_notified(tx, people, notice).await?;
    let mut named = HashSet::new();
    let new = |user: &&UserId| !told_before.contains(*user) && named.insert(**user);
    let people: Vec<UserId> = people.iter().filter(new).copied().collect();
    if people.is_empty() {
        return Ok(());
    }
    let hidden = hidden_from(tx, &people, notice).await?;
    let rows: Vec<Model> = people
        .iter()
        .map(|user| notification_row(tx, *user, notice, !hidden.contains(user)))
        .collect();
    let listed = rows.iter().filter(|row| row.in_app);
    let told = listed.map(|row| (Topic::User(row.user_id), live_payload(row))).collect();
    let ids: Vec<NotificationId> = rows.iter().map(|row| row.id).collect();
    let table = tx.table::<Entity>();
    table.insert_many(rows.into_iter().map(to_active_model).collect()).await?;
    delivery::enqueue(tx, &ids).await?;
    tx.publish_each("notification.created", told).await
}

/// Which of these users do not see the notification in the app: they have turned off its kind, or
/// all activity of communities.
pub(super) async fn hidden_from<V>(
    tx: &Tx<'_, V>,
    people: &[UserId],
    notice: &Notice,
) -> Result<HashSet<UserId>, DbErr> {
    let kind = notice.setting_kind();
    let mut hidden = notification_settings::without_in_app(tx, people, kind).await?;
    let category = classes::category_of(notice.kind, notice.action_required, &notice.data);
    if category == ActivityCategory::Communities {
        hidden.extend(profiles::without_community_activity(tx, people).await?);
    }
    Ok(hidden)
}

async fn was_notified<V>(
    tx: &Tx<'_, V>,
    people: &[UserId],
    notice: &Notice,
) -> Result<HashSet<UserId>, DbErr> {
    let of_these = Condition::all()
        .add(Column::SourceId.eq(notice.source.uuid()))
        .add(Column::UserId.is_in(people.iter().map(|user| user.uuid())));
    let rows = tx.select::<Entity>().filter(of_these).all().await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

pub(super) fn notification_row<V>(
    tx: &Tx<'_, V>,
    user: UserId,
    notice: &Notice,
    in_app: bool,
) -> Model {
    let subject = NoticeSubject::from_notice(notice.kind, &notice.data);
    Model {
        id: NotificationId::new(),
        user_id: user,
        source_id: notice.source,
        kind: notice.kind,
        title: notice.title.clone(),
        message: notice.message.clone(),
        data: notice.data.clone(),
        community_id: notice.community,
        affiliation_id: notice.affiliation,
        read: false,
        created_at: tx.now(),
        category: classes::category_of(notice.kind, notice.action_required, &notice.data),
        priority: classes::priority_of(notice.kind, notice.action_required),
        action_required: notice.action_required,
        author_id: notice.author,
        in_app,
        setting_kind: Some(notice.setting_kind()),
        // The feature's own email counts as the email about it.
        email_id: notice.has_own_mail.then(|| notice.source.uuid()),
        emailed_at: notice.has_own_mail.then(|| tx.now()),
        pushed_at: None,
        content_id: subject.map(NoticeSubject::content_id),
        container_id: subject.and_then(NoticeSubject::container_id),
        is_grouped: classes::is_grouped(notice.kind, &notice.data) && notice.community.is_some(),
    }
}

pub(super) fn to_active_model(row: Model) -> ActiveModel {
    ActiveModel {
        id: Set(row.id),
        user_id: Set(row.user_id),
        source_id: Set(row.source_id),
        kind: Set(row.kind),
        title: Set(row.title),
        message: Set(row.message),
        data: Set(row.data),
        community_id: Set(row.community_id),
        affiliation_id: Set(row.affiliation_id),
        read: Set(row.read),
        created_at: Set(row.created_at),
        category: Set(row.category),
        priority: Set(row.priority),
        action_required: Set(row.action_required),
        author_id: Set(row.author_id),
        in_app: Set(row.in_app),
        setting_kind: Set(row.setting_kind),
        email_id: Set(row.email_id),
        emailed_at: Set(row.emailed_at),
        pushed_at: Set(row.pushed_at),
        content_id: Set(row.content_id),
        container_id: Set(row.container_id),
        is_grouped: Set(row.is_grouped),
    }
}

/// Payload of a notification for live streams: the fields of C-123, and the ids of community and
/// affiliation.
pub(super) fn live_payload(row: &Model) -> Value {
    json!({
        "notification": {
            "id": row.id,
            "type": row.kind,
            "title": row.title,
            "message": row.message,
            "data": row.data,
            "read": row.read,
            "createdAt": row.created_at,
        },
        "communityId": row.community_id,
        "affiliationId": row.affiliation_id,
        // Lets the streams of a portal hide it.
        "conversationId": row.data.get("conversationId"),
        // Lets streams hide it from recipients in a block with the author.
        "authorId": row.author_id.filter(|_| classes::is_hidden_by_block(row.kind)),
    })
}
