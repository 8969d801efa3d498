//! Finding what was said: posts and articles in the viewer's communities that this door shows, written
//! after they joined, by nobody a block parts them from; the newest first. Staff, on main, search every
//! community.

use super::item::SearchItem;
use super::words::{self, Term};
use crate::articles::ArticleId;
use crate::communities::{self, CommunityId};
use crate::content;
use crate::posts::{PostId, ThreadId};
use crate::profiles::estranged::{Blocks, not_estranged_sql};
use crate::profiles::{self, Person};
use chrono::{DateTime, Utc};
use platform::{Identified, Member, Scope, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult, Value};
use std::collections::HashMap;
use uuid::Uuid;

/// Characters of a text that a result shows.
const EXCERPT_CHARS: usize = 160;
/// Pages of a community's newest posts that words are looked for in before their index is asked: the first
/// always, a further one where what the one before held says that it is enough.
const WALKS: [u32; 3] = [20, 160, 480];

/// A post's text in lower case, for PostgreSQL.
const FOLDED: &str = "CASE WHEN octet_length(s.content) = char_length(s.content) \
     THEN lower(s.content COLLATE \"C\") ELSE lower(s.content) END";

#[derive(Debug, FromQueryResult)]
struct Row {
    id: Uuid,
    community_id: CommunityId,
    community_name: String,
    thread_id: Option<ThreadId>,
    heading: String,
    author_id: Option<UserId>,
    content: String,
    created: DateTime<Utc>,
}

/// Which table is read: its row is `s`.
#[derive(Debug, Clone, Copy)]
enum Said {
    Posts,
    Articles,
}

impl Said {
    /// What of a row is searched.
    const fn searched(self) -> &'static str {
        match self {
            Self::Posts => "s.content",
            Self::Articles => "s.title || ' ' || s.content",
        }
    }

    /// The columns that are its own, the table, and what is read beside it.
    const fn parts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Posts => (
                "s.thread_id, t.caption AS heading",
                "posts",
                "JOIN threads t ON t.id = s.thread_id",
            ),
            Self::Articles => {
                ("CAST(NULL AS uuid) AS thread_id, s.title AS heading", "articles", "")
            }
        }
    }

    /// `found`: the rows that meet a condition. They are found first, whatever is guessed of them, because only an
    /// index finds words: beside a row, they are made of its text anew.
    fn all_sql(self, found: &str) -> String {
        let (_, table, _) = self.parts();
        let there = match self {
            Self::Posts => "s.removed_at IS NULL",
            Self::Articles => "TRUE",
        };
        format!(
            "found AS MATERIALIZED (SELECT s.id, s.community_id, s.author_id, s.created \
             FROM {table} s WHERE {found} AND {there})"
        )
    }

    /// The statement for what `found` selects. The viewer is `$1`, the affiliation of a portal `$2`. Texts are
    /// read of those alone that are shown.
    fn statement(self, scope: &Scope<Member>, found: &str, limit: u32) -> String {
        let (columns, table, beside) = self.parts();
        let here = match scope.door().affiliation() {
            Some(_) => {
                "EXISTS (SELECT 1 FROM community_affiliations l \
                 WHERE l.community_id = s.community_id AND l.affiliation_id = $2)"
            }
            None => "$2 IS NOT NULL",
        };
        let seen = if scope.viewer().is_staff() { "TRUE".to_owned() } else { seen_sql() };
        format!(
            "WITH {found}, \
             shown AS (SELECT s.id, c.name FROM found s JOIN communities c ON c.id = s.community_id \
             LEFT JOIN community_members m ON m.community_id = s.community_id AND m.user_id = $1 \
             WHERE c.is_gone = FALSE AND {here} AND {seen} \
             ORDER BY s.created DESC, s.id DESC LIMIT {limit}) \
             SELECT s.id, s.community_id, shown.name AS community_name, {columns}, s.author_id, \
             s.content, s.created FROM shown JOIN {table} s ON s.id = shown.id {beside} \
             ORDER BY s.created DESC, s.id DESC"
        )
    }
}

