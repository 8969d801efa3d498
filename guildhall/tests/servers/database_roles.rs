//! The two roles of the database: the owner migrates and grants, the application changes rows only.

use crate::kit::TestApp;
use sea_orm::{ConnectionTrait, Database, DatabaseConnection, DbErr, RuntimeErr};
use serde_json::json;
use std::process::{Command, Output};
use uuid::Uuid;

/// A database without tables, and a role that may only connect.
struct TwoRoles {
    owner_url: String,
    application_url: String,
}

impl TwoRoles {
    async fn create() -> Self {
        let server = std::env::var("GUILDHALL_TEST_POSTGRES").unwrap();
        let name = format!("roles_{}", Uuid::now_v7().simple());
        let admin = Database::connect(&server).await.unwrap();
        admin.execute_unprepared(&format!("CREATE ROLE {name} LOGIN")).await.unwrap();
        admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
        admin.close().await.unwrap();
        let mut url = url::Url::parse(&server).unwrap();
        url.set_path(&name);
        let owner_url = url.to_string();
        url.set_username(&name).unwrap();
        Self { owner_url, application_url: url.to_string() }
    }
}

/// Runs a command with an instance's settings and other database addresses.
fn run(words: &[&str], app: &TestApp, addresses: &[(&str, &str)]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_guildhall"));
    program.args(words);
    for (name, value) in app.settings() {
        program.arg("--set").arg(format!("{name}={value}"));
    }
    for (name, value) in addresses {
        program.arg("--set").arg(format!("{name}={value}"));
    }
    program.output().unwrap()
}

fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns whether the server denied a statement for lack of privileges (SQLSTATE 42501).
async fn is_denied(connection: &DatabaseConnection, sql: &str) -> bool {
    match connection.execute_unprepared(sql).await {
        Err(DbErr::Exec(RuntimeErr::SqlxError(error))) => {
            error.as_database_error().and_then(|error| error.code()).as_deref() == Some("42501")
        }
        _ => false,
    }
}

#[tokio::test]
async fn owner_migrates_and_application_role_only_changes_rows() {
    let settings_of = TestApp::open().await;
    let roles = TwoRoles::create().await;
    let application = ("database.url", roles.application_url.as_str());
    let owner = ("database.owner_url", roles.owner_url.as_str());

    let early = refusal(&run(&["routes", "restored"], &settings_of, &[application]));
    assert!(early.contains("have not run") && early.contains("guildhall migrate"), "{early}");

    for _ in ["the first time", "again"] {
        let migrated = run(&["migrate"], &settings_of, &[application, owner]);
        assert!(migrated.status.success(), "{migrated:?}");
        let printed = String::from_utf8_lossy(&migrated.stdout).into_owned();
        for part in [
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \"public\" TO ",
            "REVOKE UPDATE, DELETE, TRUNCATE ON \"public\".\"audit_log\" FROM ",
            "ALTER DEFAULT PRIVILEGES IN SCHEMA \"public\" GRANT SELECT, INSERT, UPDATE, DELETE",
        ] {
            assert!(printed.contains(part), "{part} in {printed}");
        }
    }

    // The product works with that role, including audited actions and jobs.
    let app = TestApp::open_with(&[application]).await;
    let ada = app.member("ada").await;
    let id = app.id_of(&ada).await;
    let staff = app.staff("stella").await;
    let pause = json!({ "pausedUntil": null, "reason": "Spam" });
    let paused = staff.post(&format!("/api/staff/users/{id}/pause"), pause).await;
    assert_eq!(paused.status, 200, "{paused}");
    app.work().await;
    assert!(app.count("SELECT COUNT(*) AS n FROM audit_log", vec![]).await > 0);

    let connection = Database::connect(&roles.application_url).await.unwrap();
    for sql in [
        "UPDATE audit_log SET reason = 'Another'",
        "DELETE FROM audit_log",
        "TRUNCATE audit_log",
        "DROP TABLE audit_log",
        "DELETE FROM seaql_migrations",
        "INSERT INTO seaql_migrations (version, applied_at) VALUES ('x', 0)",
        "CREATE TABLE extra (id INT)",
        "CREATE SCHEMA extra",
        "CREATE INDEX extra ON users (email)",
        "ALTER TABLE users ADD COLUMN extra INT",
        "TRUNCATE users CASCADE",
    ] {
        assert!(is_denied(&connection, sql).await, "{sql}");
    }

    // Tables of later migrations.
    let owning = Database::connect(&roles.owner_url).await.unwrap();
    owning.execute_unprepared("CREATE TABLE later (id BIGSERIAL, word TEXT)").await.unwrap();
    for sql in [
        "INSERT INTO later (word) VALUES ('one')",
        "UPDATE later SET word = 'two'",
        "SELECT * FROM later",
        "DELETE FROM later",
    ] {
        connection.execute_unprepared(sql).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    }
    assert!(is_denied(&connection, "ALTER TABLE later ADD COLUMN extra INT").await);
}

#[tokio::test]
async fn migrate_rejects_a_privileged_or_missing_role() {
    let app = TestApp::open().await;
    let roles = TwoRoles::create().await;
    let owner = ("database.owner_url", roles.owner_url.as_str());
    let same = ("database.url", roles.owner_url.as_str());
    let said = refusal(&run(&["migrate"], &app, &[same, owner]));
    assert!(said.contains("is a superuser or a member of the owner"), "{said}");
    let mut unknown = url::Url::parse(&roles.application_url).unwrap();
    unknown.set_username("nobody_of_that_name").unwrap();
    let said = refusal(&run(&["migrate"], &app, &[("database.url", unknown.as_str()), owner]));
    assert!(said.contains("CREATE ROLE \"nobody_of_that_name\" LOGIN"), "{said}");
}
