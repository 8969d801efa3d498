//! Queries for conversations, participants and messages.

use super::error::MessageError;
use super::rows::{ConversationKind, conversation, message, participant};
use super::{ConversationId, MessageId};
use platform::page::TimeCursor;
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::sea_query::{Expr, ExprTrait, LockType};
use sea_orm::{ColumnTrait, Condition, DbErr, QueryOrder, QuerySelect, UpdateMany};

/// A conversation with its participants, locked until the transaction ends, so that its messages
/// are written one after another with increasing times.
pub(super) struct LockedConversation {
    pub conversation: conversation::Model,
    pub participants: Vec<participant::Model>,
}

impl LockedConversation {
    /// Participants except this user.
    pub fn others(&self, user: UserId) -> impl Iterator<Item = UserId> {
        self.participants.iter().map(|one| one.user_id).filter(move |other| *other != user)
    }
}

/// A conversation in which the viewer participates.
pub(super) async fn find(
    scope: &Scope<Member>,
    id: ConversationId,
) -> Result<(conversation::Model, participant::Model), Problem> {
    let mine = scope.select::<participant::Entity>().by_id((id, scope.viewer().id())).one().await?;
    let mine = mine.ok_or(MessageError::NotFound)?;
    let found = scope.select::<conversation::Entity>().by_id(id).one().await?;
    Ok((found.ok_or(MessageError::NotFound)?, mine))
}

/// Locks a conversation in which the viewer participates.
pub(super) async fn lock(
    tx: &Tx<'_, Member>,
    id: ConversationId,
) -> Result<LockedConversation, Problem> {
    let conversation = tx
        .select::<conversation::Entity>()
        .by_id(id)
        .modify_select(|select| select.lock(LockType::NoKeyUpdate))
        .one()
        .await?
        .ok_or(MessageError::NotFound)?;
    let participants = participants(tx, id).await?;
    if !participants.iter().any(|one| one.user_id == tx.viewer().id()) {
        return Err(MessageError::NotFound.into());
    }
    Ok(LockedConversation { conversation, participants })
}

async fn participants(
    tx: &Tx<'_, Member>,
    id: ConversationId,
) -> Result<Vec<participant::Model>, DbErr> {
    tx.select::<participant::Entity>()
        .filter(participant::Column::ConversationId.eq(id.uuid()))
        .modify_select(|select| {
            select
                .order_by_asc(participant::Column::JoinedAt)
                .order_by_asc(participant::Column::UserId)
        })
        .all()
        .await
}

/// The participants of these conversations, in the order they joined. One query.
pub(super) async fn participants_of(
    scope: &Scope<Member>,
    ids: &[ConversationId],
) -> Result<Vec<participant::Model>, DbErr> {
    use participant::Column::{ConversationId as In, JoinedAt, UserId};
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    scope
        .select::<participant::Entity>()
        .filter(In.is_in(ids.iter().map(|id| id.uuid())))
        .modify_select(|select| select.order_by_asc(JoinedAt).order_by_asc(UserId))
        .all()
        .await
}

/// Up to `limit + 1` participations of the viewer, latest message first.
pub(super) async fn page_of_viewer(
    scope: &Scope<Member>,
    is_archived: bool,
    before: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<participant::Model>, DbErr> {
    use participant::Column::{Archived, ConversationId, LastUpdated, UserId};
    let older = before.map(|last| last.after_in_descending(LastUpdated, ConversationId));
    scope
        .select::<participant::Entity>()
        .filter(UserId.eq(scope.viewer().id().uuid()).and(Archived.eq(is_archived)))
        .filter(Condition::all().add_option(older))
        .modify_select(|select| {
            select.order_by_desc(LastUpdated).order_by_desc(ConversationId).limit(limit + 1)
        })
        .all()
        .await
}

/// The conversations with these ids. One query.
pub(super) async fn by_ids(
    scope: &Scope<Member>,
    ids: &[ConversationId],
) -> Result<Vec<conversation::Model>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let these = conversation::Column::Id.is_in(ids.iter().map(|id| id.uuid()));
    scope.select::<conversation::Entity>().filter(these).all().await
}

