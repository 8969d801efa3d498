//! The databases of the tests on PostgreSQL. Each test has one to itself: what another has left, emptied, or else a
//! copy of a migrated template. To lend instead of copying spares a test a tenth of a second of processor.

use platform::db::DbSettings;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use std::time::Duration;
use uuid::Uuid;

const TEMPLATE: &str = "guildhall_template";
/// One key for all test processes, so that one of them makes the template.
const TEMPLATE_LOCK: &str = "SELECT pg_advisory_lock(7261742099)";
/// What a database is lent under: a lock that ends with the connection, and so with the test's process.
const LENDING: i32 = 72_617;
/// Bytes. A larger one holds mostly what is dead, and so does every index of it.
const TOO_LARGE: i64 = 20_000_000;

/// What one is, apart from its rows: tables, columns, conditions, triggers.
const SHAPE: &str = "md5( \
    (SELECT string_agg(concat_ws('.', oid, relname, relkind), ',' ORDER BY oid) FROM pg_class \
     WHERE relnamespace = 'public'::regnamespace) \
    || (SELECT string_agg(concat_ws('.', attrelid, attnum, attname, atttypid, attnotnull, atthasdef), ',' \
        ORDER BY attrelid, attnum) FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid \
        WHERE relnamespace = 'public'::regnamespace AND attnum > 0) \
    || (SELECT string_agg(concat_ws('.', oid, conname, convalidated), ',' ORDER BY oid) FROM pg_constraint) \
    || (SELECT string_agg(concat_ws('.', oid, tgenabled), ',' ORDER BY oid) FROM pg_trigger))";

/// Keeps what the migrations wrote, apart from what tells which of them ran.
const KEEP: &str = "DO $$ DECLARE t text; n bigint; BEGIN \
    CREATE SCHEMA kept; \
    FOR t IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace \
        AND relname <> 'seaql_migrations' LOOP \
        EXECUTE format('SELECT count(*) FROM public.%I', t) INTO n; \
        IF n > 0 THEN EXECUTE format('CREATE TABLE kept.%I AS TABLE public.%I', t, t); END IF; \
    END LOOP; END $$";

/// Back to what the migrations left. Nobody else is connected, so nothing is checked row by row.
const EMPTY: &str = "DO $$ DECLARE t text; BEGIN \
    SET LOCAL session_replication_role = replica; \
    FOR t IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace \
        AND relname <> 'seaql_migrations' AND pg_relation_size(oid) > 0 LOOP \
        EXECUTE format('DELETE FROM public.%I', t); \
    END LOOP; \
    FOR t IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'kept'::regnamespace LOOP \
        EXECUTE format('INSERT INTO public.%I SELECT * FROM kept.%I', t, t); \
    END LOOP; \
    FOR t IN SELECT relname FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace LOOP \
        PERFORM setval(format('public.%I', t)::regclass, 1, false); \
    END LOOP; END $$";

/// A database that one test has, for as long as its process lives.
pub struct Lent {
    pub name: String,
    /// Holds the lock.
    _server: DatabaseConnection,
}

impl Lent {
    /// `postgres` is the server's address, which leads to its own database.
    pub async fn take(postgres: &str) -> Self {
        let server = connect(postgres).await;
        make_template(&server, postgres).await;
        let left = format!(
            "SELECT datname AS it FROM pg_database WHERE datname LIKE 'guildhall\\_0%' \
             AND pg_try_advisory_lock({LENDING}, hashtext(datname)) LIMIT 1"
        );
        let name = match word(&server, &left).await {
            Some(name) if is_as_new(&server, postgres, &name).await => name,
            Some(name) => {
                server
                    .execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)"))
                    .await
                    .unwrap();
                copy(&server).await
            }
            None => copy(&server).await,
        };
        Self { name, _server: server }
    }
}

