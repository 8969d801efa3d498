//! Rules for migrations: each has a declared kind, and its statements leave large tables usable.

use migrations::rules::find_violations;
use migrations::{KINDS, MigrationKind, Migrator, UNDECLARED_UNTIL, number_of};
use sea_orm_migration::MigratorTrait;

const CONTRACT: MigrationKind = MigrationKind::Contract { programs_below: 60, reason: "removed" };

fn violations(kind: MigrationKind, statements: &[&str]) -> Vec<String> {
    let statements: Vec<_> = statements.iter().map(|one| (*one).to_owned()).collect();
    find_violations(kind, &statements)
}

#[test]
fn every_new_migration_declares_its_kind_and_numbers_increase() {
    let names: Vec<_> =
        Migrator::migrations().iter().map(|migration| migration.name().to_owned()).collect();
    assert!(names.is_sorted(), "{names:?}");
    let new: Vec<_> = names.iter().filter(|name| number_of(name) > UNDECLARED_UNTIL).collect();
    let declared: Vec<_> = KINDS.iter().map(|(name, _)| *name).collect();
    assert_eq!(new, declared, "migrations/src/kinds.rs has one line per migration");
    for (name, kind) in KINDS {
        if let MigrationKind::Contract { programs_below, .. } = kind {
            assert!(*programs_below <= number_of(name), "{name} refuses its own program");
        }
    }
}

#[test]
fn rejects_statements_that_lock_or_rewrite_a_large_table() {
    for statement in [
        "ALTER TABLE \"posts\" ALTER COLUMN \"body\" TYPE varchar(200)",
        "ALTER TABLE posts ALTER COLUMN body SET DATA TYPE jsonb",
        "ALTER TABLE posts ALTER COLUMN body SET NOT NULL",
        "ALTER TABLE posts ADD COLUMN \"token\" uuid NOT NULL DEFAULT gen_random_uuid()",
        "ALTER TABLE posts ADD COLUMN at timestamptz DEFAULT clock_timestamp()",
        "ALTER TABLE posts ADD COLUMN n bigserial",
        "ALTER TABLE posts ADD COLUMN n int GENERATED ALWAYS AS (length(body)) STORED",
        "ALTER TABLE posts ADD COLUMN word text NOT NULL",
        "ALTER TABLE posts ADD COLUMN one text, ADD COLUMN two text NOT NULL",
        "ALTER TABLE posts ADD COLUMN word text UNIQUE",
        "ALTER TABLE posts ADD CONSTRAINT c CHECK (length(body) < 10)",
        "ALTER TABLE posts ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES users (id)",
        "ALTER TABLE posts SET UNLOGGED",
        "CREATE INDEX \"i\" ON \"posts\" (\"body\")",
        "CREATE UNIQUE INDEX i ON posts (body)",
        "UPDATE posts SET word = 'x'",
        "update posts set word = 'x' where word is null",
        "DELETE FROM posts WHERE word IS NULL",
        "INSERT INTO copies SELECT * FROM posts",
        "DO $$ BEGIN UPDATE posts SET word = 'x'; END $$",
        "LOCK TABLE posts",
        "CLUSTER posts",
        "VACUUM FULL posts",
        "REINDEX TABLE posts",
    ] {
        for kind in [MigrationKind::Expand, CONTRACT] {
            assert_eq!(violations(kind, &[statement]).len(), 1, "{kind:?}: {statement}");
        }
    }
}

#[test]
fn rejects_removals_in_an_expanding_migration_only() {
    for statement in [
        "ALTER TABLE posts DROP COLUMN word",
        "ALTER TABLE posts RENAME COLUMN word TO term",
        "ALTER TABLE posts RENAME TO articles",
        "DROP TABLE posts",
        "TRUNCATE posts",
    ] {
        assert_eq!(violations(MigrationKind::Expand, &[statement]).len(), 1, "{statement}");
        assert!(violations(CONTRACT, &[statement]).is_empty(), "{statement}");
    }
}

#[test]
fn accepts_statements_that_only_expand() {
    for statements in [
        &["ALTER TABLE posts ADD COLUMN word text"][..],
        &["ALTER TABLE \"posts\" ADD COLUMN \"is_new\" boolean NOT NULL DEFAULT FALSE"],
        &["ALTER TABLE posts ADD COLUMN at timestamptz NOT NULL DEFAULT now()"],
        &["ALTER TABLE posts ADD CONSTRAINT c CHECK (length(body) < 10) NOT VALID"],
        &["ALTER TABLE posts DROP CONSTRAINT c"],
        &["CREATE INDEX CONCURRENTLY IF NOT EXISTS i ON posts (body)"],
        &["CREATE TABLE \"words\" (\"id\" uuid)", "CREATE INDEX \"i\" ON \"words\" (\"id\")"],
        &["CREATE TABLE IF NOT EXISTS words (id uuid)", "UPDATE words SET id = NULL"],
        &["INSERT INTO words (id) VALUES ('x')"],
        &["SELECT 1"],
    ] {
        assert_eq!(violations(MigrationKind::Expand, statements), [""; 0], "{statements:?}");
    }
}
