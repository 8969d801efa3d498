//! Programs of two versions on one database: roles and commands check the schema, and only `migrate`
//! and `up` change it.

use super::commands::run;
use crate::kit::{Browser, Process, TestApp, WAIT_TIMEOUT, free_address, listening, until_open};
use serde_json::{Value, json};
use std::net::SocketAddr;
use std::process::Output;
use std::time::Duration;

/// A later version has added something, which this program does not know.
const EXPANDED: [&str; 2] = [
    "ALTER TABLE users ADD COLUMN later_word TEXT",
    "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9001_later_word', 0)",
];
/// A later version has removed something that this program uses.
const CONTRACTED: &str = "INSERT INTO schema_contracts (migration, programs_below, reason) \
     VALUES ('m9002_without_handles', 9000, 'the column users.handle was removed')";
/// The schema before the newest migration with a table of its own.
const OLDER: [&str; 2] = [
    "DROP TABLE schema_contracts",
    "DELETE FROM seaql_migrations WHERE version = 'm0047_schema_contracts'",
];
const IS_OLDER: &str =
    "SELECT COUNT(*) AS n FROM seaql_migrations WHERE version = 'm0047_schema_contracts'";

/// A process with an admin listener.
struct ProbedProcess {
    process: Process,
    address: SocketAddr,
    admin_at: SocketAddr,
}

impl ProbedProcess {
    fn start(role: &str, app: &TestApp) -> Self {
        let (address, admin_at) = (free_address(), free_address());
        let process = Process::start(role, app, &settings(address, admin_at));
        Self { process, address, admin_at }
    }

    /// Waits until the readiness probe answers `status`; returns the missing parts.
    async fn until_readiness(&self, status: u16) -> Value {
        until_open(self.admin_at).await;
        let probing = async {
            loop {
                let reply = Browser::connected_to(self.admin_at).get("/readyz").await;
                if reply.status == status {
                    return reply.body["missing"].clone();
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::time::timeout(WAIT_TIMEOUT, probing).await.expect("the probe has this status")
    }
}

fn settings(address: SocketAddr, admin: SocketAddr) -> Vec<(&'static str, String)> {
    let mut settings = listening(address);
    settings.push(("server.admin_listen", admin.to_string()));
    settings
}

/// Runs a role or a command until it ends.
async fn run_to_end(words: &[&str], app: &TestApp, more: &[(&str, &str)]) -> Output {
    let own = settings(free_address(), free_address()).into_iter();
    let own = own.map(|(name, value)| (name.to_owned(), value));
    let more = more.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let all: Vec<_> = app.settings().into_iter().chain(own).chain(more).collect();
    run(words, &all).await
}

fn refusal(output: &Output) -> String {
    assert!(!output.status.success(), "{output:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

async fn change(app: &TestApp, statements: &[&str]) {
    for statement in statements {
        app.sql(statement, vec![]).await;
    }
}

#[tokio::test]
async fn roles_and_commands_work_on_a_schema_that_a_later_version_has_expanded() {
    let app = TestApp::open().await;
    change(&app, &EXPANDED).await;
    for role in ["runtime", "control-plane", "worker"] {
        let probed = ProbedProcess::start(role, &app);
        assert_eq!(probed.until_readiness(200).await, json!([]), "{role}");
        assert_eq!(probed.process.terminate().await.0.code(), Some(0), "{role}");
    }
    let created = run_to_end(&["invite", "create"], &app, &[]).await;
    assert!(created.status.success(), "{created:?}");
    // After a rollback the older program's `migrate` runs again.
    let migrated = run_to_end(&["migrate"], &app, &[]).await;
    assert!(migrated.status.success(), "{migrated:?}");
}

#[tokio::test]
async fn past_an_unknown_contract_point_everything_is_refused_and_writes_nothing() {
    let app = TestApp::open().await;
    change(&app, &[CONTRACTED]).await;
    let codes = "SELECT COUNT(*) AS n FROM invite_codes";
    let before = app.count(codes, vec![]).await;
    for words in [
        &["runtime"][..],
        &["control-plane"],
        &["worker"],
        &["migrate"],
        &["demo"],
        &["invite", "create"],
        &["staff", "grant", "ada@people.example"],
        &["routes", "restored"],
        &["setup", "link"],
    ] {
        let said = refusal(&run_to_end(words, &app, &[]).await);
        let expected = "the database schema is past m9002_without_handles";
        assert!(said.contains(expected), "{words:?}: {said}");
        assert!(said.contains("the column users.handle was removed"), "{words:?}: {said}");
    }
    assert_eq!(app.count(codes, vec![]).await, before);
    let examined = run_to_end(&["doctor"], &app, &[]).await;
    assert!(!examined.status.success());
    let printed = String::from_utf8_lossy(&examined.stdout).into_owned();
    assert!(printed.contains("is past m9002_without_handles"), "{printed}");
}

#[tokio::test]
async fn role_that_runs_when_the_schema_is_contracted_becomes_unready() {
    let app = TestApp::open().await;
    let runtime = ProbedProcess::start("runtime", &app);
    runtime.until_readiness(200).await;
    change(&app, &[CONTRACTED]).await;
    let missing = runtime.until_readiness(503).await;
    assert_eq!(missing, json!([{ "part": "schema", "reason": "contracted" }]));
}

#[tokio::test]
async fn roles_wait_unready_on_an_older_schema_and_start_after_migrate() {
    let app = TestApp::open().await;
    change(&app, &OLDER).await;
    let waiting =
        ["runtime", "control-plane", "worker"].map(|role| ProbedProcess::start(role, &app));
    for probed in &waiting {
        let missing = probed.until_readiness(503).await;
        assert!(
            missing == json!([{ "part": "schema", "reason": "migrations-pending" }])
                || missing == json!([{ "part": "start", "reason": "starting" }]),
            "{missing}"
        );
        let alive = Browser::connected_to(probed.admin_at).get("/healthz").await;
        assert_eq!(alive.status, 200);
        assert!(tokio::net::TcpStream::connect(probed.address).await.is_err(), "it serves nothing");
    }
    for words in [&["invite", "create"][..], &["routes", "restored"]] {
        let said = refusal(&run_to_end(words, &app, &[]).await);
        assert!(said.contains("have not run (m0047_schema_contracts)"), "{words:?}: {said}");
    }
    assert_eq!(app.count(IS_OLDER, vec![]).await, 0, "nothing but `migrate` migrates");

    let migrated = run_to_end(&["migrate"], &app, &[]).await;
    assert!(migrated.status.success(), "{migrated:?}");
    for probed in waiting {
        assert_eq!(probed.until_readiness(200).await, json!([]));
        assert_eq!(probed.process.terminate().await.0.code(), Some(0));
    }
}

#[tokio::test]
async fn waiting_role_stops_on_a_signal_and_gives_up_after_its_limit() {
    let app = TestApp::open().await;
    change(&app, &OLDER).await;
    let runtime = ProbedProcess::start("runtime", &app);
    runtime.until_readiness(503).await;
    assert_eq!(runtime.process.terminate().await.0.code(), Some(0));

    let said = run_to_end(&["worker"], &app, &[("database.schema_wait_s", "1")]).await;
    let said = refusal(&said);
    assert!(said.contains("have not run") && said.contains("waited for 1 s"), "{said}");
    assert_eq!(app.count(IS_OLDER, vec![]).await, 0);
}
