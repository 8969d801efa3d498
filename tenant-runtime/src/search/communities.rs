//! Community search: the viewer's communities and those listed to them (G-074), by prefix of name
//! or description, then by words (C-136).

use super::item::SearchItem;
use super::terms::{self, Term, beginning};
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
fn statement(scope: &Scope<Member>, found: &str, order: &str) -> String {
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
    term: &Term,
    limit: u32,
) -> Result<Vec<SearchItem>, DbErr> {
    let mut values = values(scope);
    values.extend([term.line.clone().into(), beginning(&term.line).into()]);
    let begins = "lower(c.name) LIKE lower($4) ESCAPE '!' \
        OR lower(c.description) LIKE lower($4) ESCAPE '!'";
    let found = if term.words.is_empty() {
        format!("({begins})")
    } else {
        let backend = scope.backend();
        values.push(terms::query(backend, &term.words, None).into());
        let said = ("c.name || ' ' || c.description", "c.id");
        format!("({begins} OR {})", terms::found_sql(backend, "c", said, "$5"))
    };
    let order = format!(
        "CASE WHEN lower(c.name) = lower($3) THEN 0 \
         WHEN lower(c.name) LIKE lower($4) ESCAPE '!' THEN 1 \
         WHEN lower(c.description) LIKE lower($4) ESCAPE '!' THEN 2 ELSE 3 END, lower(c.name), c.id \
         LIMIT {limit}"
    );
    to_items(scope, &statement(scope, &found, &order), values).await
}

/// The community with this id.
pub(super) async fn by_id(scope: &Scope<Member>, id: Uuid) -> Result<Vec<SearchItem>, DbErr> {
    let mut values = values(scope);
    values.push(id.into());
    to_items(scope, &statement(scope, "c.id = $3", "c.id"), values).await
}

async fn to_items(
    scope: &Scope<Member>,
    sql: &str,
    values: Vec<Value>,
) -> Result<Vec<SearchItem>, DbErr> {
    let rows = scope.raw(sql, values).all::<CommunityMatchRow>().await?;
    let shown = rows.into_iter().map(|row| SearchItem::Community {
        id: row.id,
        name: row.name,
        excerpt: content::excerpt(&row.description, EXCERPT_CHARS),
        member_count: row.member_count,
        is_member: row.is_member,
    });
    Ok(shown.collect())
}
