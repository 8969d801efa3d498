//! Searches the messages that the viewer may read on this site, newest first.

use super::list::to_summaries;
use super::rows::{ListFolder, MessageKind, participant};
use super::store;
use super::view::MessageExcerpt;
use super::{ConversationId, MessageId};
use crate::content;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::profiles::{self, UserSummary};
use crate::search_index::{
    ContentFilter, INDEX_ROWS, SearchTerm, TextKind, WordQuery, excerpt_with_matches, found_in_sql,
    place_mark_sql,
};
use crate::sql::placeholders;
use chrono::{DateTime, Utc};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::{AccountViewer, Member, Problem, Scope, UserId};
use sea_orm::sea_query::ExprTrait;
use sea_orm::{ColumnTrait, DbBackend, DbErr, FromQueryResult, QuerySelect, Value};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

/// Default and maximum page size.
const RESULTS_PAGE: (u64, u64) = (25, 100);
/// Characters of a message in a result.
const EXCERPT_CHARS: usize = 140;
/// Pages that are read if each message must be compared with the typed text.
const COMPARISONS_MAX: usize = 5;

/// A search.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct MessageSearch {
    /// Words, each the beginning of a word in the message.
    #[serde(default)]
    pub q: String,
    /// Cursor from the previous page.
    pub cursor: Option<String>,
    /// Maximum number of items.
    pub limit: Option<u64>,
}

/// Conversation of a result.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MessageSearchConversation {
    pub id: ConversationId,
    /// Name of a group.
    pub title: Option<String>,
    pub participants: Vec<UserSummary>,
}

/// A message that contains the words.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MessageSearchResult {
    pub conversation: MessageSearchConversation,
    /// The message; its excerpt is the part around the first match.
    pub message: MessageExcerpt,
    /// Start and end of each match in the excerpt, in Unicode characters.
    #[serde(rename = "match")]
    pub matches: Vec<(usize, usize)>,
}

#[derive(Debug, FromQueryResult)]
struct FoundRow {
    id: MessageId,
    conversation_id: ConversationId,
    sender_id: Option<UserId>,
    content: String,
    image_count: i64,
    created: DateTime<Utc>,
}

impl FoundRow {
    fn cursor(&self) -> TimeCursor {
        TimeCursor { at: self.created, id: self.id.uuid() }
    }
}

/// Messages that contain all words. 5 queries, and up to 4 more for scripts without spaces.
pub(super) async fn search_messages(
    scope: &Scope<Member>,
    search: &MessageSearch,
) -> Result<Page<MessageSearchResult>, Problem> {
    let query = PageQuery { cursor: search.cursor.clone(), limit: search.limit };
    let limit = query.row_limit(RESULTS_PAGE.0, RESULTS_PAGE.1);
    let before = query.decode_cursor::<TimeCursor>()?;
    let none = Page { items: Vec::new(), next_cursor: None };
    let Some(term) = SearchTerm::parse(&search.q).filter(|term| !term.words.is_empty()) else {
        return Ok(none);
    };
    let scope = &scope.on_one_connection().await?;
    let filter = ContentFilter::default();
    let rows = find_compared(scope, (&term, &filter), before, limit).await?;
    let page = Page::from_rows(rows, limit, FoundRow::cursor);
    let ids: Vec<ConversationId> = page.items.iter().map(|row| row.conversation_id).collect();
    let conversations = load_conversations(scope, ids).await?;
    let next_cursor = page.next_cursor;
    let found = page.items.into_iter().filter_map(|row| {
        let conversation = conversations.get(&row.conversation_id)?.clone();
        Some(to_result(row, conversation, &term))
    });
    Ok(Page { items: found.collect(), next_cursor })
}

/// A message found by the search of all content.
pub(crate) struct FoundMessage {
    pub id: MessageId,
    pub conversation: MessageSearchConversation,
    pub sender: Option<UserSummary>,
    /// Source text.
    pub content: String,
    pub created: DateTime<Utc>,
}