/// The viewer is in, sees so far back, and reads whoever wrote it: those who look after a place are
/// parted by their own blocks alone.
fn seen_sql() -> String {
    let (both, own) = (
        not_estranged_sql("s.author_id", "$1", Blocks::Both),
        not_estranged_sql("s.author_id", "$1", Blocks::Own),
    );
    let since = communities::since_sql("m");
    format!(
        "(m.user_id IS NOT NULL AND COALESCE({since} < s.created, TRUE) \
         AND ((m.role = 'member' AND {both}) OR (m.role <> 'member' AND {own})))"
    )
}

fn values(scope: &Scope<Member>) -> Vec<Value> {
    let portal = scope.door().affiliation().map_or(Uuid::nil(), |portal| portal.uuid());
    vec![scope.viewer().id().into(), portal.into()]
}

/// Posts with these words.
pub(super) async fn posts_by_words(
    scope: &Scope<Member>,
    term: &Term,
    limit: u32,
) -> Result<Vec<SearchItem>, DbErr> {
    let (rows, people) = by_words(scope, Said::Posts, term, limit).await?;
    Ok(rows.into_iter().filter_map(|row| post(row, &people)).collect())
}

/// Articles with these words.
pub(super) async fn articles_by_words(
    scope: &Scope<Member>,
    term: &Term,
    limit: u32,
) -> Result<Vec<SearchItem>, DbErr> {
    let (rows, people) = by_words(scope, Said::Articles, term, limit).await?;
    Ok(rows.into_iter().map(|row| article(row, &people)).collect())
}

/// The post with this id.
pub(super) async fn post_by_id(scope: &Scope<Member>, id: Uuid) -> Result<Vec<SearchItem>, DbErr> {
    let (rows, people) = by_id(scope, Said::Posts, id).await?;
    Ok(rows.into_iter().filter_map(|row| post(row, &people)).collect())
}

/// The article with this id.
pub(super) async fn article_by_id(
    scope: &Scope<Member>,
    id: Uuid,
) -> Result<Vec<SearchItem>, DbErr> {
    let (rows, people) = by_id(scope, Said::Articles, id).await?;
    Ok(rows.into_iter().map(|row| article(row, &people)).collect())
}

type Found = (Vec<Row>, HashMap<UserId, Person>);

async fn by_words(
    scope: &Scope<Member>,
    said: Said,
    term: &Term,
    limit: u32,
) -> Result<Found, DbErr> {
    if term.words.is_empty() {
        return Ok(Found::default());
    }
    let places =
        if scope.viewer().is_staff() { None } else { Some(communities::own_ids(scope).await?) };
    if places.as_ref().is_some_and(Vec::is_empty) {
        return Ok(Found::default());
    }
    let backend = scope.backend();
    let mut values = values(scope);
    values.push(words::query(backend, &term.words, places.as_deref()).into());
    let found = words::found_sql(backend, "s", (said.searched(), "s.community_id"), "$3");
    let is_walked =
        matches!(said, Said::Posts) && backend == DbBackend::Postgres && places.is_some();
    if is_walked && let Some(newest) = walked(scope, term, &found, &values, limit).await? {
        return with_people(scope, newest).await;
    }
    read(scope, &said.statement(scope, &said.all_sql(&found), limit), values).await
}

/// A whole page of what meets a condition, if the newest posts hold one. An index has to find all posts
/// with these words, for the newest of them; how many there are further back costs nothing here. Where
/// a walk holds none, the words are rare, and the index has little to find.
async fn walked(
    scope: &Scope<Member>,
    term: &Term,
    found: &str,
    values: &[Value],
    limit: u32,
) -> Result<Option<Vec<Row>>, DbErr> {
    let mut values = values.to_vec();
    values.extend(term.words.iter().map(|word| Value::from(word.as_str())));
    let (mut held, mut before) = (0, 0);
    for pages in WALKS {
        // Half as many again as are wanted, because chance may have put some together.
        let is_enough = held * pages * 2 >= before * limit * 3;
        if before > 0 && !is_enough {
            continue;
        }
        let lately = lately_sql(found, term.words.len(), limit, limit * pages);
        let sql = Said::Posts.statement(scope, &lately, limit);
        let newest = rows(scope, &sql, values.clone()).await?;
        (held, before) = (u32::try_from(newest.len()).unwrap_or(limit), pages);
        if held >= limit {
            return Ok(Some(newest));
        }
    }
    Ok(None)
}

