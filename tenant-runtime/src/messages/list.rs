//! Reads conversations and messages.

use super::contact;
use super::error::MessageError;
use super::rows::{ConversationKind, conversation, message, participant, reaction};
use super::view::{ConversationView, MessageContext, MessageView};
use super::{ConversationId, MessageId, store};
use crate::profiles::blocks::{BlockedUsers, Blocks, blocked_pairs, not_blocked};
use crate::profiles::{self, UserSummary};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Member, Problem, Scope, Tx, UserId};
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, DbErr, QueryOrder, QuerySelect};
use serde::Deserialize;
use std::collections::HashMap;
use utoipa::IntoParams;

/// Default and maximum page size of conversations (C-096).
const CONVERSATIONS_PAGE: (u64, u64) = (25, 100);
/// Default and maximum page size of messages (C-100).
const MESSAGES_PAGE: (u64, u64) = (50, 100);
/// Largest number that the badge shows; one more means "more than".
const BADGE_MAX: u64 = 100;

/// Part of the viewer's conversations.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ConversationFilter {
    /// True for the archived ones.
    #[serde(default)]
    pub archived: bool,
}

/// The viewer's conversations on this site, latest message first. 6 queries.
pub(super) async fn conversations(
    scope: &Scope<Member>,
    filter: &ConversationFilter,
    query: &PageQuery,
) -> Result<Page<ConversationView>, Problem> {
    let scope = &scope.on_one_connection().await?;
    let limit = query.row_limit(CONVERSATIONS_PAGE.0, CONVERSATIONS_PAGE.1);
    let before = query.decode_cursor::<TimeCursor>()?;
    let rows = store::page_of_viewer(scope, filter.archived, before, limit).await?;
    let page = Page::from_rows(rows, limit, |row| TimeCursor {
        at: row.last_updated,
        id: row.conversation_id.uuid(),
    });
    let next_cursor = page.next_cursor;
    Ok(Page { items: views(scope, page.items).await?, next_cursor })
}

/// One conversation of the viewer. 6 queries.
pub(super) async fn read_one(
    scope: &Scope<Member>,
    id: ConversationId,
) -> Result<ConversationView, Problem> {
    let scope = &scope.on_one_connection().await?;
    let mine = scope.select::<participant::Entity>().by_id((id, scope.viewer().id())).one().await?;
    let mine = mine.ok_or(MessageError::NotFound)?;
    Ok(views(scope, vec![mine]).await?.pop().ok_or(MessageError::NotFound)?)
}

async fn views(
    scope: &Scope<Member>,
    mine: Vec<participant::Model>,
) -> Result<Vec<ConversationView>, DbErr> {
    let me = scope.viewer().id();
    let ids: Vec<ConversationId> = mine.iter().map(|row| row.conversation_id).collect();
    let rows = store::by_ids(scope, &ids).await?;
    let last: Vec<MessageId> = rows.iter().filter_map(|row| row.last_message_id).collect();
    let mut rows: HashMap<_, _> = rows.into_iter().map(|row| (row.id, row)).collect();
    let last = messages_by_id(scope, &last).await?;
    let mut users: HashMap<ConversationId, Vec<UserId>> = HashMap::new();
    for one in store::participants_of(scope, &ids).await? {
        users.entry(one.conversation_id).or_default().push(one.user_id);
    }
    let everyone: Vec<UserId> = users.values().flatten().copied().collect();
    let people = profiles::load_people(scope, &everyone).await?;
    let blocked = blocked_pairs(scope, me).await?;
    let views = mine.iter().filter_map(|mine| {
        let row = rows.remove(&mine.conversation_id)?;
        let users = users.remove(&row.id).unwrap_or_default();
        let last = row.last_message_id.and_then(|id| last.get(&id));
        let last = last.filter(|last| is_readable(&row, mine, last, &blocked));
        let refusal = contact::refusal(&row, &users, me, &blocked);
        let people = named(&users, &people);
        Some(ConversationView::new(row, mine, people, last, refusal))
    });
    Ok(views.collect())
}

fn named(users: &[UserId], people: &HashMap<UserId, UserSummary>) -> Vec<UserSummary> {
    let person = |user: &UserId| {
        people.get(user).cloned().unwrap_or_else(|| UserSummary::deleted_account(*user))
    };
    users.iter().map(person).collect()
}

/// Returns true if the participant may read the message: in a group, only messages since they
/// joined, and none of people in a block with them.
fn is_readable(
    row: &conversation::Model,
    mine: &participant::Model,
    message: &message::Model,
    blocked: &BlockedUsers,
) -> bool {
    let is_hidden = message.sender_id.is_some_and(|user| blocked.contains_user(user, Blocks::Both));
    row.kind == ConversationKind::Direct || (message.created >= mine.joined_at && !is_hidden)
}

