//! The commands that print.

use crate::kit::TestApp;
use std::process::{Command, Output};

/// Runs the program without holding up the test's own one: its jobs may be in the middle of a
/// transaction, for whose end the program would wait.
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
    assert_eq!(printed, guildhall::openapi::pretty().unwrap());
    assert!(printed.contains("\"/api/transfer/redeem\""));
}

#[tokio::test]
async fn everybody_reads_the_same_document_over_http() {
    let app = TestApp::open().await;
    let served = app.browser().get("/api/openapi.json").await.expect(200);
    let document = serde_json::to_value(guildhall::openapi::document()).unwrap();
    assert_eq!(served.header("content-type"), "application/json");
    assert_eq!(served.body, document);

    let written = app.browser().post("/api/openapi.json", serde_json::json!({})).await.expect(405);
    assert_eq!(written.header("content-type"), "application/problem+json");
}

#[test]
fn an_edge_lets_through_what_each_operation_reads() {
    let document = serde_json::to_value(guildhall::openapi::document()).unwrap();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let operations = operations.as_object().unwrap();
        let is_form = |operation: &serde_json::Value| {
            operation["requestBody"]["content"].get("multipart/form-data").is_some()
        };
        let content = wire::Content::of(&path.replace("{id}", "x"));
        let expected = operations.values().any(is_form);
        assert_eq!(content == wire::Content::Picture, expected, "{path}");
    }
}

#[tokio::test]
async fn doctor_shows_the_settings_and_no_secret() {
    let app = TestApp::open().await;
    let secrets = ["token-key-that-nobody-may-read-0123456789", "password-of-the-mail-server"];
    let mut settings = app.settings();
    settings.push(("security.token_key".to_owned(), secrets[0].to_owned()));
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
        "0 verifying",
        "certificates: no issuer is configured",
    ] {
        assert!(out.contains(line), "{line} in {out}{err}");
    }
    assert!(printed.status.success());
}

#[tokio::test]
async fn doctor_names_every_setting_that_is_wrong() {
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
