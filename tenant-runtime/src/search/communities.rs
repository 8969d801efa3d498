//! Community search: the viewer's communities and those listed to them (G-074), by prefix of name
//! or description, then by words (C-136).

use super::item::SearchItem;
use super::terms::{self, Term, beginning};
use crate::content;
use platform::{AccountViewer, CommunityId, Member, Scope};
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

const MINE: &str = "EXISTS (SELECT 1 FROM community_members m \
     WHERE m.community_id = c.id AND m.user_id = $1)";

/// SQL for communities that meet a condition on `c`. The viewer is `$1`, the affiliation of a
/// portal `$2`.
fn statement(scope: &Scope<Member>, found: &str, order: &str) -> String {
    let here = match scope.site().affiliation() {
        Some(_) => {
            "EXISTS (SELECT 1 FROM community_affiliations l \
             WHERE l.community_id = c.id AND l.affiliation_id = $2)"
        }
        None => "$2 IS NOT NULL",
    };
    let known = if scope.viewer().is_staff() {
        "TRUE".to_owned()
    } else {
        format!(
            "(c.visibility = 'public' OR {MINE} OR (c.visibility = 'affiliations' AND EXISTS \
             (SELECT 1 FROM community_affiliations l JOIN affiliation_members a \
             ON a.affiliation_id = l.affiliation_id \
             WHERE l.community_id = c.id AND a.user_id = $1)))"
        )
    };
    format!(
        "SELECT c.id, c.name, c.description, c.member_count, {MINE} AS is_member \
         FROM communities c WHERE {found} AND c.is_gone = FALSE AND {here} AND {known} \
         ORDER BY {order}"
    )
}

fn values(scope: &Scope<Member>) -> Vec<Value> {
    let portal = scope.site().affiliation().map_or(Uuid::nil(), |portal| portal.uuid());
    vec![scope.viewer().id().into(), portal.into()]
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
