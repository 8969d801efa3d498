//! The previous release on the schema of this one, under load. `make upgrade-test` builds that release
//! and names its program in `GUILDHALL_PREVIOUS_BIN`; otherwise this program plays its part, on a
//! schema that a later version expands meanwhile.

use super::member_load::MemberLoad;
use crate::kit::{Process, TestApp, free_address, listening, until_open, until_served};
use std::path::PathBuf;

/// A later version adds a column, a table and an index while the programs run.
const EXPANSION: [&str; 4] = [
    "ALTER TABLE users ADD COLUMN later_word TEXT",
    "CREATE TABLE later_words (word TEXT NOT NULL PRIMARY KEY)",
    "CREATE INDEX later_words_by_word ON later_words (word)",
    "INSERT INTO seaql_migrations (version, applied_at) VALUES ('m9001_later_words', 0)",
];

/// The program of the previous release.
fn previous_program() -> PathBuf {
    let named = std::env::var_os("GUILDHALL_PREVIOUS_BIN");
    named.map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_guildhall")), PathBuf::from)
}

#[tokio::test]
async fn previous_release_serves_on_an_expanded_schema_and_is_replaced_without_failures() {
    let app = TestApp::open().await;
    let previous = previous_program();
    let [old_at, new_at, control_at, internal_at, edge_at] = [(); 5].map(|()| free_address());
    let mut control = listening(control_at);
    control.push(("server.internal_listen", internal_at.to_string()));
    let mut edge = listening(edge_at);
    // Both runtimes from the start: the edge skips one that does not listen.
    edge.push(("server.runtime_url", format!("http://{old_at},http://{new_at}")));
    edge.push(("server.control_url", format!("http://{control_at}")));
    edge.push(("server.feed_url", format!("http://{internal_at}")));
    let mut leaving = listening(old_at);
    leaving.push(("server.shutdown_delay_s", "1".to_owned()));
    let start = |role: &str, settings: &[(&str, String)]| {
        Process::start_program(&previous, role, &app, settings)
    };
    let _control = start("control-plane", &control);
    let old_runtime = start("runtime", &leaving);
    until_open(old_at).await;
    until_open(internal_at).await;
    let _edge = start("edge", &edge);
    until_served(edge_at).await;

    let load = MemberLoad::start(&app, edge_at).await;
    // Only now: the test itself delivers the emails of the sign-ups.
    let worker = start("worker", &listening(free_address()));
    load.until_answered(100).await;
    for statement in EXPANSION {
        app.sql(statement, vec![]).await;
    }
    load.until_answered(200).await;

    let mut settings = listening(new_at);
    let own = app.folder().join("data-of-the-new-runtime");
    settings.push(("data_dir", own.display().to_string()));
    let _new_runtime = Process::start("runtime", &app, &settings);
    until_open(new_at).await;
    assert_eq!(old_runtime.terminate().await.0.code(), Some(0));
    assert_eq!(worker.terminate().await.0.code(), Some(0));
    load.until_answered(200).await;
    load.finish().await;
}
