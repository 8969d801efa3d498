//! Edits and deletes messages, and reacts to them.

use super::delivery::MessageDelivery;
use super::error::{MessageError, edit_ends_at};
use super::rows::{MessageKind, message, reaction};
use super::store::{self, LockedConversation};
use super::view::MessageView;
use super::{ConversationId, MessageId, contact, images, send};
use crate::limits::check_limit_within;
use crate::posts::{NewReaction, REACTIONS};
use crate::profiles::blocks::blocked_pairs;
use platform::idempotency::{self, Claim, IdempotencyKey};
use platform::limiter::LimitedAction;
use platform::{AccountViewer, Member, Problem, Scope, Tx, content_filters};
use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, DbErr};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A new text of a message.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageChange {
    #[serde(default)]
    pub content: String,
}

/// Address of a message.
#[derive(Debug, Clone, Copy)]
pub(super) struct MessageAddress {
    pub conversation: ConversationId,
    pub message: MessageId,
}

/// Replaces the text of the viewer's message within 15 minutes.
pub(super) async fn edit(
    scope: &mut Scope<Member>,
    at: MessageAddress,
    change: &MessageChange,
) -> Result<MessageView, Problem> {
    let filter = content_filters::current(scope.services(), scope.site()).await?;
    let tx = scope.begin().await?;
    let (locked, row) = lock_own(&tx, at).await?;
    let text = send::check_text(&change.content, row.image_count > 0, filter)?;
    check_not_blocked(&tx, &locked).await?;
    if tx.now() > edit_ends_at(row.created) {
        return Err(MessageError::EditTooLate.into());
    }
    let now = tx.now();
    store::change_message(&tx, row.id, |update| {
        use message::Column::{Content, EditedAt};
        update.col_expr(Content, Expr::value(text)).col_expr(EditedAt, Expr::value(now))
    })
    .await?;
    publish_and_commit(tx, &locked, at.message).await
}

/// Deletes the viewer's message for everyone; it stays as a placeholder without its text.
pub(super) async fn delete(
    scope: &mut Scope<Member>,
    at: MessageAddress,
) -> Result<MessageView, Problem> {
    let tx = scope.begin().await?;
    let (locked, row) = lock_own(&tx, at).await?;
    let now = tx.now();
    store::change_message(&tx, row.id, |update| {
        use message::Column::{Content, DeletedAt, ImageCount};
        update
            .col_expr(Content, Expr::value(""))
            .col_expr(DeletedAt, Expr::value(now))
            .col_expr(ImageCount, Expr::value(0))
    })
    .await?;
    let reactions = tx.global_table::<reaction::Entity>();
    let of_it = reaction::Column::MessageId.eq(row.id.uuid());
    reactions.delete(of_it).await?.as_many_as_there_are();
    if row.image_count > 0 {
        images::delete_of_message(&tx, row.id).await?;
    }
    let delivery = MessageDelivery::load(&tx, &locked, at.message).await?;
    let view = delivery.view_for(tx.viewer().id());
    if let Some(key) = &row.idempotency_key {
        // The stored response of the create must not keep the text.
        platform::idempotency::replace_response(&tx, tx.viewer().id(), key, &view).await?;
    }
    delivery.publish_updated(&tx).await?;
    tx.commit().await?;
    Ok(view)
}

/// Adds a reaction of the viewer, or removes it.
pub(super) async fn react(
    scope: &mut Scope<Member>,
    key: &IdempotencyKey,
    at: MessageAddress,
    new: &NewReaction,
) -> Result<MessageView, Problem> {
    if !REACTIONS.contains(&new.emoji.as_str()) {
        return Err(MessageError::UnknownReaction.into());
    }
    let tx = scope.begin().await?;
    let locked = store::lock(&tx, at.conversation).await?;
    let row = store::message_of(&tx, &locked, at.message).await?;
    if row.deleted_at.is_some() || row.kind != MessageKind::Text {
        return Err(MessageError::MessageNotFound.into());
    }
    check_not_blocked(&tx, &locked).await?;
    check_limit_within(&tx, LimitedAction::SendMessage).await?;
    let path = format!("/messages/{}/reactions", row.id);
    let fingerprint = idempotency::request_fingerprint(&path, new);
    // A repeated key changes nothing: a reaction that was queued offline may be sent twice.
    if matches!(idempotency::claim::<_, bool>(&tx, key, &fingerprint).await?, Claim::Fresh) {
        toggle_reaction(&tx, row.id, &new.emoji).await?;
        idempotency::store_response(&tx, key, &true).await?;
    }
    publish_and_commit(tx, &locked, at.message).await
}

async fn toggle_reaction(tx: &Tx<'_, Member>, id: MessageId, emoji: &str) -> Result<(), DbErr> {
    let me = tx.viewer().id();
    let reactions = tx.global_table::<reaction::Entity>();
    let mine = Condition::all()
        .add(reaction::Column::MessageId.eq(id.uuid()))
        .add(reaction::Column::UserId.eq(me.uuid()))
        .add(reaction::Column::Emoji.eq(emoji));
    if !reactions.delete(mine).await?.is_changed() {
        let added = reaction::ActiveModel {
            message_id: Set(id),
            user_id: Set(me),
            emoji: Set(emoji.to_owned()),
            created_at: Set(tx.now()),
        };
        reactions.insert(added).await?;
    }
    Ok(())
}

/// The viewer's own message, with its conversation locked.
async fn lock_own(
    tx: &Tx<'_, Member>,
    at: MessageAddress,
) -> Result<(LockedConversation, message::Model), Problem> {
    let locked = store::lock(tx, at.conversation).await?;
    let row = store::message_of(tx, &locked, at.message).await?;
    if row.deleted_at.is_some() || row.kind != MessageKind::Text {
        return Err(MessageError::MessageNotFound.into());
    }
    if row.sender_id != Some(tx.viewer().id()) {
        return Err(MessageError::NotTheSender.into());
    }
    Ok((locked, row))
}

/// Fails if one of the two people of a conversation has blocked the other: a block delivers nothing.
async fn check_not_blocked(
    tx: &Tx<'_, Member>,
    locked: &LockedConversation,
) -> Result<(), Problem> {
    let me = tx.viewer().id();
    let blocked = blocked_pairs(tx, me).await?;
    match contact::refusal(&locked.conversation, &locked.users(), me, &blocked) {
        Some(MessageError::Blocked) => Err(MessageError::Blocked.into()),
        _ => Ok(()),
    }
}

async fn publish_and_commit(
    tx: Tx<'_, Member>,
    locked: &LockedConversation,
    message: MessageId,
) -> Result<MessageView, Problem> {
    let delivery = MessageDelivery::load(&tx, locked, message).await?;
    delivery.publish_updated(&tx).await?;
    let view = delivery.view_for(tx.viewer().id());
    tx.commit().await?;
    Ok(view)
}
