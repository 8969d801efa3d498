//! Community search: the viewer's communities and those listed to them (G-074), by prefix of name
//! or description, by words, then by names with a typing error (C-136).

use super::content::title_rank;
use super::content_item::EXCERPT_CHARS;
use super::item::SearchResult;
use super::viewer::{self, USES_PORTAL, values};
use crate::communities::{SqlViewer, is_member_sql, visible_sql};
use crate::content;
use crate::search_index::{
    INDEX_ROWS, SearchTerm, TextKind, WordQuery, excerpt_with_matches, find_matches, folded,
    found_everywhere_sql, prefix_pattern,
};
use platform::{CommunityId, Member, Scope};
use sea_orm::{DbErr, FromQueryResult, Value};
use uuid::Uuid;

/// Matches among which the best names are chosen.
const CANDIDATES_MAX: u32 = 100;

#[derive(Debug, FromQueryResult)]
struct CommunityMatchRow {
    id: CommunityId,
    name: String,
    description: String,
    member_count: i64,
    is_member: bool,
}

/// SQL for communities that the viewer may see on this site and that meet a condition on `c`.
fn search_sql(scope: &Scope<Member>, found: &str, order: &str) -> String {
    let looker = SqlViewer { id: "$1", is_staff: scope.viewer().is_staff() };
    let visible = visible_sql("c", looker, viewer::portal(scope));
    let mine = is_member_sql("c.id", "$1");
    format!(
        "SELECT c.id, c.name, c.description, c.member_count, {mine} AS is_member \
         FROM communities c WHERE {found} AND {visible} AND {USES_PORTAL} \
         ORDER BY {order}"
    )
}

/// Sorted: names as typed, equal but for case and accents, name prefixes, description prefixes,
/// words anywhere, names with a typing error. One query, or two if there are too few.
pub(super) async fn by_words(
    scope: &Scope<Member>,
    term: &SearchTerm,
    limit: u32,
) -> Result<Vec<SearchResult>, DbErr> {
    let mut rows = candidates(scope, term).await?;
    rows.sort_by_cached_key(|row| {
        let in_description = !folded(&row.description).starts_with(&term.folded);
        (title_rank(&row.name, term), in_description, row.name.to_lowercase(), row.id)
    });
    if rows.len() < limit as usize && term.allows_typo() {
        let near = near_names(scope, term).await?;
        let is_new = |row: &CommunityMatchRow| rows.iter().all(|other| other.id != row.id);
        let near: Vec<_> = near.into_iter().filter(is_new).collect();
        rows.extend(near);
    }
    rows.truncate(limit as usize);
    Ok(rows.into_iter().map(|row| to_result(row, term)).collect())
}

async fn candidates(
    scope: &Scope<Member>,
    term: &SearchTerm,
) -> Result<Vec<CommunityMatchRow>, DbErr> {
    let mut values = values(scope);
    values.extend([term.line.clone().into(), prefix_pattern(&term.line).into()]);
    let begins = "lower(c.name) LIKE lower($4) ESCAPE '!' \
        OR lower(c.description) LIKE lower($4) ESCAPE '!'";
    let found = if term.words.is_empty() {
        format!("({begins})")
    } else {
        let query = WordQuery::new(TextKind::Community, &term.words);
        values.push(query.value_everywhere(scope.backend()).into());
        format!("({begins} OR {})", words_sql(scope, "$5"))
    };
    let order = format!(
        "CASE WHEN lower(c.name) = lower($3) THEN 0 \
         WHEN lower(c.name) LIKE lower($4) ESCAPE '!' THEN 1 ELSE 2 END, lower(c.name), c.id \
         LIMIT {CANDIDATES_MAX}"
    );
    let rows: Vec<CommunityMatchRow> =
        scope.raw(&search_sql(scope, &found, &order), values).all().await?;
    let contains =
        |row: &CommunityMatchRow| term.is_in(&format!("{}\n{}", row.name, row.description));
    Ok(rows.into_iter().filter(contains).collect())
}

/// SQL condition that the index has the words of `query` in `c`.
fn words_sql(scope: &Scope<Member>, query: &str) -> String {
    format!(
        "c.id IN (SELECT s.id FROM {INDEX_ROWS} WHERE s.kind = '{}' AND {})",
        TextKind::Community.code(),
        found_everywhere_sql(scope.backend(), query)
    )
}

async fn near_names(
    scope: &Scope<Member>,
    term: &SearchTerm,
) -> Result<Vec<CommunityMatchRow>, DbErr> {
    let mut values = values(scope);
    let query = WordQuery::new(TextKind::Community, &term.words).with_typos();
    values.push(query.value_everywhere(scope.backend()).into());
    let order = format!("lower(c.name), c.id LIMIT {CANDIDATES_MAX}");
    let sql = search_sql(scope, &words_sql(scope, "$3"), &order);
    let rows: Vec<CommunityMatchRow> = scope.raw(&sql, values).all().await?;
    Ok(rows.into_iter().filter(|row| term.is_near(&row.name)).collect())
}

/// Communities whose content the viewer may search and whose name may begin with this text, or with
/// this id: their own, for staff all. One query.
pub(super) async fn searchable_names(
    scope: &Scope<Member>,
    (term, id): (&SearchTerm, Option<Uuid>),
) -> Result<Vec<(CommunityId, String)>, DbErr> {
    let mut values = values(scope);
    let mut found = vec![if scope.viewer().is_staff() {
        "TRUE".to_owned()
    } else {
        is_member_sql("c.id", "$1")
    }];
    if let Some(id) = id {
        values.push(id.into());
        found.push("c.id = $3".to_owned());
    } else if scope.viewer().is_staff() && !term.words.is_empty() {
        let query = WordQuery::new(TextKind::Community, &term.words);
        values.push(query.value_everywhere(scope.backend()).into());
        found.push(words_sql(scope, "$3"));
    }
    let sql = search_sql(scope, &found.join(" AND "), "lower(c.name), c.id");
    let rows: Vec<CommunityMatchRow> = scope.raw(&sql, values).all().await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}

/// The community with this id.
pub(super) async fn by_id(scope: &Scope<Member>, id: Uuid) -> Result<Vec<SearchResult>, DbErr> {
    let mut values: Vec<Value> = values(scope);
    values.push(id.into());
    let sql = search_sql(scope, "c.id = $3", "c.id");
    let rows: Vec<CommunityMatchRow> = scope.raw(&sql, values).all().await?;
    Ok(rows.into_iter().map(|row| to_result(row, &SearchTerm::default())).collect())
}

fn to_result(row: CommunityMatchRow, term: &SearchTerm) -> SearchResult {
    let text = content::plain_text(&row.description);
    let (excerpt, matches) = excerpt_with_matches(&text, term, EXCERPT_CHARS);
    SearchResult::Community {
        id: row.id,
        title_matches: find_matches(&row.name, term),
        name: row.name,
        excerpt,
        member_count: row.member_count,
        is_member: row.is_member,
        matches,
    }
}
