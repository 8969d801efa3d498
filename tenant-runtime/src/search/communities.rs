//! Community search: the viewer's communities and those listed to them (G-074), by prefix of name
//! or description, then by words (C-136).

use super::item::SearchResult;
use super::terms::{self, SearchTerm, prefix_pattern};
use super::viewer::{self, USES_PORTAL, values};
use crate::communities::{SqlViewer, is_member_sql, visible_sql};
use crate::content;
use platform::{CommunityId, Member, Scope};
use sea_orm::{DbErr, FromQueryResult, Value};
use uuid::Uuid;

/// Characters of a description in a result.
const EXCERPT_CHARS: usize = 160;

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

/// Sorted: equal names, name prefixes, description prefixes, words anywhere.
pub(super) async fn by_words(
    scope: &Scope<Member>,
    term: &SearchTerm,
    limit: u32,
) -> Result<Vec<SearchResult>, DbErr> {
    let mut values = values(scope);
    values.extend([term.line.clone().into(), prefix_pattern(&term.line).into()]);
    let begins = "lower(c.name) LIKE lower($4) ESCAPE '!' \
        OR lower(c.description) LIKE lower($4) ESCAPE '!'";
    let found = if term.words.is_empty() {
        format!("({begins})")
    } else {
        let backend = scope.backend();
        values.push(terms::query_value(backend, &term.words, None).into());
        let said = ("c.name || ' ' || c.description", "c.id");
        format!("({begins} OR {})", terms::found_sql(backend, "c", said, "$5"))
    };
    let order = format!(
        "CASE WHEN lower(c.name) = lower($3) THEN 0 \
         WHEN lower(c.name) LIKE lower($4) ESCAPE '!' THEN 1 \
         WHEN lower(c.description) LIKE lower($4) ESCAPE '!' THEN 2 ELSE 3 END, lower(c.name), c.id \
         LIMIT {limit}"
    );
    to_items(scope, &search_sql(scope, &found, &order), values).await
}

/// The community with this id.
pub(super) async fn by_id(scope: &Scope<Member>, id: Uuid) -> Result<Vec<SearchResult>, DbErr> {
    let mut values = values(scope);
    values.push(id.into());
    to_items(scope, &search_sql(scope, "c.id = $3", "c.id"), values).await
}

async fn to_items(
    scope: &Scope<Member>,
    sql: &str,
    values: Vec<Value>,
) -> Result<Vec<SearchResult>, DbErr> {
    let rows = scope.raw(sql, values).all::<CommunityMatchRow>().await?;
    let shown = rows.into_iter().map(|row| SearchResult::Community {
        id: row.id,
        name: row.name,
        excerpt: content::post_excerpt(&row.description, EXCERPT_CHARS),
        member_count: row.member_count,
        is_member: row.is_member,
        matches: Vec::new(),
        title_matches: Vec::new(),
    });
    Ok(shown.collect())
}
