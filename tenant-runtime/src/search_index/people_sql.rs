//! Ways to match a person's name, each in the order of an index, so that for a common name no more
//! entries are read than are shown.

use super::query::found_people_sql;
use super::term::SearchTerm;
use sea_orm::{DbBackend, Value};
use std::fmt::Display;

const PEOPLE: &str = "users u";
const HANDLES: &str = "handles h";

/// A way to match: the rows, and their order in an index.
struct SearchWay {
    /// Rank; better ways come first.
    place: u8,
    from: String,
    found: String,
    order: String,
}

impl SearchWay {
    fn way_sql(&self, name: &str, seen: &str, limit: impl Display) -> String {
        let Self { place, from, found, order } = self;
        format!(
            "SELECT * FROM (SELECT u.id, {place} AS place, {name} AS name FROM {from} \
             WHERE {found} AND {seen} ORDER BY {order} LIMIT {limit}) AS way{place}"
        )
    }
}

/// SQL for all ways. The email address is `$3`, the name `$4`, the handle `$5`. `$6` sorts after
/// every letter: texts with a prefix lie between the prefix and the prefix followed by it.
fn all_ways_sql(backend: DbBackend, seen: &str, limit: impl Display + Copy) -> String {
    // Bytewise collation: only it sorts texts with a common prefix together.
    let plain = |text: &str| match backend {
        DbBackend::Postgres => format!("{text} COLLATE \"C\""),
        _ => text.to_owned(),
    };
    let begins = |text: &str, with: &str| format!("{text} >= {with} AND {text} < {with} || $6");
    let (first, last) = (plain("lower(u.first_name)"), plain("lower(u.last_name)"));
    let (name, handle) = (plain("lower(u.first_name || ' ' || u.last_name)"), plain("h.handle"));
    let (people, named) = (PEOPLE, format!("{HANDLES} JOIN {PEOPLE} ON u.id = h.user_id"));
    let named = named.as_str();
    let by = |place, from: &str, found, order: &[&str]| SearchWay {
        place,
        from: from.to_owned(),
        found,
        order: order.join(", "),
    };
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
    let all = all.map(|way| way.way_sql(&name, seen, limit));
    all.join(" UNION ALL ")
}

/// SQL for the best matches that meet the condition `seen` on the row `u` of `users`: `id`, `place`
/// (rank) and `name`, in rank order. The search values are `$3` to `$6`, see [`search_values`].
pub(crate) fn best_sql(backend: DbBackend, seen: &str, limit: impl Display + Copy) -> String {
    let ways = all_ways_sql(backend, seen, limit);
    format!(
        "SELECT f.id, MIN(CASE f.place WHEN 6 THEN 5 ELSE f.place END) AS place, f.name \
         FROM ({ways}) AS f GROUP BY f.id, f.name ORDER BY 2, f.name, f.id LIMIT {limit}"
    )
}

/// SQL for people by the words of their names in the index, whose value is `query`, who meet the
/// condition `seen` on the row `u` of `users`: id, names and handle, oldest account first.
pub(crate) fn named_sql(
    backend: DbBackend,
    (query, seen): (&str, &str),
    limit: impl Display,
) -> String {
    // Materialised, so that the index of words is used.
    format!(
        "WITH found AS MATERIALIZED ({}) \
         SELECT u.id, u.first_name, u.last_name, h.handle FROM found f JOIN {PEOPLE} ON u.id = f.id \
         LEFT JOIN {HANDLES} ON h.user_id = u.id \
         WHERE {seen} ORDER BY u.created_at, u.id LIMIT {limit}",
        found_people_sql(backend, query)
    )
}

/// The search values: an email address, which matches no one if empty, and the term.
pub(crate) fn search_values(address: &str, term: &SearchTerm) -> [Value; 4] {
    let handle = term.as_handle().to_owned();
    [address.into(), term.line.clone().into(), handle.into(), char::MAX.to_string().into()]
}
