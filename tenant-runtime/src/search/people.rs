//! Finding people: by their whole address, their first name, their handle, or the rest of their name; as
//! far as the directory lists them at this door (G-018).

use super::item::SearchItem;
use super::words::Term;
use crate::profiles;
use crate::profiles::visibility::listed_sql;
use platform::{Identified, Member, Scope, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult, Value};
use uuid::Uuid;

#[derive(Debug, FromQueryResult)]
struct Row {
    id: UserId,
}

/// What the viewer may see of `u`: the viewer is `$1`, the affiliation of a portal `$2`.
fn seen(scope: &Scope<Member>) -> String {
    let here = match scope.door().affiliation() {
        Some(_) => {
            "EXISTS (SELECT 1 FROM affiliation_members m \
             WHERE m.user_id = u.id AND m.affiliation_id = $2)"
        }
        None => "$2 IS NOT NULL",
    };
    let listed = listed_sql(scope.door(), scope.viewer().is_staff());
    format!("{here} AND (u.id = $1 OR ({listed}))")
}

fn values(scope: &Scope<Member>) -> Vec<Value> {
    let portal = scope.door().affiliation().map_or(Uuid::nil(), |portal| portal.uuid());
    vec![scope.viewer().id().into(), portal.into()]
}

/// One way to be found: who is, and the order in which an index has them, so that a word that thousands
/// have is read no further than the people who are shown.
struct Way {
    /// Better ways come first.
    place: u8,
    from: &'static str,
    found: String,
    order: String,
}

impl Way {
    fn statement(&self, name: &str, seen: &str, limit: u32) -> String {
        let Self { place, from, found, order } = self;
        format!(
            "SELECT * FROM (SELECT u.id, {place} AS place, {name} AS name FROM {from} \
             WHERE {found} AND {seen} ORDER BY {order} LIMIT {limit}) AS way{place}"
        )
    }
}

/// Every way, where the address is `$3`, the name `$4`, the handle `$5`, and `$6` comes after every
/// letter: a text that begins so lies between the beginning and that.
fn ways(backend: DbBackend, seen: &str, limit: u32) -> String {
    // By its bytes: no other order is that of beginnings as well.
    let plain = |text: &str| match backend {
        DbBackend::Postgres => format!("{text} COLLATE \"C\""),
        _ => text.to_owned(),
    };
    let begins = |text: &str, with: &str| format!("{text} >= {with} AND {text} < {with} || $6");
    let (first, last) = (plain("lower(u.first_name)"), plain("lower(u.last_name)"));
    let (name, handle) = (plain("lower(u.first_name || ' ' || u.last_name)"), plain("h.handle"));
    let (people, named) = ("users u", "handles h JOIN users u ON u.id = h.user_id");
    let by =
        |place, from, found, order: &[&str]| Way { place, from, found, order: order.join(", ") };
    let by_handle = |found: String| format!("$5 <> '' AND {found}");
    let all = [
        by(0, people, "u.email = $3".to_owned(), &["u.id"]),
        by(1, people, format!("{first} = lower($4)"), &[&first, &name, "u.id"]),
        by(2, named, by_handle(format!("{handle} = $5")), &["u.id"]),
        by(3, people, begins(&first, "lower($4)"), &[&first, &name, "u.id"]),
        by(4, named, by_handle(begins(&handle, "$5")), &[&handle]),
        by(5, people, begins(&last, "lower($4)"), &[&last, &name, "u.id"]),
        by(6, people, begins(&name, "lower($4)"), &[&name, "u.id"]),
    ];
    let all = all.map(|way| way.statement(&name, seen, limit));
    all.join(" UNION ALL ")
}

/// Those whose address it is, then by first name and by handle, exact before beginnings, then by the
/// rest of their name; the alphabet decides among equals.
pub(super) async fn by_words(
    scope: &Scope<Member>,
    term: &Term,
    limit: u32,
) -> Result<Vec<SearchItem>, DbErr> {
    let ways = ways(scope.backend(), &seen(scope), limit);
    let sql = format!(
        "SELECT f.id FROM ({ways}) AS f GROUP BY f.id, f.name \
         ORDER BY MIN(CASE f.place WHEN 6 THEN 5 ELSE f.place END), f.name, f.id LIMIT {limit}"
    );
    let mut values = values(scope);
    values.extend([
        term.folded.clone().into(),
        term.line.clone().into(),
        term.handle().to_owned().into(),
        char::MAX.to_string().into(),
    ]);
    show(scope, &sql, values).await
}

/// The person with this id.
pub(super) async fn by_id(scope: &Scope<Member>, id: Uuid) -> Result<Vec<SearchItem>, DbErr> {
    let mut values = values(scope);
    values.push(id.into());
    let sql = format!("SELECT u.id FROM users u WHERE u.id = $3 AND {}", seen(scope));
    show(scope, &sql, values).await
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
