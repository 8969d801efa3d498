//! People search: by exact email address, first name, handle, or other parts of the name, among
//! users that the directory of this site lists to the viewer (G-018).

use super::item::SearchResult;
use super::people_sql;
use super::terms::SearchTerm;
use super::viewer::{self, USES_PORTAL, values};
use crate::profiles;
use crate::profiles::visibility::listed_sql;
use platform::affiliations::is_member_sql;
use platform::{AccountViewer, Member, Scope, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use uuid::Uuid;

#[derive(Debug, FromQueryResult)]
struct PersonMatchRow {
    id: UserId,
}

/// SQL condition that the viewer may see `u`.
fn visible_condition(scope: &Scope<Member>) -> String {
    let here = viewer::portal(scope)
        .map_or_else(|| USES_PORTAL.to_owned(), |portal| is_member_sql(portal, "u.id"));
    let listed = listed_sql(scope.site(), scope.viewer().is_staff());
    format!("{here} AND (u.id = $1 OR ({listed}))")
}

/// Sorted: email address, then first name and handle with exact matches before prefixes, then other
/// parts of the name; alphabetically among equals.
pub(super) async fn by_words(
    scope: &Scope<Member>,
    term: &SearchTerm,
    limit: u32,
) -> Result<Vec<SearchResult>, DbErr> {
    let sql = people_sql::best_sql(scope.backend(), &visible_condition(scope), limit);
    let mut values = values(scope);
    values.extend(people_sql::search_values(&term.folded, term));
    to_items(scope, &sql, values).await
}

/// The user with this id.
pub(super) async fn by_id(scope: &Scope<Member>, id: Uuid) -> Result<Vec<SearchResult>, DbErr> {
    let mut values = values(scope);
    values.push(id.into());
    let sql = format!("SELECT u.id FROM users u WHERE u.id = $3 AND {}", visible_condition(scope));
    to_items(scope, &sql, values).await
}

async fn to_items(
    scope: &Scope<Member>,
    sql: &str,
    values: Vec<Value>,
) -> Result<Vec<SearchResult>, DbErr> {
    let rows = scope.raw(sql, values).all::<PersonMatchRow>().await?;
    let ids: Vec<UserId> = rows.iter().map(|row| row.id).collect();
    let mut people = profiles::load_people(scope, &ids).await?;
    let shared = profiles::shared_counts(scope, scope.viewer().id(), &ids).await?;
    let shown = ids.iter().filter_map(|id| {
        let person = people.remove(id)?;
        let shared = shared.get(id).copied().unwrap_or_default();
        Some(SearchResult::Person { id: id.to_string(), person, shared })
    });
    Ok(shown.collect())
}