/// `found`: the posts that meet a condition among the newest of the viewer's communities: all since that time
/// after which the busiest of them alone has `newest` posts. Each word, from `$4` on, is looked for as it is
/// written before the words of a text are made, which takes many times longer. A text of ASCII alone is
/// folded by its bytes, which takes a tenth of what the alphabets of the world do, and comes to the same.
fn lately_sql(found: &str, words: usize, limit: u32, newest: u32) -> String {
    let written: String = (0..words)
        .map(|at| format!(" AND position(CAST(${} AS text) IN {FOLDED}) > 0", at + 4))
        .collect();
    let nth = |of: &str, n: u32| {
        format!(
            "(SELECT s.created FROM posts s WHERE s.community_id = {of} \
             ORDER BY s.created DESC LIMIT 1 OFFSET {n})"
        )
    };
    // How busy a community is shows in its first pages; the rest is counted in one alone.
    let (lately, since) = (nth("mine.id", limit * WALKS[0]), nth("busiest.id", newest));
    format!(
        "mine AS MATERIALIZED (SELECT m.community_id AS id FROM community_members m \
         WHERE m.user_id = $1), \
         busiest AS MATERIALIZED (SELECT place.id FROM (SELECT mine.id, {lately} AS at FROM mine) place \
         ORDER BY place.at DESC NULLS LAST LIMIT 1), \
         since AS MATERIALIZED (SELECT {since} AS at FROM busiest), \
         recent AS MATERIALIZED (SELECT s.id, s.community_id, s.author_id, s.created, s.content \
         FROM mine JOIN posts s ON s.community_id = mine.id \
         AND s.created > (SELECT at FROM since) WHERE s.removed_at IS NULL{written}), \
         found AS MATERIALIZED (SELECT s.id, s.community_id, s.author_id, s.created \
         FROM recent s WHERE {found})"
    )
}

async fn by_id(scope: &Scope<Member>, said: Said, id: Uuid) -> Result<Found, DbErr> {
    let mut values = values(scope);
    values.push(id.into());
    read(scope, &said.statement(scope, &said.all_sql("s.id = $3"), 1), values).await
}

async fn read(scope: &Scope<Member>, sql: &str, values: Vec<Value>) -> Result<Found, DbErr> {
    let rows = rows(scope, sql, values).await?;
    with_people(scope, rows).await
}

async fn rows(scope: &Scope<Member>, sql: &str, values: Vec<Value>) -> Result<Vec<Row>, DbErr> {
    scope.raw(sql, values).all::<Row>().await
}

async fn with_people(scope: &Scope<Member>, rows: Vec<Row>) -> Result<Found, DbErr> {
    let authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    let people = profiles::people(scope, &authors).await?;
    Ok((rows, people))
}

fn author(row: &Row, people: &HashMap<UserId, Person>) -> Person {
    let known = row.author_id.and_then(|id| people.get(&id).cloned());
    known.unwrap_or_else(|| Person::unknown(UserId(Uuid::nil())))
}

fn post(row: Row, people: &HashMap<UserId, Person>) -> Option<SearchItem> {
    Some(SearchItem::Post {
        id: PostId(row.id),
        community_id: row.community_id,
        thread_id: row.thread_id?,
        author: author(&row, people),
        community_name: row.community_name,
        thread_caption: row.heading,
        excerpt: content::excerpt(&row.content, EXCERPT_CHARS),
        created: row.created,
    })
}

fn article(row: Row, people: &HashMap<UserId, Person>) -> SearchItem {
    SearchItem::Article {
        id: ArticleId(row.id),
        community_id: row.community_id,
        author: author(&row, people),
        community_name: row.community_name,
        title: row.heading,
        excerpt: content::article_excerpt(&row.content, EXCERPT_CHARS),
        created: row.created,
    }
}
