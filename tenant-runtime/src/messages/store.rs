//! Queries for conversations, participants and messages.

use super::error::MessageError;
use super::rows::{
    ConversationKind, ConversationState, ListFolder, conversation, message, participant,
};
use super::{ConversationId, MessageId};
use crate::profiles;
use crate::profiles::blocks::{BlockedUsers, Blocks, not_blocked};
use crate::search_index::{self, TextKind};
use crate::sql::placeholders;
use chrono::{DateTime, Utc};
use platform::page::TimeCursor;
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, LockType, Query};
use sea_orm::{
    ColumnTrait, Condition, DbBackend, DbErr, FromQueryResult, QueryOrder, QuerySelect, UpdateMany,
};

/// A conversation with its participants, locked until the transaction ends, so that its messages
/// are written one after another with increasing times.
pub(super) struct LockedConversation {
    pub conversation: conversation::Model,
    pub participants: Vec<participant::Model>,
}

impl LockedConversation {
    /// The participation of a user.
    pub fn participant(&self, user: UserId) -> Option<&participant::Model> {
        self.participants.iter().find(|one| one.user_id == user)
    }

    /// All participants.
    pub fn users(&self) -> Vec<UserId> {
        self.participants.iter().map(|one| one.user_id).collect()
    }

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
    let locked = LockedConversation { conversation, participants };
    locked.participant(tx.viewer().id()).ok_or(MessageError::NotFound)?;
    Ok(locked)
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

/// A participant with the settings and the last activity that others may see of them.
#[derive(Debug, Clone, FromQueryResult)]
pub(super) struct ParticipantStatus {
    pub conversation_id: ConversationId,
    pub user_id: UserId,
    pub last_read_at: Option<DateTime<Utc>>,
    pub delivered_at: Option<DateTime<Utc>>,
    pub sends_receipts: Option<bool>,
    pub shows_presence: Option<bool>,
    pub last_active_at: Option<DateTime<Utc>>,
}

/// The participants of these conversations of the viewer, in the order they joined. One query.
pub(super) async fn participants_of(
    scope: &Scope<Member>,
    ids: &[ConversationId],
) -> Result<Vec<ParticipantStatus>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = format!(
        "SELECT p.conversation_id, p.user_id, p.last_read_at, p.delivered_at, \
         s.sends_receipts, s.shows_presence, a.last_active_at \
         FROM conversation_participants p LEFT JOIN message_settings s ON s.user_id = p.user_id \
         LEFT JOIN user_presence a ON a.user_id = p.user_id \
         WHERE p.conversation_id IN ({}) ORDER BY p.joined_at, p.user_id",
        placeholders(1, ids.len())
    );
    let values = ids.iter().map(|id| (*id).into()).collect();
    scope.raw(&sql, values).all().await
}

/// Part of the viewer's conversations.
#[derive(Debug, Clone)]
pub(super) struct ListPart {
    pub folder: ListFolder,
    pub is_archived: bool,
    /// Part of the title, or of the name of another participant.
    pub name: Option<String>,
}