/// Condition of the messages that a participant may read: those written after they joined a group.
pub(super) fn readable(conversation: &conversation::Model, me: &participant::Model) -> Condition {
    let here = message::Column::ConversationId.eq(me.conversation_id.uuid());
    let is_group = conversation.kind == ConversationKind::Group;
    let since = is_group.then(|| message::Column::Created.gte(me.joined_at));
    Condition::all().add(here).add_option(since)
}

/// A message of the conversation.
pub(super) async fn message_of(
    tx: &Tx<'_, Member>,
    conversation: ConversationId,
    id: MessageId,
) -> Result<message::Model, Problem> {
    let here = message::Column::ConversationId.eq(conversation.uuid());
    let found = tx.select::<message::Entity>().by_id(id).filter(here).one().await?;
    Ok(found.ok_or(MessageError::MessageNotFound)?)
}

/// Changes one message.
pub(super) async fn change_message(
    tx: &Tx<'_, Member>,
    id: MessageId,
    change: impl FnOnce(UpdateMany<message::Entity>) -> UpdateMany<message::Entity>,
) -> Result<(), DbErr> {
    let this = message::Column::Id.eq(id.uuid());
    tx.table::<message::Entity>().update(this, change).await?.exactly_one()
}

/// Changes one conversation.
pub(super) async fn change(
    tx: &Tx<'_, Member>,
    id: ConversationId,
    change: impl FnOnce(UpdateMany<conversation::Entity>) -> UpdateMany<conversation::Entity>,
) -> Result<(), DbErr> {
    let this = conversation::Column::Id.eq(id.uuid());
    tx.table::<conversation::Entity>().update(this, change).await?.exactly_one()
}

/// Changes the viewer's participation.
pub(super) async fn change_mine(
    tx: &Tx<'_, Member>,
    id: ConversationId,
    change: impl FnOnce(UpdateMany<participant::Entity>) -> UpdateMany<participant::Entity>,
) -> Result<(), DbErr> {
    let mine = participant::Column::ConversationId
        .eq(id.uuid())
        .and(participant::Column::UserId.eq(tx.viewer().id().uuid()));
    tx.table::<participant::Entity>().update(mine, change).await?.exactly_one()
}

/// Records a new message: the conversation moves to the top of everyone's list and out of their
/// archive, and rises by one unread message for the `recipients` (G-011).
pub(super) async fn record_message(
    tx: &Tx<'_, Member>,
    message: &message::Model,
    recipients: &[UserId],
) -> Result<(), DbErr> {
    use participant::Column::{Archived, ConversationId, LastUpdated, UnreadMessages, UserId};
    change(tx, message.conversation_id, |update| {
        use conversation::Column::{LastMessageId, LastUpdated, MessageCount};
        update
            .col_expr(LastMessageId, Expr::value(message.id.uuid()))
            .col_expr(MessageCount, Expr::col(MessageCount).add(1))
            .col_expr(LastUpdated, Expr::value(message.created))
    })
    .await?;
    let here = || ConversationId.eq(message.conversation_id.uuid());
    let table = tx.table::<participant::Entity>();
    let moved = table.update(here(), |update| {
        update
            .col_expr(LastUpdated, Expr::value(message.created))
            .col_expr(Archived, Expr::value(false))
    });
    moved.await?.as_many_as_there_are();
    if !recipients.is_empty() {
        let theirs = here().and(UserId.is_in(recipients.iter().map(|user| user.uuid())));
        let counted = table.update(theirs, |update| {
            update.col_expr(UnreadMessages, Expr::col(UnreadMessages).add(1))
        });
        counted.await?.as_many_as_there_are();
    }
    Ok(())
}
