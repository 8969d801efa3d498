//! Rules for the statements of a migration on PostgreSQL. While it runs, programs of the previous
//! version read and write, so it must not rewrite or scan a large table under an exclusive lock, and
//! must not remove anything that they use.

use crate::kinds::MigrationKind;
use std::collections::HashSet;

/// Functions in a default that are evaluated once, not for each row.
const STABLE_DEFAULTS: [&str; 2] = ["NOW()", "CURRENT_TIMESTAMP"];

/// Returns the violations in the statements of one migration, each with its statement.
#[must_use]
pub fn find_violations(kind: MigrationKind, statements: &[String]) -> Vec<String> {
    let mut created = HashSet::new();
    let mut violations = Vec::new();
    for statement in statements {
        let sql = normalise(statement);
        if let Some(table) = table_after(&sql, "CREATE TABLE ") {
            created.insert(table);
            continue;
        }
        if let Some(problem) = find_problem(&sql, kind, &created) {
            violations.push(format!("{problem}: {statement}"));
        }
    }
    violations
}

/// Upper case, single spaces, no quotes around names.
fn normalise(statement: &str) -> String {
    let words: Vec<&str> = statement.split_whitespace().collect();
    words.join(" ").replace('"', "").trim_end_matches(';').to_uppercase()
}

/// Name of the table after `keyword`, without its schema.
fn table_after(sql: &str, keyword: &str) -> Option<String> {
    let rest = sql.strip_prefix(keyword)?;
    let rest =
        rest.strip_prefix("IF NOT EXISTS ").or(rest.strip_prefix("IF EXISTS ")).unwrap_or(rest);
    let rest = rest.strip_prefix("ONLY ").unwrap_or(rest);
    let name = rest.split([' ', '(', ';', ',']).next()?;
    Some(name.rsplit('.').next().unwrap_or(name).to_owned())
}

fn find_problem(sql: &str, kind: MigrationKind, created: &HashSet<String>) -> Option<&'static str> {
    let is_new = |table: Option<String>| table.is_some_and(|table| created.contains(&table));
    if let Some(table) = table_after(sql, "ALTER TABLE ") {
        let actions = sql.split_once(&table).map_or("", |(_, actions)| actions);
        let found =
            split_actions(actions).into_iter().find_map(|action| alter_problem(action, kind));
        return found.filter(|_| !created.contains(&table));
    }
    if sql.starts_with("CREATE INDEX ") || sql.starts_with("CREATE UNIQUE INDEX ") {
        let table = sql.split_once(" ON ").and_then(|(_, rest)| table_after(rest, ""));
        let is_safe = sql.contains(" INDEX CONCURRENTLY ") || is_new(table);
        return (!is_safe).then_some(
            "an index on an existing table blocks writes; use create_index_concurrently",
        );
    }
    if sql.starts_with("UPDATE ") || sql.starts_with("DELETE FROM ") {
        let keyword = if sql.starts_with("UPDATE ") { "UPDATE " } else { "DELETE FROM " };
        let is_bounded = sql.contains(" LIMIT ") || is_new(table_after(sql, keyword));
        return (!is_bounded).then_some("an unbounded write belongs in a job that works in chunks");
    }
    if sql.starts_with("INSERT INTO ") && sql.contains(" SELECT ") {
        return Some("a copy of rows belongs in a job that works in chunks");
    }
    let removes = ["DROP TABLE ", "TRUNCATE ", "DROP VIEW ", "DROP COLUMN "];
    if removes.iter().any(|keyword| sql.starts_with(keyword)) && !is_contract(kind) {
        return Some("an expanding migration removes nothing");
    }
    let opaque = ["DO ", "LOCK ", "CLUSTER", "VACUUM FULL", "REINDEX "];
    let is_opaque = opaque.iter().any(|keyword| sql.starts_with(keyword));
    (is_opaque && !sql.starts_with("REINDEX INDEX CONCURRENTLY"))
        .then_some("this statement locks tables, or cannot be checked")
}

const fn is_contract(kind: MigrationKind) -> bool {
    matches!(kind, MigrationKind::Contract { .. })
}

/// Actions of an `ALTER TABLE`, which commas outside of parentheses separate.
fn split_actions(actions: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_u32, 0, Vec::new());
    for (at, character) in actions.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(actions[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(actions[start..].trim());
    parts
}

fn alter_problem(action: &str, kind: MigrationKind) -> Option<&'static str> {
    if action.starts_with("ALTER ") {
        if action.contains(" TYPE ") {
            return Some("changing a type rewrites the table; add a column instead");
        }
        return action.ends_with(" SET NOT NULL").then_some(
            "SET NOT NULL scans the table under an exclusive lock; use a CHECK … NOT VALID",
        );
    }
    if action.starts_with("ADD CONSTRAINT ") || action.starts_with("ADD CHECK ") {
        let is_safe = action.ends_with(" NOT VALID") || action.contains(" USING INDEX ");
        return (!is_safe).then_some(
            "a constraint is checked under an exclusive lock; add it NOT VALID, then validate it",
        );
    }
    if action.starts_with("ADD ") {
        return added_column_problem(action);
    }
    let removes = ["DROP ", "RENAME "].iter().any(|keyword| action.starts_with(keyword));
    let keeps = action.starts_with("DROP CONSTRAINT ") || action.ends_with(" DROP NOT NULL");
    if removes && !keeps && !is_contract(kind) {
        return Some("an expanding migration neither removes nor renames");
    }
    let rewrites = ["SET LOGGED", "SET UNLOGGED", "SET TABLESPACE", "SET ACCESS METHOD"];
    rewrites.iter().any(|keyword| action.starts_with(keyword)).then_some("this rewrites the table")
}

fn added_column_problem(action: &str) -> Option<&'static str> {
    let default = action.split_once(" DEFAULT ").map(|(_, default)| default);
    if action.contains(" NOT NULL") && default.is_none() {
        return Some("NOT NULL without a default fails for existing rows and for earlier programs");
    }
    let is_volatile = default.is_some_and(|default| {
        default.contains('(') && !STABLE_DEFAULTS.iter().any(|stable| default.starts_with(stable))
    });
    let is_computed =
        ["SERIAL", " GENERATED ", " IDENTITY"].iter().any(|word| action.contains(word));
    if is_volatile || is_computed {
        return Some("a value that is computed for each row rewrites the table");
    }
    let is_indexed = action.contains(" UNIQUE") || action.contains(" PRIMARY KEY");
    is_indexed.then_some("a unique column builds an index under an exclusive lock")
}
