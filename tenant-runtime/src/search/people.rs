//! People search: by exact email address, first name, handle, or other parts of the name, in any
//! order and with one typing error, among users that the directory of this site lists to the viewer
//! (G-018).

use super::item::SearchResult;
use super::viewer::{self, USES_PORTAL, values};
use crate::profiles;
use crate::profiles::visibility::listed_sql;
use crate::search_index::{SearchTerm, TextKind, WordQuery, folded, people_sql};
use platform::affiliations::is_member_sql;
use platform::{AccountViewer, Member, Scope, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use uuid::Uuid;

/// Matches by words among which the best names are chosen.
const CANDIDATES_MAX: u32 = 100;

#[derive(Debug, FromQueryResult)]
struct PersonMatchRow {
    id: UserId,
}

#[derive(Debug, FromQueryResult)]
struct RankedRow {
    id: UserId,
    /// Rank of `people_sql`.
    place: i32,
    name: String,
}

#[derive(Debug, FromQueryResult)]
struct NamedRow {
    id: UserId,
    first_name: String,
    last_name: String,
    handle: Option<String>,
}

/// SQL condition that the viewer may see `u`.
pub(super) fn visible_condition(scope: &Scope<Member>) -> String {
    let here = viewer::portal(scope)
        .map_or_else(|| USES_PORTAL.to_owned(), |portal| is_member_sql(portal, "u.id"));
    let listed = listed_sql(scope.site(), scope.viewer().is_staff());
    format!("{here} AND (u.id = $1 OR ({listed}))")
}

/// Ranks of people; smaller is better. Those below ten are twice that of `people_sql`.
const RANK_FOLDED: i32 = 5;
const RANK_OTHER: i32 = 14;
const RANK_TYPO: i32 = 16;

/// Sorted: email address, first name and handle as typed, whole names but for case and accents,
/// first names and handles with the prefix, other parts of the name, words in another order, names
/// with a typing error; alphabetically among equals. At most 6 queries.
pub(super) async fn by_words(
    scope: &Scope<Member>,
    term: &SearchTerm,
    limit: u32,
) -> Result<Vec<SearchResult>, DbErr> {
    let ids = find_ids(scope, term, (&visible_condition(scope), limit)).await?;
    to_items(scope, ids).await
}

/// The best matches that meet the condition `seen` on the row `u` of `users`, whose values are the
/// viewer and the portal. At most 4 queries.
pub(super) async fn find_ids(
    scope: &Scope<Member>,
    term: &SearchTerm,
    (seen, limit): (&str, u32),
) -> Result<Vec<UserId>, DbErr> {
    let sql = people_sql::best_sql(scope.backend(), seen, limit);
    let mut all_values = values(scope);
    all_values.extend(people_sql::search_values(&term.lower, term));
    let rows = scope.raw(&sql, all_values).all::<RankedRow>().await?;
    let mut found: Vec<(i32, String, UserId)> =
        rows.into_iter().map(|row| (row.place * 2, row.name.to_lowercase(), row.id)).collect();
    if !term.words.is_empty() {
        let query = WordQuery::new(TextKind::Person, &term.words);
        add_named(scope, (term, seen), query.exact(), &mut found).await?;
        if found.len() < limit as usize {
            add_named(scope, (term, seen), query, &mut found).await?;
        }
        if found.len() < limit as usize && term.allows_typo() {
            add_named(scope, (term, seen), query.with_typos(), &mut found).await?;
        }
    }
    found.sort();
    Ok(found.into_iter().map(|(_, _, id)| id).take(limit as usize).collect())
}

/// Adds people by the words of their names. One query.
async fn add_named(
    scope: &Scope<Member>,
    (term, seen): (&SearchTerm, &str),
    query: WordQuery<'_>,
    found: &mut Vec<(i32, String, UserId)>,
) -> Result<(), DbErr> {
    let sql = people_sql::named_sql(scope.backend(), ("$3", seen), CANDIDATES_MAX);
    let mut values = values(scope);
    values.push(query.value_everywhere(scope.backend()).into());
    for row in scope.raw(&sql, values).all::<NamedRow>().await? {
        let full = format!("{} {}", row.first_name, row.last_name);
        let named = format!("{full} {}", row.handle.as_deref().unwrap_or_default());
        if !term.is_in(&named) || !term.is_near(&named) {
            continue;
        }
        let rank = rank_of(&row, &full, &named, term);
        match found.iter_mut().find(|(_, _, id)| *id == row.id) {
            Some(known) => known.0 = known.0.min(rank),
            None => found.push((rank, full.to_lowercase(), row.id)),
        }
    }
    Ok(())
}

fn rank_of(row: &NamedRow, full: &str, named: &str, term: &SearchTerm) -> i32 {
    let is_whole =
        [&row.first_name, &row.last_name, full].iter().any(|name| folded(name) == term.folded);
    if is_whole {
        RANK_FOLDED
    } else if term.begins_words_of(named) {
        RANK_OTHER
    } else {
        RANK_TYPO
    }
}

/// The user with this id.
pub(super) async fn by_id(scope: &Scope<Member>, id: Uuid) -> Result<Vec<SearchResult>, DbErr> {
    let mut values = values(scope);
    values.push(id.into());
    let sql = format!("SELECT u.id FROM users u WHERE u.id = $3 AND {}", visible_condition(scope));
    let ids = read_ids(scope, &sql, values).await?;
    to_items(scope, ids).await
}

async fn read_ids(
    scope: &Scope<Member>,
    sql: &str,
    values: Vec<Value>,
) -> Result<Vec<UserId>, DbErr> {
    let rows = scope.raw(sql, values).all::<PersonMatchRow>().await?;
    Ok(rows.into_iter().map(|row| row.id).collect())
}

async fn to_items(scope: &Scope<Member>, ids: Vec<UserId>) -> Result<Vec<SearchResult>, DbErr> {
    let mut people = profiles::load_people(scope, &ids).await?;
    let shared = profiles::shared_counts(scope, scope.viewer().id(), &ids).await?;
    let shown = ids.iter().filter_map(|id| {
        let person = people.remove(id)?;
        let shared = shared.get(id).copied().unwrap_or_default();
        Some(SearchResult::Person { id: id.to_string(), person, shared })
    });
    Ok(shown.collect())
}
