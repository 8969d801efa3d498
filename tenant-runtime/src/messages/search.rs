//! Searches the messages that the viewer may read on this site, newest first.

use super::list::to_summaries;
use super::rows::{ListFolder, MessageKind, participant};
use super::store;
use super::view::MessageExcerpt;
use super::{ConversationId, MessageId};
use crate::content;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::profiles::{self, UserSummary};
use crate::search::{SearchTerm, found_words_sql, words_query};
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
/// Characters of a message in a result, and those before its first match.
const EXCERPT_CHARS: usize = 140;
const CHARS_BEFORE_MATCH: usize = 40;
/// With more conversations than this, SQLite searches all messages, because each one is a term.
const SQLITE_TERMS_MAX: usize = 200;

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

/// Messages that contain all words. 5 queries.
pub(super) async fn search_messages(
    scope: &Scope<Member>,
    search: &MessageSearch,
) -> Result<Page<MessageSearchResult>, Problem> {
    let query = PageQuery { cursor: search.cursor.clone(), limit: search.limit };
    let limit = query.row_limit(RESULTS_PAGE.0, RESULTS_PAGE.1);
    let before = query.decode_cursor::<TimeCursor>()?;
    let words = SearchTerm::parse(&search.q).map(|term| term.words).unwrap_or_default();
    let scope = &scope.on_one_connection().await?;
    let own = if words.is_empty() { Vec::new() } else { own_conversations(scope).await? };
    if own.is_empty() {
        return Ok(Page { items: Vec::new(), next_cursor: None });
    }
    let rows = find_rows(scope, &words, &own, before, limit).await?;
    let page = Page::from_rows(rows, limit, |row: &FoundRow| TimeCursor {
        at: row.created,
        id: row.id.uuid(),
    });
    let ids: Vec<ConversationId> = page.items.iter().map(|row| row.conversation_id).collect();
    let conversations = load_conversations(scope, ids).await?;
    let next_cursor = page.next_cursor;
    let found = page.items.into_iter().filter_map(|row| {
        let conversation = conversations.get(&row.conversation_id)?.clone();
        Some(to_result(row, conversation, &words))
    });
    Ok(Page { items: found.collect(), next_cursor })
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

async fn find_rows(
    scope: &Scope<Member>,
    words: &[String],
    own: &[Uuid],
    before: Option<TimeCursor>,
    limit: u64,
) -> Result<Vec<FoundRow>, DbErr> {
    let backend = scope.backend();
    let is_in_query = backend == DbBackend::Postgres || own.len() <= SQLITE_TERMS_MAX;
    let query = words_query(backend, words, Some(own).filter(|_| is_in_query));
    let found = found_words_sql(backend, "m", ("m.content", "m.conversation_id"), "$2");
    let mut values: Vec<Value> = vec![scope.viewer().id().into(), query.into()];
    let among = if is_in_query {
        String::new()
    } else {
        let first = values.len() + 1;
        values.extend(own.iter().map(|id| Value::from(*id)));
        format!("AND m.conversation_id IN ({})", placeholders(first, own.len()))
    };
    let older = before.map_or_else(String::new, |last| {
        values.extend([last.at.into(), last.id.into()]);
        let (at, id) = (values.len() - 1, values.len());
        format!("AND m.created <= ${at} AND (m.created < ${at} OR m.id < ${id})")
    });
    // Materialised, so that the index is used: evaluated per row, the search vector would be
    // computed from the text each time.
    let sql = format!(
        "WITH found AS MATERIALIZED (SELECT m.id, m.conversation_id, m.sender_id, m.content, \
         m.image_count, m.created FROM messages m \
         WHERE {found} AND m.kind = 'text' AND m.deleted_at IS NULL {among} {older}) \
         SELECT m.* FROM found m \
         JOIN conversation_participants p ON p.conversation_id = m.conversation_id \
         JOIN conversations c ON c.id = m.conversation_id \
         WHERE p.user_id = $1 AND p.folder <> 'none' \
         AND (c.kind = 'direct' OR (m.created >= p.joined_at AND {})) \
         ORDER BY m.created DESC, m.id DESC LIMIT {}",
        not_blocked_sql("m.sender_id", "$1", Blocks::Both),
        limit + 1
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
    words: &[String],
) -> MessageSearchResult {
    let (excerpt, matches) = excerpt_with_matches(&content::plain_text(&row.content), words);
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

/// The part of a text around its first match, and the matches in that part. A match is the beginning
/// of a word.
fn excerpt_with_matches(text: &str, words: &[String]) -> (String, Vec<(usize, usize)>) {
    let chars: Vec<char> = text.chars().collect();
    let found = find_matches(&chars, words);
    let first = found.first().map_or(0, |(from, _)| *from);
    let start = first.saturating_sub(CHARS_BEFORE_MATCH);
    let end = chars.len().min(start + EXCERPT_CHARS);
    let mut excerpt = String::new();
    if start > 0 {
        excerpt.push('…');
    }
    let shift = usize::from(start > 0);
    excerpt.extend(&chars[start..end]);
    if end < chars.len() {
        excerpt.push('…');
    }
    let shown = found.into_iter().filter(|(from, to)| *from >= start && *to <= end);
    (excerpt, shown.map(|(from, to)| (from - start + shift, to - start + shift)).collect())
}

fn find_matches(chars: &[char], words: &[String]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < chars.len() {
        if !chars[at].is_alphanumeric() {
            at += 1;
            continue;
        }
        let length = chars[at..].iter().take_while(|c| c.is_alphanumeric()).count();
        let word: String = chars[at..at + length].iter().collect::<String>().to_lowercase();
        let longest = words.iter().filter(|begin| word.starts_with(begin.as_str()));
        let longest = longest.map(|begin| begin.chars().count()).max();
        if let Some(matched) = longest {
            found.push((at, at + matched.min(length)));
        }
        at += length;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(text: &str, words: &[&str]) -> (String, Vec<(usize, usize)>) {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        excerpt_with_matches(text, &words)
    }

    #[test]
    fn marks_word_beginnings_in_characters() {
        let (text, matches) = excerpt("Über den Brücken, Brü!", &["brü", "üb"]);
        assert_eq!(text, "Über den Brücken, Brü!");
        assert_eq!(matches, [(0, 2), (9, 12), (18, 21)]);
        assert_eq!(excerpt("abridge", &["bridge"]).1, []);
    }

    #[test]
    fn long_messages_are_cut_around_the_first_match() {
        let long = format!("{} pier {}", "a ".repeat(100), "b ".repeat(100));
        let (text, matches) = excerpt(&long, &["pier"]);
        assert!(text.starts_with('…') && text.ends_with('…'));
        let [(from, to)] = matches.as_slice() else { panic!("one match: {matches:?}") };
        let matched: String = text.chars().skip(*from).take(to - from).collect();
        assert_eq!(matched, "pier");
    }
}
