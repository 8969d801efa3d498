//! Search for posts and articles, newest first: in the viewer's communities on this site, within
//! their visible history, and without authors in a block with the viewer. Staff on the main site
//! search all communities.

use super::buckets::{self, Window};
use super::item::SearchResult;
use super::terms::{self, SearchTerm};
use super::texts::TextTable;
use super::viewer::{self, USES_PORTAL, values};
use crate::communities;
use crate::content::{self, TypedContent};
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::{ArticleId, CommunityId, Member, PostId, Scope, ThreadId, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult, Value};
use std::collections::HashMap;
use uuid::Uuid;

/// Characters of a text in a result.
const EXCERPT_CHARS: usize = 160;

#[derive(Debug, FromQueryResult)]
struct PostMatchRow {
    id: Uuid,
    community_id: CommunityId,
    community_name: String,
    thread_id: Option<ThreadId>,
    heading: String,
    author_id: Option<UserId>,
    #[sea_orm(nested)]
    content: TypedContent,
    created: DateTime<Utc>,
    /// True if all rows were searched, rather than a recent part.
    whole: bool,
}

/// SQL for the step `found`: all rows that meet a condition. Materialised, so that the index is
/// used: evaluated per row, the search vector would be computed from the text each time.
fn all_sql(said: TextTable, found: &str) -> String {
    format!("found AS MATERIALIZED ({})", said.rows_sql("", found, "TRUE"))
}

/// SQL for the rows of `found`. The viewer is `$1`, the affiliation of a portal `$2`. Texts are
/// read only for returned rows.
fn search_sql(scope: &Scope<Member>, said: TextTable, found: &str, limit: u32) -> String {
    let (columns, table, beside) = said.select_parts();
    let (first, place, seen) = if scope.viewer().is_staff() {
        let exists = communities::exists_sql("c", viewer::portal(scope));
        let seen = format!("{exists} AND {USES_PORTAL}");
        (String::new(), "communities c", seen)
    } else {
        (format!("{}, ", mine_sql(scope)), "mine c", seen_sql())
    };
    format!(
        "WITH {first}{found}, \
             shown AS (SELECT s.id, s.whole, c.name FROM found s JOIN {place} ON c.id = s.community_id \
             WHERE {seen} ORDER BY s.created DESC, s.id DESC LIMIT {limit}) \
             SELECT s.id, s.community_id, shown.name AS community_name, {columns}, s.author_id, \
             s.content, s.created, shown.whole FROM shown JOIN {table} s ON s.id = shown.id {beside} \
             ORDER BY s.created DESC, s.id DESC"
    )
}

/// SQL for the step `mine`: the viewer's communities on this site, with their role and the start of
/// their visible history. Computed once, regardless of the number of matches.
fn mine_sql(scope: &Scope<Member>) -> String {
    let since = communities::since_sql("m");
    let joined = communities::joined_from_sql("$1", viewer::portal(scope));
    let mark = match scope.backend() {
        DbBackend::Postgres => format!(", {} AS mark", buckets::COMMUNITY_TAG_SQL),
        _ => String::new(),
    };
    format!(
        "mine AS MATERIALIZED (SELECT c.id, c.name, m.role, {since} AS since{mark} \
         FROM {joined} AND {USES_PORTAL})"
    )
}

/// SQL condition that a row is in the visible history and its author is in no applicable block; for
/// moderators only their own blocks apply.
fn seen_sql() -> String {
    let (both, own) = (
        not_blocked_sql("s.author_id", "$1", Blocks::Both),
        not_blocked_sql("s.author_id", "$1", Blocks::Own),
    );
    format!(
        "COALESCE(c.since < s.created, TRUE) \
         AND ((c.role = 'member' AND {both}) OR (c.role <> 'member' AND {own}))"
    )
}

/// Posts that contain these words.
pub(super) async fn posts_by_words(
    scope: &Scope<Member>,
    term: &SearchTerm,
    limit: u32,
) -> Result<Vec<SearchResult>, DbErr> {
    let (rows, people) = by_words(scope, TextTable::Posts, term, limit).await?;
    Ok(rows.into_iter().filter_map(|row| post_item(row, &people)).collect())
}

/// Articles that contain these words.
pub(super) async fn articles_by_words(
    scope: &Scope<Member>,
    term: &SearchTerm,
    limit: u32,
) -> Result<Vec<SearchResult>, DbErr> {
    let (rows, people) = by_words(scope, TextTable::Articles, term, limit).await?;
    Ok(rows.into_iter().map(|row| article_item(row, &people)).collect())
}

/// The post with this id.
pub(super) async fn post_by_id(
    scope: &Scope<Member>,
    id: Uuid,
) -> Result<Vec<SearchResult>, DbErr> {
    let (rows, people) = by_id(scope, TextTable::Posts, id).await?;
    Ok(rows.into_iter().filter_map(|row| post_item(row, &people)).collect())
}