/// The newest messages of the viewer's conversations on this site that contain all words and meet a
/// filter. 5 queries, and up to 4 more for scripts without spaces.
pub(crate) async fn find_messages(
    scope: &Scope<Member>,
    search: (&SearchTerm, &ContentFilter),
    limit: u32,
) -> Result<Vec<FoundMessage>, DbErr> {
    let mut rows = find_compared(scope, search, None, u64::from(limit)).await?;
    rows.truncate(limit as usize);
    let ids: Vec<ConversationId> = rows.iter().map(|row| row.conversation_id).collect();
    let conversations = load_conversations(scope, ids).await?;
    let found = rows.into_iter().filter_map(|row| {
        let conversation = conversations.get(&row.conversation_id)?.clone();
        let is_sender = |person: &&UserSummary| Some(person.user_id) == row.sender_id;
        Some(FoundMessage {
            id: row.id,
            sender: conversation.participants.iter().find(is_sender).cloned(),
            conversation,
            content: row.content,
            created: row.created,
        })
    });
    Ok(found.collect())
}

/// Up to `limit + 1` messages. Reads on until they are found, because rows with only the pairs of a
/// script without spaces are left out.
async fn find_compared(
    scope: &Scope<Member>,
    (term, filter): (&SearchTerm, &ContentFilter),
    mut before: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<FoundRow>, DbErr> {
    let own = own_conversations(scope).await?;
    let mut all = Vec::new();
    if own.is_empty() {
        return Ok(all);
    }
    let limit = usize::try_from(limit).unwrap_or(usize::MAX - 1);
    let rounds = if term.needs_check() { COMPARISONS_MAX } else { 1 };
    for _ in 0..rounds {
        let found = FoundMessages { term, filter, own: &own, before, limit };
        let rows = find_rows(scope, found).await?;
        let is_end = rows.len() <= limit;
        before = rows.last().map(FoundRow::cursor);
        all.extend(rows.into_iter().filter(|row| term.is_in(&row.content)));
        if is_end || all.len() > limit {
            break;
        }
    }
    all.truncate(limit + 1);
    Ok(all)
}

/// The viewer's conversations on this site that are in one of their lists.
async fn own_conversations(scope: &Scope<Member>) -> Result<Vec<Uuid>, DbErr> {
    use participant::Column::{ConversationId, Folder, UserId};
    let mine = UserId.eq(scope.viewer().id().uuid()).and(Folder.ne(ListFolder::Hidden));
    scope
        .select::<participant::Entity>()
        .filter(mine)
        .modify_select(|select| select.select_only().column(ConversationId))
        .all_tuples()
        .await
}

/// A statement for messages.
struct FoundMessages<'s> {
    term: &'s SearchTerm,
    filter: &'s ContentFilter,
    own: &'s [Uuid],
    before: Option<TimeCursor>,
    limit: usize,
}

/// Condition on the rows `s` of the index and `m` that they are found, and the values after the
/// viewer.
fn found_condition(backend: DbBackend, found: &FoundMessages<'_>) -> (String, Vec<Value>) {
    let FoundMessages { term, filter, own, before, .. } = found;
    let mut values: Vec<Value> = Vec::new();
    let mut bind = |value: Value| {
        values.push(value);
        format!("${}", values.len() + 1)
    };
    let mut all = Vec::new();
    if term.words.is_empty() {
        all.push(format!("s.kind = '{}' AND s.place_id = own.id", TextKind::Message.code()));
    } else {
        let query = WordQuery::new(TextKind::Message, &term.words);
        let query = bind(query.value_in(backend, own).into());
        all.push(found_in_sql(backend, &query, "own.mark"));
    }
    if let Some(sender) = filter.author {
        all.push(format!("s.author_id = {}", bind(sender.into())));
    }
    if let Some(since) = filter.since {
        all.push(format!("s.created >= {}", bind(since.into())));
    }
    if let Some(until) = filter.until {
        all.push(format!("s.created < {}", bind(until.into())));
    }
    if let Some(last) = before {
        let (at, id) = (bind(last.at.into()), bind(last.id.into()));
        all.push(format!("s.created <= {at} AND (s.created < {at} OR s.id < {id})"));
    }
    (all.join(" AND "), values)
}