/// Up to `limit + 1` participations of the viewer, latest message first.
pub(super) async fn page_of_viewer(
    scope: &Scope<Member>,
    part: &ListPart,
    before: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<participant::Model>, DbErr> {
    use participant::Column::{Archived, ConversationId, Folder, LastUpdated, UserId};
    let me = scope.viewer().id();
    let older = before.map(|last| last.after_in_descending(LastUpdated, ConversationId));
    let named = part.name.as_deref().map(|name| is_named(scope.backend(), me, name));
    scope
        .select::<participant::Entity>()
        .filter(UserId.eq(me.uuid()).and(Archived.eq(part.is_archived)))
        .filter(Folder.eq(part.folder))
        .filter(Condition::all().add_option(older).add_option(named))
        .modify_select(|select| {
            select.order_by_desc(LastUpdated).order_by_desc(ConversationId).limit(limit + 1)
        })
        .all()
        .await
}

/// Condition that the title of the conversation, or the name of a participant except `me`, contains
/// a text.
fn is_named(backend: DbBackend, me: UserId, text: &str) -> Condition {
    let other = Alias::new("other");
    let this = participant::Column::ConversationId.as_column_ref();
    let people = Query::select()
        .expr(Expr::val(1))
        .from_as(participant::Entity, other.clone())
        .and_where(
            Expr::col((other.clone(), participant::Column::ConversationId)).equals(this.clone()),
        )
        .and_where(Expr::col((other.clone(), participant::Column::UserId)).ne(me.uuid()))
        .cond_where(profiles::is_name_containing(
            backend,
            &Expr::col((other, participant::Column::UserId)),
            text,
        ))
        .to_owned();
    let titles = Query::select()
        .expr(Expr::val(1))
        .from(conversation::Entity)
        .and_where(Expr::col((conversation::Entity, conversation::Column::Id)).equals(this))
        .and_where(profiles::is_containing(
            backend,
            Expr::col((conversation::Entity, conversation::Column::Title)),
            text,
        ))
        .to_owned();
    Condition::any().add(Expr::exists(people)).add(Expr::exists(titles))
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

/// Condition of the messages that a participant may read: in a group, those written after they
/// joined, and none of people in a block with them.
pub(super) fn readable(conversation: &conversation::Model, me: &participant::Model) -> Condition {
    use message::Column::{ConversationId, Created, SenderId};
    let all = Condition::all().add(ConversationId.eq(me.conversation_id.uuid()));
    if conversation.kind == ConversationKind::Direct {
        return all;
    }
    all.add(Created.gte(me.joined_at)).add(not_blocked(SenderId, me.user_id, Blocks::Both))
}

/// Returns true if a participant may read the message; the same as [`readable`].
pub(super) fn may_read(
    conversation: &conversation::Model,
    reader: &participant::Model,
    message: &message::Model,
    blocked: &BlockedUsers,
) -> bool {
    let is_hidden = message.sender_id.is_some_and(|user| blocked.contains_user(user, Blocks::Both));
    conversation.kind == ConversationKind::Direct
        || (message.created >= reader.joined_at && !is_hidden)
}

/// A message of the locked conversation that the viewer may read.
pub(super) async fn message_of(
    tx: &Tx<'_, Member>,
    locked: &LockedConversation,
    id: MessageId,
) -> Result<message::Model, Problem> {
    let mine = locked.participant(tx.viewer().id()).ok_or(MessageError::NotFound)?;
    let here = readable(&locked.conversation, mine);
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

/// Deletes a conversation with its messages.
pub(super) async fn delete_conversation(
    tx: &Tx<'_, Member>,
    id: ConversationId,
) -> Result<(), DbErr> {
    let this = conversation::Column::Id.eq(id.uuid());
    tx.table::<conversation::Entity>().delete(this).await?.exactly_one()
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

/// Records a new message: the conversation moves to the top of everyone's list and, for the sender
/// and the `recipients`, out of their archive; it rises by one unread message for the `recipients`
/// (G-011). The first message of a conversation lists it for them.
pub(super) async fn record_message(
    tx: &Tx<'_, Member>,
    conversation: &conversation::Model,
    message: &message::Model,
    recipients: &[UserId],
) -> Result<(), DbErr> {
    use participant::Column::{
        Archived, ConversationId, FirstUnreadId, Folder, LastUpdated, UnreadMessages, UserId,
    };
    change(tx, message.conversation_id, |update| {
        use conversation::Column::{LastMessageId, LastUpdated, MessageCount};
        update
            .col_expr(LastMessageId, Expr::value(message.id.uuid()))
            .col_expr(MessageCount, Expr::col(MessageCount).add(1))
            .col_expr(LastUpdated, Expr::value(message.created))
    })
    .await?;
    let received = || UserId.is_in(recipients.iter().map(|user| user.uuid()));
    let sent = || message.sender_id.map_or(Expr::val(false), |me| UserId.eq(me.uuid()));
    let listed = match conversation.state {
        ConversationState::Requested => ListFolder::Requests,
        _ => ListFolder::Inbox,
    };
    let here = ConversationId.eq(message.conversation_id.uuid());
    let table = tx.table::<participant::Entity>();
    let moved = table.update(here, |update| {
        let first_unread = received().and(FirstUnreadId.is_null());
        update
            .col_expr(LastUpdated, Expr::value(message.created))
            .col_expr(
                Archived,
                Expr::case(received().or(sent()), false).finally(Expr::col(Archived)).into(),
            )
            .col_expr(
                UnreadMessages,
                Expr::case(received(), Expr::col(UnreadMessages).add(1))
                    .finally(Expr::col(UnreadMessages))
                    .into(),
            )
            .col_expr(
                FirstUnreadId,
                Expr::case(first_unread, message.id.uuid())
                    .finally(Expr::col(FirstUnreadId))
                    .into(),
            )
            .col_expr(
                Folder,
                Expr::case(sent(), ListFolder::Inbox)
                    .case(Folder.eq(ListFolder::Hidden), listed)
                    .finally(Expr::col(Folder))
                    .into(),
            )
    });
    moved.await?.as_many_as_there_are();
    Ok(())
}

/// Stores the words of a message for the search.
pub(super) async fn store_words(tx: &Tx<'_, Member>, row: &message::Model) -> Result<(), DbErr> {
    let texts = ("", row.content.as_str());
    search_index::store_words(tx, TextKind::Message, row.id.uuid(), texts).await
}
