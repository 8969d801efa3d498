//! Databases of the tests on PostgreSQL. Each test has its own: a reset one of a finished test, or a copy of a
//! migrated template. Reusing instead of copying saves a tenth of a second of CPU time per test.

use platform::db::DbSettings;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbBackend, Statement};
use std::time::Duration;
use uuid::Uuid;

const TEMPLATE: &str = "guildhall_template";
/// Lock under which one test process creates the template.
const TEMPLATE_LOCK: &str = "SELECT pg_advisory_lock(7261742099)";
/// Class of the advisory locks of used databases, which end with the connection and so with the test process.
const LENDING: i32 = 72_617;
/// In bytes. Larger databases consist mostly of dead rows and index entries, and are dropped.
const TOO_LARGE: i64 = 20_000_000;

/// Hash of a database's schema: tables, columns, constraints, triggers.
const SHAPE: &str = "md5( \
    (SELECT string_agg(concat_ws('.', oid, relname, relkind), ',' ORDER BY oid) FROM pg_class \
     WHERE relnamespace = 'public'::regnamespace) \
    || (SELECT string_agg(concat_ws('.', attrelid, attnum, attname, atttypid, attnotnull, atthasdef), ',' \
        ORDER BY attrelid, attnum) FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid \
        WHERE relnamespace = 'public'::regnamespace AND attnum > 0) \
    || (SELECT string_agg(concat_ws('.', oid, conname, convalidated), ',' ORDER BY oid) FROM pg_constraint) \
    || (SELECT string_agg(concat_ws('.', oid, tgenabled), ',' ORDER BY oid) FROM pg_trigger))";

/// Copies the rows that migrations inserted to the schema `kept`, except the list of migrations.
const KEEP: &str = "DO $$ DECLARE t text; n bigint; BEGIN \
    CREATE SCHEMA kept; \
    FOR t IN SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace \
        AND relname <> 'seaql_migrations' LOOP \
        EXECUTE format('SELECT count(*) FROM public.%I', t) INTO n; \
        IF n > 0 THEN EXECUTE format('CREATE TABLE kept.%I AS TABLE public.%I', t, t); END IF; \
    END LOOP; END $$";

/// Resets all rows to those of the migrations. Triggers and foreign keys are off, because there is no other
/// connection.
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

/// A database that is locked for one test process.
pub struct Lent {
    pub name: String,
    /// Holds the lock.
    _server: DatabaseConnection,
}

impl Lent {
    /// `postgres` is the URL of the server's default database.
    pub async fn take(postgres: &str) -> Self {
        let server = connect(postgres).await;
        make_template(&server, postgres).await;
        let left = format!(
            "SELECT datname AS it FROM pg_database WHERE datname LIKE 'guildhall\\_0%' \
             AND pg_try_advisory_lock({LENDING}, hashtext(datname)) LIMIT 1"
        );
        let name = match single_value(&server, &left).await {
            Some(name) if reset(&server, postgres, &name).await => name,
            Some(name) => {
                server
                    .execute_unprepared(&format!("DROP DATABASE {name} WITH (FORCE)"))
                    .await
                    .unwrap();
                create_copy(&server).await
            }
            None => create_copy(&server).await,
        };
        Self { name, _server: server }
    }
}

/// A new copy of the template, locked before another process can find it.
async fn create_copy(server: &DatabaseConnection) -> String {
    let name = format!("guildhall_{}", Uuid::now_v7().simple());
    let lock = format!("SELECT pg_advisory_lock({LENDING}, hashtext('{name}'))");
    server.execute_unprepared(&lock).await.unwrap();
    // Copying needs exclusive access to the template, so copies run one at a time.
    let copy = format!("CREATE DATABASE {name} TEMPLATE {TEMPLATE}");
    let mut tries = 0;
    while let Err(error) = server.execute_unprepared(&copy).await {
        // "source database is being accessed by other users": another test is copying.
        tries += 1;
        assert!(tries < 200 && error.to_string().contains("being accessed"), "{error}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    name
}

/// Resets a used database. Returns false if its schema has changed or it is too large.
async fn reset(server: &DatabaseConnection, postgres: &str, name: &str) -> bool {
    let others = format!(
        "SELECT string_agg(pg_terminate_backend(pid)::text, '') AS it FROM pg_stat_activity \
         WHERE datname = '{name}'"
    );
    while single_value(server, &others).await.is_some() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let known = format!(
        "SELECT shobj_description(oid, 'pg_database') AS it FROM pg_database WHERE datname = '{TEMPLATE}'"
    );
    let known = single_value(server, &known).await;
    let database = connect(&database_url(postgres, name)).await;
    let small =
        format!("SELECT {SHAPE} AS it WHERE pg_database_size(current_database()) < {TOO_LARGE}");
    let is_whole = known.is_some() && single_value(&database, &small).await == known;
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
    if single_value(server, &there).await.is_some() {
        return;
    }
    // A session lock, which needs a single connection.
    let holder = connect(postgres).await;
    holder.execute_unprepared(TEMPLATE_LOCK).await.unwrap();
    if single_value(&holder, &there).await.is_none() {
        holder.execute_unprepared(&format!("DROP DATABASE IF EXISTS {TEMPLATE}")).await.unwrap();
        holder.execute_unprepared(&format!("CREATE DATABASE {TEMPLATE}")).await.unwrap();
        let url = database_url(postgres, TEMPLATE);
        let template =
            platform::Database::open(&DbSettings { url: url.clone(), max_connections: 2 })
                .await
                .unwrap();
        template.migrate().await.unwrap();
        template.close().await.unwrap();
        let within = connect(&url).await;
        within.execute_unprepared(KEEP).await.unwrap();
        let shape = single_value(&within, &format!("SELECT {SHAPE} AS it")).await.unwrap();
        within.close().await.unwrap();
        let note = format!("COMMENT ON DATABASE {TEMPLATE} IS '{shape}'");
        holder.execute_unprepared(&note).await.unwrap();
        let done = format!("ALTER DATABASE {TEMPLATE} WITH is_template true");
        holder.execute_unprepared(&done).await.unwrap();
    }
    holder.close().await.unwrap();
}

/// The server's URL with another database name.
pub fn database_url(postgres: &str, database: &str) -> String {
    let (server, _) = postgres.rsplit_once('/').unwrap();
    format!("{server}/{database}")
}

/// A single connection to the server that is never replaced, because it holds session locks.
async fn connect(postgres: &str) -> DatabaseConnection {
    let mut one = sea_orm::ConnectOptions::new(postgres.to_owned());
    one.max_connections(1).idle_timeout(None).max_lifetime(None).sqlx_logging(false);
    Database::connect(one).await.unwrap()
}

/// The column `it` of the only row of a query.
async fn single_value(connection: &DatabaseConnection, sql: &str) -> Option<String> {
    let statement = Statement::from_string(DbBackend::Postgres, sql.to_owned());
    let row = connection.query_one_raw(statement).await.unwrap()?;
    row.try_get::<Option<String>>("", "it").unwrap()
}
