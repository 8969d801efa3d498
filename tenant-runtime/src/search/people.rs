//! Finding people: by their whole address, their first name, their handle, or the rest of their name; as
//! far as the directory lists them at this door (G-018).

use super::item::SearchItem;
use super::words::{Term, beginning};
use crate::profiles;
use crate::profiles::visibility::listed_sql;
use platform::{Identified, Member, Scope, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use uuid::Uuid;

#[derive(Debug, FromQueryResult)]
struct Row {
    id: UserId,
}

/// The statement for people who meet a condition on `u` and their handle `h`. The viewer is `$1`, the
/// affiliation of a portal `$2`.
fn statement(scope: &Scope<Member>, found: &str, order: &str) -> String {
    let here = match scope.door().affiliation() {
        Some(_) => {
            "EXISTS (SELECT 1 FROM affiliation_members m \
             WHERE m.user_id = u.id AND m.affiliation_id = $2)"
        }
        None => "$2 IS NOT NULL",
    };
    let listed = listed_sql(scope.door(), scope.viewer().is_staff());
    format!(
        "SELECT u.id FROM users u LEFT JOIN handles h ON h.user_id = u.id \
         WHERE {found} AND {here} AND (u.id = $1 OR ({listed})) ORDER BY {order}"
    )
}

fn values(scope: &Scope<Member>) -> Vec<Value> {
    let portal = scope.door().affiliation().map_or(Uuid::nil(), |portal| portal.uuid());
    vec![scope.viewer().id().into(), portal.into()]
}

/// Those whose address it is, then by first name and by handle, exact before beginnings, then by the
/// rest of their name; the alphabet decides among equals.
pub(super) async fn by_words(
    scope: &Scope<Member>,
    term: &Term,
    limit: u32,
) -> Result<Vec<SearchItem>, DbErr> {
    let found = "u.id IN (SELECT e.id FROM users e WHERE e.email = $3 \
         UNION SELECT f.id FROM users f WHERE lower(f.first_name) LIKE lower($4) ESCAPE '!' \
         UNION SELECT l.id FROM users l WHERE lower(l.last_name) LIKE lower($4) ESCAPE '!' \
         UNION SELECT b.id FROM users b \
           WHERE lower(b.first_name || ' ' || b.last_name) LIKE lower($4) ESCAPE '!' \
         UNION SELECT n.user_id FROM handles n WHERE n.handle LIKE $6 ESCAPE '!')";
    let order = format!(
        "CASE WHEN u.email = $3 THEN 0 WHEN lower(u.first_name) = lower($7) THEN 1 \
         WHEN h.handle = $5 THEN 2 WHEN lower(u.first_name) LIKE lower($4) ESCAPE '!' THEN 3 \
         WHEN h.handle LIKE $6 ESCAPE '!' THEN 4 ELSE 5 END, \
         lower(u.first_name || ' ' || u.last_name), u.id LIMIT {limit}"
    );
    let mut values = values(scope);
    let handle = term.handle().to_owned();
    values.extend([
        term.folded.clone().into(),
        beginning(&term.line).into(),
        handle.clone().into(),
        beginning(&handle).into(),
        term.line.clone().into(),
    ]);
    show(scope, &statement(scope, found, &order), values).await
}

/// The person with this id.
pub(super) async fn by_id(scope: &Scope<Member>, id: Uuid) -> Result<Vec<SearchItem>, DbErr> {
    let mut values = values(scope);
    values.push(id.into());
    show(scope, &statement(scope, "u.id = $3", "u.id"), values).await
}

async fn show(
    scope: &Scope<Member>,
    sql: &str,
    values: Vec<Value>,
) -> Result<Vec<SearchItem>, DbErr> {
    let rows = scope.raw(sql, values).all::<Row>().await?;
    let ids: Vec<UserId> = rows.iter().map(|row| row.id).collect();
    let mut people = profiles::people(scope, &ids).await?;
    let shown = ids.iter().filter_map(|id| {
        let person = people.remove(id)?;
        Some(SearchItem::Person { id: id.to_string(), person })
    });
    Ok(shown.collect())
}