/// The article with this id.
pub(super) async fn article_by_id(
    scope: &Scope<Member>,
    id: Uuid,
) -> Result<Vec<SearchResult>, DbErr> {
    let (rows, people) = by_id(scope, TextTable::Articles, id).await?;
    Ok(rows.into_iter().map(|row| article_item(row, &people)).collect())
}

type PostMatches = (Vec<PostMatchRow>, HashMap<UserId, UserSummary>);

async fn by_words(
    scope: &Scope<Member>,
    said: TextTable,
    term: &SearchTerm,
    limit: u32,
) -> Result<PostMatches, DbErr> {
    if term.words.is_empty() {
        return Ok(PostMatches::default());
    }
    let backend = scope.backend();
    let mut values = values(scope);
    if backend == DbBackend::Postgres && !scope.viewer().is_staff() {
        values.push(terms::word_pattern(&term.words).into());
        let rows = search_within(scope, said, term, &values, limit).await?;
        return with_people(scope, rows).await;
    }
    let places =
        if scope.viewer().is_staff() { None } else { Some(communities::own_ids(scope).await?) };
    if places.as_ref().is_some_and(Vec::is_empty) {
        return Ok(PostMatches::default());
    }
    values.push(terms::query_value(backend, &term.words, places.as_deref()).into());
    let found = terms::found_sql(backend, "s", (said.indexed_expression(), "s.community_id"), "$3");
    read(scope, &search_sql(scope, said, &all_sql(said, &found), limit), values).await
}

/// On PostgreSQL, searches the viewer's communities: posts in windows from the newest on, as far
/// back as a page needs, and articles in the whole history.
async fn search_within(
    scope: &Scope<Member>,
    said: TextTable,
    term: &SearchTerm,
    values: &[Value],
    limit: u32,
) -> Result<Vec<PostMatchRow>, DbErr> {
    let read = async |found: String| {
        let sql = search_sql(scope, said, &found, limit);
        match_rows(scope, &sql, values.to_vec()).await
    };
    if matches!(said, TextTable::Posts) {
        let mut looked = Some(Window::first_window(term.words.len()));
        while let Some(window) = looked {
            let rows = read(buckets::newest_sql(window, term.words.len(), limit)).await?;
            let held = u32::try_from(rows.len()).unwrap_or(limit);
            if held >= limit || rows.iter().any(|row| row.whole) {
                return Ok(rows);
            }
            looked = window.next_window(held, limit, term.words.len());
        }
    }
    read(buckets::whole_sql(said)).await
}

async fn by_id(scope: &Scope<Member>, said: TextTable, id: Uuid) -> Result<PostMatches, DbErr> {
    let mut values = values(scope);
    values.push(id.into());
    read(scope, &search_sql(scope, said, &all_sql(said, "s.id = $3"), 1), values).await
}

async fn read(scope: &Scope<Member>, sql: &str, values: Vec<Value>) -> Result<PostMatches, DbErr> {
    let rows = match_rows(scope, sql, values).await?;
    with_people(scope, rows).await
}

async fn match_rows(
    scope: &Scope<Member>,
    sql: &str,
    values: Vec<Value>,
) -> Result<Vec<PostMatchRow>, DbErr> {
    scope.raw(sql, values).all::<PostMatchRow>().await
}

async fn with_people(scope: &Scope<Member>, rows: Vec<PostMatchRow>) -> Result<PostMatches, DbErr> {
    let authors: Vec<UserId> = rows.iter().filter_map(|row| row.author_id).collect();
    let people = profiles::load_people(scope, &authors).await?;
    Ok((rows, people))
}

fn author_of(row: &PostMatchRow, people: &HashMap<UserId, UserSummary>) -> UserSummary {
    let known = row.author_id.and_then(|id| people.get(&id).cloned());
    known.unwrap_or_else(|| UserSummary::deleted_account(UserId(Uuid::nil())))
}

fn post_item(row: PostMatchRow, people: &HashMap<UserId, UserSummary>) -> Option<SearchResult> {
    Some(SearchResult::Post {
        id: PostId(row.id),
        community_id: row.community_id,
        thread_id: row.thread_id?,
        author: author_of(&row, people),
        community_name: row.community_name,
        thread_caption: row.heading,
        excerpt: content::post_excerpt(&row.content.content, EXCERPT_CHARS),
        created: row.created,
        matches: Vec::new(),
    })
}

fn article_item(row: PostMatchRow, people: &HashMap<UserId, UserSummary>) -> SearchResult {
    SearchResult::Article {
        id: ArticleId(row.id),
        community_id: row.community_id,
        author: author_of(&row, people),
        community_name: row.community_name,
        title: row.heading,
        excerpt: content::article_excerpt(&row.content.content, EXCERPT_CHARS),
        created: row.created,
        matches: Vec::new(),
        title_matches: Vec::new(),
    }
}