/// Messages of a conversation, newest page first, oldest first within a page. 6 queries.
pub(super) async fn messages(
    scope: &Scope<Member>,
    id: ConversationId,
    query: &PageQuery,
) -> Result<Page<MessageView>, Problem> {
    use message::Column::{Created, Id, SenderId};
    let scope = &scope.on_one_connection().await?;
    let (row, mine) = store::find(scope, id).await?;
    let limit = query.row_limit(MESSAGES_PAGE.0, MESSAGES_PAGE.1);
    let older =
        query.decode_cursor::<TimeCursor>()?.map(|last| last.after_in_descending(Created, Id));
    let hidden = (row.kind == ConversationKind::Group)
        .then(|| not_blocked(SenderId, scope.viewer().id(), Blocks::Both));
    let rows = scope
        .select::<message::Entity>()
        .filter(store::readable(&row, &mine).add_option(older).add_option(hidden))
        .modify_select(|select| select.order_by_desc(Created).order_by_desc(Id).limit(limit + 1))
        .all()
        .await?;
    let mut page =
        Page::from_rows(rows, limit, |row| TimeCursor { at: row.created, id: row.id.uuid() });
    page.items.reverse();
    let context = context(scope, &page.items).await?;
    Ok(page.map_items(|row| context.view(row)))
}

async fn context(scope: &Scope<Member>, rows: &[message::Model]) -> Result<MessageContext, DbErr> {
    let quoted: Vec<MessageId> = rows.iter().filter_map(|row| row.reply_to_id).collect();
    let quoted = messages_by_id(scope, &quoted).await?;
    let ids: Vec<MessageId> = rows.iter().map(|row| row.id).collect();
    let mut reactions: HashMap<MessageId, Vec<reaction::Model>> = HashMap::new();
    if !ids.is_empty() {
        let of_these = reaction::Column::MessageId.is_in(ids.iter().map(|id| id.uuid()));
        let found = scope
            .global::<reaction::Entity>()
            .filter(of_these)
            .modify_select(|select| select.order_by_asc(reaction::Column::CreatedAt))
            .all()
            .await?;
        for one in found {
            reactions.entry(one.message_id).or_default().push(one);
        }
    }
    let senders: Vec<UserId> =
        rows.iter().flat_map(|row| [row.sender_id, row.subject_id]).flatten().collect();
    let people = profiles::load_people(scope, &senders).await?;
    Ok(MessageContext { people, quoted, reactions })
}

async fn messages_by_id(
    scope: &Scope<Member>,
    ids: &[MessageId],
) -> Result<HashMap<MessageId, message::Model>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let these = message::Column::Id.is_in(ids.iter().map(|id| id.uuid()));
    let found = scope.select::<message::Entity>().filter(these).all().await?;
    Ok(found.into_iter().map(|row| (row.id, row)).collect())
}

/// One message in a transaction, after a change. 4 queries.
pub(super) async fn read_message(
    tx: &Tx<'_, Member>,
    id: MessageId,
) -> Result<MessageView, Problem> {
    let row = tx.select::<message::Entity>().by_id(id).one().await?;
    let row = row.ok_or(MessageError::MessageNotFound)?;
    let of_it = reaction::Column::MessageId.eq(id.uuid());
    let found = tx
        .global::<reaction::Entity>()
        .filter(of_it)
        .modify_select(|select| select.order_by_asc(reaction::Column::CreatedAt))
        .all()
        .await?;
    let mut context = MessageContext::default();
    context.reactions.insert(id, found);
    if let Some(quoted) = row.reply_to_id
        && let Some(found) = tx.select::<message::Entity>().by_id(quoted).one().await?
    {
        context.quoted.insert(quoted, found);
    }
    let named: Vec<UserId> = [row.sender_id, row.subject_id].into_iter().flatten().collect();
    context.people = profiles::load_people(tx, &named).await?;
    Ok(context.view(row))
}

/// Number of conversations with unread messages for the badge: those on this site that are neither
/// muted nor archived; 100 means more than 99. One query.
///
/// # Errors
/// Database errors.
pub async fn unread_here(scope: &Scope<Member>) -> Result<i64, DbErr> {
    use participant::Column::{
        Archived, ConversationId, MarkedUnread, Muted, UnreadMessages, UserId,
    };
    let is_unread = UnreadMessages.gt(0).or(MarkedUnread.eq(true));
    let counted = UserId
        .eq(scope.viewer().id().uuid())
        .and(Archived.eq(false))
        .and(Muted.eq(false))
        .and(is_unread);
    let found: Vec<super::ConversationId> = scope
        .select::<participant::Entity>()
        .filter(counted)
        .modify_select(|select| select.select_only().column(ConversationId).limit(BADGE_MAX))
        .all_tuples()
        .await?;
    Ok(i64::try_from(found.len()).unwrap_or(i64::MAX))
}

/// Returns true if the conversation is visible on this site; its participants are not checked.
///
/// # Errors
/// Database errors.
pub async fn is_visible_here(scope: &Scope<Member>, id: ConversationId) -> Result<bool, DbErr> {
    scope.select::<conversation::Entity>().by_id(id).exists().await
}
