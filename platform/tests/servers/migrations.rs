//! Migrations on PostgreSQL while programs use the database.

use crate::settings::server;
use migrations::rules::find_violations;
use migrations::{
    IndexDefinition, Migrator, UNDECLARED_UNTIL, create_index_concurrently, kind_of, number_of,
};
use platform::Database;
use platform::db::DbSettings;
use sea_orm::{ConnectOptions, ConnectionTrait, DatabaseConnection, DbBackend, Statement};
use sea_orm_migration::{MigratorTrait, SchemaManager};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tracing::field::{Field, Visit};
use tracing_subscriber::layer::{Context, SubscriberExt};

const WAIT_TIMEOUT: Duration = Duration::from_secs(30);
const INDEX: IndexDefinition =
    IndexDefinition { name: "words_by_word", table: "words", columns: "(word)", is_unique: true };
const IS_VALID: &str = "SELECT indisvalid FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid \
     WHERE relname = 'words_by_word'";

/// Address of an empty database; deleted with the server.
async fn empty_database() -> String {
    let server = server("GUILDHALL_TEST_POSTGRES");
    let name = format!("it_{}", uuid::Uuid::now_v7().simple());
    let admin = sea_orm::Database::connect(&server).await.unwrap();
    admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
    admin.close().await.unwrap();
    let mut url = url::Url::parse(&server).unwrap();
    url.set_path(&name);
    url.into()
}

async fn open(url: &str) -> Database {
    Database::open(&DbSettings { url: url.to_owned(), max_connections: 4 }).await.unwrap()
}

/// Value of the only row of a query; `None` without a row.
async fn query_bool(connection: &DatabaseConnection, sql: &str) -> Option<bool> {
    let statement = Statement::from_string(DbBackend::Postgres, sql);
    let row = connection.query_one_raw(statement).await.unwrap()?;
    Some(row.try_get_by_index(0).unwrap())
}

/// Collects the statements that the driver logs.
#[derive(Clone, Default)]
struct StatementLog(Arc<Mutex<Vec<String>>>);

/// Text of a statement: the whole, or the summary if that is the whole.
#[derive(Default)]
struct StatementText {
    summary: String,
    whole: String,
}

impl Visit for StatementText {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => value.clone_into(&mut self.summary),
            "db.statement" => value.clone_into(&mut self.whole),
            _ => {}
        }
    }
    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        self.record_str(field, format!("{value:?}").trim_matches('"'));
    }
}

impl<S: tracing::Subscriber> tracing_subscriber::Layer<S> for StatementLog {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() != "sqlx::query" {
            return;
        }
        let mut text = StatementText::default();
        event.record(&mut text);
        let whole = if text.whole.trim().is_empty() { text.summary } else { text.whole };
        self.0.lock().unwrap().push(whole);
    }
}

#[tokio::test]
async fn migrations_leave_large_tables_usable_and_remove_nothing_early() {
    let log = StatementLog::default();
    let _logging =
        tracing::subscriber::set_default(tracing_subscriber::registry().with(log.clone()));
    let mut options = ConnectOptions::new(empty_database().await);
    options.max_connections(2).sqlx_logging(true);
    let connection = sea_orm::Database::connect(options).await.unwrap();
    let names: Vec<_> =
        Migrator::migrations().iter().map(|migration| migration.name().to_owned()).collect();
    let (old, new): (Vec<_>, Vec<_>) =
        names.into_iter().partition(|name| number_of(name) <= UNDECLARED_UNTIL);
    Migrator::up(&connection, Some(u32::try_from(old.len()).unwrap())).await.unwrap();
    let is_logged = log.0.lock().unwrap().iter().any(|one| one.contains("CREATE TABLE"));
    assert!(is_logged, "the driver logs statements");
    let mut violations = Vec::new();
    for name in new {
        log.0.lock().unwrap().clear();
        Migrator::up(&connection, Some(1)).await.unwrap();
        let mut statements = std::mem::take(&mut *log.0.lock().unwrap());
        statements.retain(|statement| !statement.contains("seaql_migrations"));
        assert!(!statements.is_empty(), "{name} was observed");
        let found = find_violations(kind_of(&name), &statements);
        violations.extend(found.into_iter().map(|violation| format!("{name}: {violation}")));
    }
    assert!(violations.is_empty(), "{violations:#?}");
}

#[tokio::test]
async fn processes_that_migrate_at_the_same_time_all_succeed() {
    let url = empty_database().await;
    let migrating = (0..3).map(|_| async { open(&url).await.migrate().await });
    for migrated in futures::future::join_all(migrating).await {
        migrated.unwrap();
    }
    assert_eq!(open(&url).await.schema_fault().await.unwrap(), None);
}

#[tokio::test]
async fn migration_gives_way_to_a_locked_table_and_succeeds_later() {
    let url = empty_database().await;
    let database = open(&url).await;
    database.migrate().await.unwrap();
    let other = sea_orm::Database::connect(&url).await.unwrap();
    for undo in [
        "DROP TABLE schema_contracts",
        "DELETE FROM seaql_migrations WHERE version = 'm0047_schema_contracts'",
    ] {
        other.execute_unprepared(undo).await.unwrap();
    }
    let lock = sea_orm::TransactionTrait::begin(&other).await.unwrap();
    lock.execute_unprepared("LOCK TABLE seaql_migrations IN EXCLUSIVE MODE").await.unwrap();
    let migrating = tokio::spawn(async move { database.migrate().await });
    let waits = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' \
                 AND datname = current_database())";
    for is_waiting in [true, false] {
        let reached = async {
            while query_bool(&other, waits).await != Some(is_waiting) {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, reached).await.expect("it waits, then gives way");
    }
    assert!(!migrating.is_finished());
    lock.commit().await.unwrap();
    migrating.await.unwrap().unwrap();
}

#[tokio::test]
async fn concurrent_index_replaces_the_invalid_index_of_a_failed_attempt() {
    let connection = sea_orm::Database::connect(empty_database().await).await.unwrap();
    connection.execute_unprepared("CREATE TABLE words (word TEXT)").await.unwrap();
    let twice = "INSERT INTO words VALUES ('one'), ('one')";
    connection.execute_unprepared(twice).await.unwrap();
    let manager = SchemaManager::new(&connection);
    create_index_concurrently(&manager, INDEX).await.unwrap_err();
    assert_eq!(query_bool(&connection, IS_VALID).await, Some(false));
    connection.execute_unprepared("DELETE FROM words").await.unwrap();
    create_index_concurrently(&manager, INDEX).await.unwrap();
    assert_eq!(query_bool(&connection, IS_VALID).await, Some(true));
    create_index_concurrently(&manager, INDEX).await.unwrap();
}