/// Up to `limit + 1` messages. On PostgreSQL each conversation is looked up separately in the index
/// of words, so that the cost does not depend on the messages of others.
async fn find_rows(
    scope: &Scope<Member>,
    found: FoundMessages<'_>,
) -> Result<Vec<FoundRow>, DbErr> {
    let backend = scope.backend();
    let (condition, further) = found_condition(backend, &found);
    let mut values: Vec<Value> = vec![scope.viewer().id().into()];
    values.extend(further);
    let first = values.len() + 1;
    values.extend(found.own.iter().map(|id| Value::from(*id)));
    let ids = placeholders(first, found.own.len());
    let mark = match backend {
        DbBackend::Postgres => {
            let mark = place_mark_sql(TextKind::Message, "p.conversation_id");
            format!(", {mark} AS mark")
        }
        _ => String::new(),
    };
    // SQLite finds the conversations by words of the index.
    let is_joined = backend == DbBackend::Postgres || found.term.words.is_empty();
    let beside = if is_joined { "own, " } else { "" };
    let images = if found.filter.has_image { "AND m.image_count > 0" } else { "" };
    let sql = format!(
        "WITH own AS MATERIALIZED (SELECT p.conversation_id AS id{mark} \
         FROM conversation_participants p WHERE p.user_id = $1 AND p.conversation_id IN ({ids})), \
         found AS MATERIALIZED (SELECT s.id FROM {beside}{INDEX_ROWS} WHERE {condition}) \
         SELECT m.id, m.conversation_id, m.sender_id, m.content, m.image_count, m.created \
         FROM found f JOIN messages m ON m.id = f.id \
         JOIN conversation_participants p ON p.conversation_id = m.conversation_id \
         JOIN conversations c ON c.id = m.conversation_id \
         WHERE p.user_id = $1 AND p.folder <> 'none' AND m.conversation_id IN ({ids}) \
         AND m.kind = 'text' AND m.deleted_at IS NULL {images} \
         AND (c.kind = 'direct' OR (m.created >= p.joined_at AND {})) \
         ORDER BY m.created DESC, m.id DESC LIMIT {}",
        not_blocked_sql("m.sender_id", "$1", Blocks::Both),
        found.limit + 1
    );
    scope.raw(&sql, values).all().await
}

async fn load_conversations(
    scope: &Scope<Member>,
    mut ids: Vec<ConversationId>,
) -> Result<HashMap<ConversationId, MessageSearchConversation>, DbErr> {
    ids.sort_unstable();
    ids.dedup();
    let mut users: HashMap<ConversationId, Vec<UserId>> = HashMap::new();
    for one in store::participants_of(scope, &ids).await? {
        users.entry(one.conversation_id).or_default().push(one.user_id);
    }
    let everyone: Vec<UserId> = users.values().flatten().copied().collect();
    let people = profiles::load_people(scope, &everyone).await?;
    let rows = store::by_ids(scope, &ids).await?;
    let found = rows.into_iter().map(|row| {
        let users = users.remove(&row.id).unwrap_or_default();
        let participants = to_summaries(&users, &people);
        (row.id, MessageSearchConversation { id: row.id, title: row.title, participants })
    });
    Ok(found.collect())
}

fn to_result(
    row: FoundRow,
    conversation: MessageSearchConversation,
    term: &SearchTerm,
) -> MessageSearchResult {
    let text = content::plain_text(&row.content);
    let (excerpt, matches) = excerpt_with_matches(&text, term, EXCERPT_CHARS);
    let message = MessageExcerpt {
        id: row.id,
        sender_id: row.sender_id,
        kind: MessageKind::Text,
        excerpt,
        timestamp: row.created,
        deleted: false,
        image_count: row.image_count,
    };
    MessageSearchResult { conversation, message, matches }
}
