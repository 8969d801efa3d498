//! The ways in which people are found by what they are called, each in the order of an index, so that a word
//! that thousands have is read no further than the people who are shown.

use super::words::Term;
use sea_orm::{DbBackend, Value};
use std::fmt::Display;

/// One way to be found: who is, and the order in which an index has them.
struct Way {
    /// Better ways come first.
    place: u8,
    from: &'static str,
    found: String,
    order: String,
}

impl Way {
    fn statement(&self, name: &str, seen: &str, limit: impl Display) -> String {
        let Self { place, from, found, order } = self;
        format!(
            "SELECT * FROM (SELECT u.id, {place} AS place, {name} AS name FROM {from} \
             WHERE {found} AND {seen} ORDER BY {order} LIMIT {limit}) AS way{place}"
        )
    }
}

/// Every way, where the address is `$3`, the name `$4`, the handle `$5`, and `$6` comes after every
/// letter: a text that begins so lies between the beginning and that.
fn ways(backend: DbBackend, seen: &str, limit: impl Display + Copy) -> String {
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

/// The best of those who are found and `seen` (a condition on the row `u` of `users`): their `id`, their
/// `place` and their `name`, in this order. What is sought is `$3` to `$6`, as [`words`] has it.
pub(crate) fn best_sql(backend: DbBackend, seen: &str, limit: impl Display + Copy) -> String {
    let ways = ways(backend, seen, limit);
    format!(
        "SELECT f.id, MIN(CASE f.place WHEN 6 THEN 5 ELSE f.place END) AS place, f.name \
         FROM ({ways}) AS f GROUP BY f.id, f.name ORDER BY 2, f.name, f.id LIMIT {limit}"
    )
}

/// What is sought: an address, which is nobody's where it is empty, and what was typed.
pub(crate) fn words(address: &str, term: &Term) -> [Value; 4] {
    let handle = term.handle().to_owned();
    [address.into(), term.line.clone().into(), handle.into(), char::MAX.to_string().into()]
}