/// A new one, locked before anybody else can find it.
async fn copy(server: &DatabaseConnection) -> String {
    let name = format!("guildhall_{}", Uuid::now_v7().simple());
    let lock = format!("SELECT pg_advisory_lock({LENDING}, hashtext('{name}'))");
    server.execute_unprepared(&lock).await.unwrap();
    // Copying needs the template to itself, so the copies take turns.
    let copy = format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}");
    let mut tries = 0;
    while let Err(error) = server.execute_unprepared(&copy).await {
        // "source database is being accessed by other users": another test copies just now.
        tries += 1;
        assert!(tries < 200 && error.to_string().contains("being accessed"), "{error}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    name
}

/// Empties what a test has left, unless the test has made something else of it.
async fn is_as_new(server: &DatabaseConnection, postgres: &str, name: &str) -> bool {
    let others = format!(
        "SELECT string_agg(pg_terminate_backend(pid)::text, '') AS it FROM pg_stat_activity \
         WHERE datname = '{name}'"
    );
    while word(server, &others).await.is_some() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let known = format!(
        "SELECT shobj_description(oid, 'pg_database') AS it FROM pg_database WHERE datname = '{TEMPLATE}'"
    );
    let known = word(server, &known).await;
    let database = connect(&named(postgres, name)).await;
    let small =
        format!("SELECT {SHAPE} AS it WHERE pg_database_size(current_database()) < {TOO_LARGE}");
    let is_whole = known.is_some() && word(&database, &small).await == known;
    if is_whole {
        database.execute_unprepared(EMPTY).await.unwrap();
    }
    database.close().await.unwrap();
    is_whole
}

async fn make_template(server: &DatabaseConnection, postgres: &str) {
    let there = format!(
        "SELECT datname AS it FROM pg_database WHERE datname = '{TEMPLATE}' AND datistemplate"
    );
    if word(server, &there).await.is_some() {
        return;
    }
    // A lock of a session: it needs one connection from beginning to end.
    let holder = connect(postgres).await;
    holder.execute_unprepared(TEMPLATE_LOCK).await.unwrap();
    if word(&holder, &there).await.is_none() {
        holder.execute_unprepared(&format!("DROP DATABASE IF EXISTS {TEMPLATE}")).await.unwrap();
        holder.execute_unprepared(&format!("CREATE DATABASE {TEMPLATE}")).await.unwrap();
        let url = named(postgres, TEMPLATE);
        let template =
            platform::Database::open(&DbSettings { url: url.clone(), max_connections: 2 })
                .await
                .unwrap();
        template.migrate().await.unwrap();
        template.close().await.unwrap();
        let within = connect(&url).await;
        within.execute_unprepared(KEEP).await.unwrap();
        let shape = word(&within, &format!("SELECT {SHAPE} AS it")).await.unwrap();
        within.close().await.unwrap();
        let note = format!("COMMENT ON DATABASE {TEMPLATE} IS '{shape}'");
        holder.execute_unprepared(&note).await.unwrap();
        let done = format!("ALTER DATABASE {TEMPLATE} WITH is_template true");
        holder.execute_unprepared(&done).await.unwrap();
    }
    holder.close().await.unwrap();
}

/// The server's address with another database in it.
pub fn named(postgres: &str, database: &str) -> String {
    let (server, _) = postgres.rsplit_once('/').unwrap();
    format!("{server}/{database}")
}

/// One connection to the server, and never a second one beside it, nor another in its place: it holds locks.
async fn connect(postgres: &str) -> DatabaseConnection {
    let mut one = sea_orm::ConnectOptions::new(postgres.to_owned());
    one.max_connections(1).idle_timeout(None).max_lifetime(None).sqlx_logging(false);
    Database::connect(one).await.unwrap()
}

/// What a statement says in its only row, as `it`.
async fn word(connection: &DatabaseConnection, sql: &str) -> Option<String> {
    let statement = Statement::from_string(DbBackend::Postgres, sql.to_owned());
    let row = connection.query_one_raw(statement).await.unwrap()?;
    row.try_get::<Option<String>>("", "it").unwrap()
}
