//! Commands that print something.

use crate::kit::{TestApp, email};
use serde_json::json;
use std::process::{Command, Output};

/// Runs the program without blocking the test's runtime: the program may wait for a transaction of
/// the test's own jobs.
pub async fn run(command: &[&str], settings: &[(String, String)]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_guildhall"));
    program.args(command);
    for (name, value) in settings {
        program.arg("--set").arg(format!("{name}={value}"));
    }
    tokio::task::spawn_blocking(move || program.output().unwrap()).await.unwrap()
}

#[tokio::test]
async fn openapi_prints_the_document() {
    let printed = run(&["openapi"], &[]).await;
    assert!(printed.status.success());
    let printed = String::from_utf8(printed.stdout).unwrap();
    assert_eq!(printed, guildhall::openapi::to_pretty_json().unwrap());
    assert!(printed.contains("\"/api/transfer/redeem\""));
}

#[tokio::test]
async fn openapi_document_is_served_over_http() {
    let app = TestApp::open().await;
    let served = app.browser().get("/api/openapi.json").await.expect(200);
    let document = serde_json::to_value(guildhall::openapi::api_document()).unwrap();
    assert_eq!(served.header("content-type"), "application/json");
    assert_eq!(served.body, document);

    let written = app.browser().post("/api/openapi.json", serde_json::json!({})).await.expect(405);
    assert_eq!(written.header("content-type"), "application/problem+json");
}

#[test]
fn edge_body_limits_match_every_operation() {
    let document = serde_json::to_value(guildhall::openapi::api_document()).unwrap();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let operations = operations.as_object().unwrap();
        let is_form = |operation: &serde_json::Value| {
            operation["requestBody"]["content"].get("multipart/form-data").is_some()
        };
        let content = wire::Content::for_path(&path.replace("{id}", "x"));
        let expected = operations.values().any(is_form);
        let is_upload = matches!(content, wire::Content::Picture | wire::Content::File);
        assert_eq!(is_upload, expected, "{path}");
    }
}

#[tokio::test]
async fn doctor_prints_the_settings_without_secrets() {
    let secrets = ["token-key-that-nobody-may-read-0123456789", "password-of-the-mail-server"];
    let app = TestApp::open_with(&[("security.token_key", secrets[0])]).await;
    let mut settings = app.settings();
    let mail = format!("smtp://postman:{}@127.0.0.1:2525", secrets[1]);
    settings.push(("mail.smtp_url".to_owned(), mail));
    let printed = run(&["doctor"], &settings).await;
    let [out, err] = [printed.stdout, printed.stderr].map(|b| String::from_utf8(b).unwrap());
    for secret in secrets {
        assert!(!out.contains(secret) && !err.contains(secret), "{out}{err}");
    }
    for line in [
        "main_origin",
        "settings: good",
        "web-brand: built",
        "database: answers",
        "keys: belong to this database",
        "0 verifying",
        "certificates: no issuer is configured",
        "mail.smtp_url = smtp://postman:hidden@127.0.0.1:2525",
    ] {
        assert!(out.contains(line), "{line} in {out}{err}");
    }
}

#[tokio::test]
async fn doctor_reports_every_invalid_setting() {
    let app = TestApp::open().await;
    let mut settings = app.settings();
    settings.push(("server.main_origin".to_owned(), "localhost".to_owned()));
    settings.push(("auth.password_min_length".to_owned(), "1".to_owned()));
    let printed = run(&["doctor"], &settings).await;
    let out = String::from_utf8(printed.stdout).unwrap();
    assert!(!printed.status.success());
    assert!(
        out.contains("server.main_origin") && out.contains("auth.password_min_length"),
        "{out}"
    );
}

/// Success, standard output and standard error of a command.
pub async fn printed(command: &[&str], app: &TestApp) -> (bool, String, String) {
    let output = run(command, &app.settings()).await;
    let [out, err] = [output.stdout, output.stderr].map(|b| String::from_utf8(b).unwrap());
    (output.status.success(), out, err)
}

#[tokio::test]
async fn setup_link_works_until_there_is_staff() {
    let app = TestApp::open().await;
    let (done, out, _) = printed(&["setup", "link"], &app).await;
    assert!(done);
    let (_, rest) = out.split_once("http://localhost:8080/setup#token=").expect("a link");
    let token = rest.split_whitespace().next().unwrap();
    let check = json!({ "token": token });
    app.browser().post("/api/identity/setup/check", check).await.expect(204);

    app.staff("stella").await;
    let (done, out, err) = printed(&["setup", "link"], &app).await;
    assert!(!done && out.is_empty(), "{out}");
    assert!(err.contains("there is a staff account already"), "{err}");
}

#[tokio::test]
async fn up_prints_a_setup_link_until_there_is_staff() {
    let app = TestApp::open().await;
    let greeting = guildhall::first_run::add_setup_link(app.services(), "Guildhall").await.unwrap();
    assert!(greeting.starts_with("Guildhall\n"), "{greeting}");
    assert!(greeting.contains("http://localhost:8080/setup#token="), "{greeting}");
    app.staff("stella").await;
    let greeting = guildhall::first_run::add_setup_link(app.services(), "Guildhall").await.unwrap();
    assert_eq!(greeting, "Guildhall");
}

#[tokio::test]
async fn invite_create_prints_a_code_and_its_link() {
    let app = TestApp::open().await;
    let oak = app.affiliation("Oak House").await;
    let flags = ["--max-uses", "2", "--expires-in-days", "30", "--affiliation", oak.as_str()];
    let (done, out, err) = printed(&[&["invite", "create"], &flags[..]].concat(), &app).await;
    assert!(done, "{err}");
    let code = out.lines().find_map(|line| line.strip_prefix("Code  ")).expect("a code");
    assert!(out.contains(&format!("Link  http://localhost:8080/join/{code}")), "{out}");
    let valid = app.browser().post("/api/invite-codes/validate", json!({ "code": code })).await;
    let invited = &valid.expect(200).body["autoInviteToAffiliation"];
    assert_eq!(invited["affiliationName"], "Oak House");
    let stored = "SELECT COUNT(*) AS n FROM invite_codes WHERE max_uses = 2 AND expires_at > $1 \
        AND created_by IS NULL";
    let soon = app.clock.now() + chrono::Duration::days(29);
    assert_eq!(app.count(stored, vec![soon.into()]).await, 1);
    let audited = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'invite-code.create' \
        AND actor_id IS NULL";
    assert_eq!(app.count(audited, vec![]).await, 1);

    let nowhere = ["invite", "create", "--affiliation", "nowhere"];
    let (done, _, err) = printed(&nowhere, &app).await;
    assert!(!done && err.contains("Affiliation not found"), "{err}");
}

#[tokio::test]
async fn staff_grant_gives_advice_for_a_missing_account() {
    let app = TestApp::open().await;
    let grant = ["staff", "grant", "grace@people.example"];
    let (done, _, err) = printed(&grant, &app).await;
    assert!(!done);
    assert!(err.contains("no account has this address"), "{err}");
    assert!(err.contains("guildhall setup link"), "{err}");

    app.member("ada").await;
    let (done, _, err) = printed(&["staff", "grant", &email("ada")], &app).await;
    assert!(done, "{err}");
    let (done, _, err) = printed(&grant, &app).await;
    assert!(!done && err.contains("guildhall invite create"), "{err}");
}
