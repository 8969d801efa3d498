//! `guildhall doctor` names each dead dependency, and changes nothing.

use super::run;
use crate::kit::{MailServer, TestApp};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

/// Result of `doctor --json` with additional settings: whether it is healthy, and the findings.
async fn examined(app: &TestApp, settings: &[(&str, &str)]) -> (bool, Value) {
    let mut all = app.settings();
    all.extend(settings.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
    let begun = Instant::now();
    let output = run(&["doctor", "--json"], &all).await;
    assert!(begun.elapsed() < Duration::from_secs(30), "{:?}", begun.elapsed());
    let report = report(&output);
    assert_eq!(report["healthy"], json!(output.status.success()), "{report}");
    (output.status.success(), report)
}

fn report(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// The failed findings of a check.
fn failed<'a>(report: &'a Value, check: &str) -> Vec<&'a Value> {
    let findings = report["findings"].as_array().unwrap();
    let of_check = findings.iter().filter(|one| one["check"] == check);
    of_check.filter(|one| one["status"] == "failed").collect()
}

/// Asserts that with these settings this check fails, with these words in its message, naming this
/// setting, without the secret `hunter22`; returns the finding.
async fn named(app: &TestApp, settings: &[(&str, &str)], check: &str, words: &str, setting: &str) {
    let (is_healthy, report) = examined(app, settings).await;
    assert!(!is_healthy, "{report}");
    assert!(!report.to_string().contains("hunter22"), "{report}");
    let found = failed(&report, check);
    let matching = found.iter().find(|one| {
        let message = one["message"].as_str().unwrap_or_default();
        message.contains(words) && one["setting"] == setting
    });
    let finding = matching.unwrap_or_else(|| panic!("{check}, {words}: {report:#}"));
    assert!(finding["advice"].as_str().is_some_and(|advice| advice.len() > 10), "{finding}");
}

/// An address that nothing listens on.
fn dead_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// A server that answers every connection by `speak`, until the test ends.
fn server(speak: fn(&mut TcpStream)) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            std::thread::spawn(move || speak(&mut stream));
        }
    });
    address
}

/// Reads the header of an HTTP request, and sends a response with this status, header and body.
fn respond(stream: &mut TcpStream, status: &str, header: &str, body: &str) {
    let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
    while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\n{header}content-length: {length}\r\n");
    drop(stream.write_all(format!("{head}connection: close\r\n\r\n{body}").as_bytes()));
}

fn bucket_at(address: SocketAddr) -> String {
    format!("s3://pictures?region=x&endpoint=http://{address}")
}

const KEYS: [(&str, &str); 2] =
    [("blob.access_key", "hunter22-access"), ("blob.secret_key", "hunter22-secret")];

#[tokio::test]
async fn a_healthy_instance_has_no_failed_finding() {
    let app = TestApp::open().await;
    let (is_healthy, report) = examined(&app, &[]).await;
    assert!(is_healthy, "{report:#}");
    let checks: Vec<&str> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["check"].as_str().unwrap())
        .collect();
    for check in [
        "settings",
        "web-main",
        "data folder",
        "keys",
        "database",
        "redis",
        "blob",
        "mail",
        "mail reports",
        "resolvers",
        "certificates",
        "clock",
        "disk",
        "descriptors",
        "hosts",
        "main site",
        "upstreams",
        "identity",
    ] {
        assert!(checks.contains(&check), "{check} in {checks:?}");
    }
}

/// Refuses a PostgreSQL client as for a wrong password (PostgreSQL, "Message Formats").
fn refuse_password(stream: &mut TcpStream) {
    const TLS_REQUEST: [u8; 4] = 80_877_103_u32.to_be_bytes();
    let mut length = [0; 4];
    while stream.read_exact(&mut length).is_ok() {
        let mut message = vec![0; u32::from_be_bytes(length) as usize - 4];
        if stream.read_exact(&mut message).is_err() {
            return;
        }
        if message == TLS_REQUEST {
            drop(stream.write_all(b"N"));
            continue;
        }
        let fields =
            b"SFATAL\0VFATAL\0C28P01\0Mpassword authentication failed for user \"app\"\0\0";
        let length = u32::try_from(fields.len() + 4).unwrap().to_be_bytes();
        drop(stream.write_all(&[&b"E"[..], &length, fields].concat()));
        return;
    }
}

#[tokio::test]
async fn names_a_database_that_is_down_or_refuses_the_password() {
    let app = TestApp::open().await;
    for (address, words) in [
        (dead_address(), "failed to connect"),
        (server(refuse_password), "password authentication failed"),
    ] {
        names_database_at(&app, address, words).await;
    }
}

async fn names_database_at(app: &TestApp, address: SocketAddr, words: &str) {
    let url = format!("postgres://app:hunter22@{address}/guildhall");
    let blobs = std::env::temp_dir().display().to_string();
    let settings = [
        ("database.url", url.as_str()),
        ("blob.url", blobs.as_str()),
        ("mail.smtp_url", "smtp://127.0.0.1:1"),
    ];
    named(app, &settings, "database", words, "database.url").await;
}

/// Reads, and never answers.
fn hang(stream: &mut TcpStream) {
    let mut buffer = [0; 1024];
    while stream.read(&mut buffer).is_ok_and(|bytes| bytes > 0) {}
}

#[tokio::test]
async fn names_every_dependency_that_never_answers_within_a_bounded_time() {
    let app = TestApp::open().await;
    let silent = server(hang);
    let [database, redis, mail] = ["postgres://app:hunter22@", "redis://", "smtp://"]
        .map(|scheme| format!("{scheme}{silent}/"));
    let blob = bucket_at(silent);
    let settings = [
        KEYS[0],
        KEYS[1],
        ("database.url", database.as_str()),
        ("redis.url", redis.as_str()),
        ("mail.smtp_url", mail.as_str()),
        ("blob.url", blob.as_str()),
    ];
    let begun = Instant::now();
    let (is_healthy, report) = examined(&app, &settings).await;
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    assert!(!is_healthy);
    for (check, setting) in [
        ("database", "database.url"),
        ("redis", "redis.url"),
        ("mail", "mail.smtp_url"),
        ("blob", "blob.url"),
    ] {
        let found = failed(&report, check);
        assert!(found.iter().any(|one| one["setting"] == setting), "{check}: {report:#}");
    }
    assert!(!report.to_string().contains("hunter22"), "{report:#}");
}

#[tokio::test]
async fn names_redis_that_is_down_or_refuses_the_password() {
    let app = TestApp::open().await;
    let strict = server(|stream| {
        let mut buffer = [0; 1024];
        while stream.read(&mut buffer).is_ok_and(|bytes| bytes > 0) {
            // One answer for each command that the client may have sent at once.
            let refusal = "-WRONGPASS invalid username-password pair\r\n".repeat(4);
            if stream.write_all(refusal.as_bytes()).is_err() {
                return;
            }
        }
    });
    let url = format!("redis://app:hunter22@{strict}/");
    named(&app, &[("redis.url", &url)], "redis", "not usable", "redis.url").await;
    let url = format!("redis://app:hunter22@{}/", dead_address());
    named(&app, &[("redis.url", &url)], "redis", "not usable", "redis.url").await;
}

#[tokio::test]
async fn names_a_mail_server_that_is_down_or_refuses_the_password() {
    let app = TestApp::open().await;
    let url = format!("smtp://postman:hunter22@{}", dead_address());
    named(&app, &[("mail.smtp_url", &url)], "mail", "the connection failed", "mail.smtp_url").await;

    let strict = server(|stream| {
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        drop(stream.write_all(b"220 mail\r\n"));
        while let Some(Ok(line)) = lines.next() {
            let answer = match line.get(..4).unwrap_or_default() {
                "EHLO" => "250-mail\r\n250 AUTH PLAIN LOGIN\r\n",
                "AUTH" => "535 5.7.8 wrong password\r\n",
                "QUIT" => return,
                _ => "250 ok\r\n",
            };
            if stream.write_all(answer.as_bytes()).is_err() {
                return;
            }
        }
    });
    let url = format!("smtp://postman:hunter22@{strict}");
    let words = "refused the user name or password: it replied 535";
    named(&app, &[("mail.smtp_url", &url)], "mail", words, "mail.smtp_url").await;
}

#[tokio::test]
async fn accepts_a_mail_server_and_sends_no_mail() {
    let app = TestApp::open().await;
    let office = MailServer::open_with_tls().await;
    let (url, ca) = (office.url("?tls=required"), office.ca_file());
    let (is_healthy, report) =
        examined(&app, &[("mail.smtp_url", &url), ("mail.smtp_ca_file", &ca)]).await;
    assert!(is_healthy, "{report:#}");
    assert_eq!(office.received().await.len(), 0);
    // Without the authority the certificate is not trusted.
    named(&app, &[("mail.smtp_url", &url)], "mail", "not usable", "mail.smtp_url").await;
}

/// Status, message and setting of the only finding of a check.
fn only_finding<'a>(report: &'a Value, check: &str) -> (&'a str, &'a str, &'a Value) {
    let findings = report["findings"].as_array().unwrap();
    let of_check: Vec<_> = findings.iter().filter(|one| one["check"] == check).collect();
    assert_eq!(of_check.len(), 1, "{report:#}");
    let finding = of_check[0];
    let text = |name: &str| finding[name].as_str().unwrap_or_default();
    (text("status"), text("message"), &finding["setting"])
}

#[tokio::test]
async fn says_whether_bounces_and_complaints_reach_a_worker() {
    let app = TestApp::open().await;
    let (_, report) = examined(&app, &[]).await;
    let (status, message, _) = only_finding(&report, "mail reports");
    assert_eq!(status, "skipped");
    assert!(message.starts_with("no return path"), "{message}");
    let path = ("mail.return_path", "bounce@mail.example");
    let (is_healthy, report) = examined(&app, &[path]).await;
    assert!(is_healthy, "a warning is no failure");
    let (status, message, setting) = only_finding(&report, "mail reports");
    assert_eq!((status, setting), ("warning", &json!("mail.feedback_listen")), "{message}");
    let (_, report) = examined(&app, &[path, ("mail.feedback_listen", "127.0.0.1:0")]).await;
    assert_eq!(only_finding(&report, "mail reports").0, "ok");
}

#[tokio::test]
async fn warns_of_local_push_services_on_a_public_instance() {
    let app = TestApp::open().await;
    let allowed = ("push.allow_local_services", "true");
    let public = ("server.main_origin", "https://guildhall.example");
    let (_, report) = examined(&app, &[allowed]).await;
    assert!(!report.to_string().contains("into its own network"), "a private instance may");
    let (_, report) = examined(&app, &[allowed, public]).await;
    let (status, message, setting) = only_finding(&report, "push");
    assert_eq!((status, setting), ("warning", &json!("push.allow_local_services")));
    assert!(message.contains("into its own network"), "{message}");
}

#[tokio::test]
async fn names_an_object_store_that_is_down_denies_access_or_has_no_bucket() {
    let app = TestApp::open().await;
    let denying = server(|stream| respond(stream, "403 Forbidden", "", ""));
    let empty = server(|stream| {
        let body = "<Error><Code>NoSuchBucket</Code></Error>";
        respond(stream, "404 Not Found", "content-type: application/xml\r\n", body);
    });
    for (address, words) in [
        (dead_address(), "does not answer"),
        (denying, "access was denied"),
        (empty, "the bucket does not exist"),
    ] {
        let url = bucket_at(address);
        let settings = [KEYS[0], KEYS[1], ("blob.url", url.as_str())];
        named(&app, &settings, "blob", words, "blob.url").await;
    }
}

#[tokio::test]
async fn names_a_clock_that_differs_from_the_object_store() {
    let app = TestApp::open().await;
    let late = server(|stream| {
        respond(stream, "403 Forbidden", "date: Tue, 01 Jan 2030 00:00:00 GMT\r\n", "");
    });
    let url = bucket_at(late);
    let (_, report) = examined(&app, &[KEYS[0], KEYS[1], ("blob.url", &url)]).await;
    let found = failed(&report, "clock");
    let message = found[0]["message"].as_str().unwrap();
    assert!(
        message.contains("blob.url") && message.contains("at most 30 are allowed"),
        "{message}"
    );
}

#[tokio::test]
async fn names_a_resolver_and_an_authority_that_do_not_answer() {
    let app = TestApp::open().await;
    let (resolver, authority) = (dead_address().to_string(), dead_address());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("guildhall.toml");
    let text = format!(
        "[certificates]\nresolvers = [\"{resolver}\", \"{resolver}\"]\n\
         [[certificates.issuers]]\nname = \"private\"\ndirectory = \"https://{authority}/dir\"\n"
    );
    std::fs::write(&file, text).unwrap();
    let command = ["doctor", "--json", "--config", file.to_str().unwrap()];
    let report = report(&run(&command, &app.settings()).await);
    let dead = failed(&report, "resolvers");
    assert_eq!(dead.len(), 2, "{report:#}");
    assert_eq!(dead[0]["address"], json!(resolver));
    let dead = failed(&report, "certificates");
    assert_eq!(dead[0]["setting"], "certificates.issuers (private)", "{report:#}");
}

#[tokio::test]
async fn names_an_expired_certificate() {
    let app = TestApp::open().await;
    let now = app.clock.now();
    let (begun, ended) = (now - chrono::Duration::days(91), now - chrono::Duration::days(1));
    let names = json!(["oak.example"]);
    let wanted =
        "INSERT INTO certificate_wants (id, names, wanted_at) VALUES ('oak.example', $1, $2)";
    app.sql(wanted, vec![names.clone().into(), begun.into()]).await;
    let job = "INSERT INTO acme_jobs (host, state, not_before, failed_at, updated_at) \
        VALUES ('oak.example', 'ready', $1, $2, $1)";
    app.sql(job, vec![now.into(), json!([]).into()]).await;
    let certificate = "INSERT INTO certificates (id, host, names, issuer, chain, key, not_before, \
        not_after, renew_at, emergency_at, replaced, created_at) \
        VALUES ($1, 'oak.example', $2, 'ca', 'chain', 'sealed', $3, $4, $4, $4, FALSE, $3)";
    let id = uuid::Uuid::now_v7();
    app.sql(certificate, vec![id.into(), names.into(), begun.into(), ended.into()]).await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("guildhall.toml");
    let authority = dead_address();
    let text =
        format!("[[certificates.issuers]]\nname = \"ca\"\ndirectory = \"https://{authority}/\"\n");
    std::fs::write(&file, text).unwrap();
    let command = ["doctor", "--json", "--config", file.to_str().unwrap()];
    let report = report(&run(&command, &app.settings()).await);
    let found = failed(&report, "certificates");
    let expired = found
        .iter()
        .any(|one| one["message"].as_str().unwrap().starts_with("a certificate has expired"));
    assert!(expired, "{report:#}");
}

#[tokio::test]
async fn names_weak_shared_and_exposed_keys() {
    let app = TestApp::open().await;
    let weak = "a".repeat(40);
    let words = "too few different characters";
    named(&app, &[("security.token_key", &weak)], "keys", words, "security.token_key").await;
    let same = "0123456789abcdefghijklmnopqrstuvwxyz";
    let settings = [("security.context_key", same), ("security.feed_token", same)];
    let words = "equal to security.feed_token";
    named(&app, &settings, "keys", words, "security.context_key").await;

    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("smtp-url");
    std::fs::write(&file, "smtp://127.0.0.1:1").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    let path = file.display().to_string();
    let without: Vec<(String, String)> =
        app.settings().into_iter().filter(|(name, _)| name != "mail.smtp_url").collect();
    let settings = [without, vec![("mail.smtp_url_file".to_owned(), path)]].concat();
    let report = report(&run(&["doctor", "--json"], &settings).await);
    let exposed = failed(&report, "keys");
    assert_eq!(exposed[0]["setting"], "mail.smtp_url_file", "{report:#}");
    assert!(exposed[0]["advice"].as_str().unwrap().starts_with("Run `chmod 600"), "{report:#}");
}

#[tokio::test]
async fn names_hosts_and_proxies_that_contradict_each_other() {
    let app = TestApp::open().await;
    let words = "every client is trusted";
    let settings = [("server.trusted_proxies", "0.0.0.0/0")];
    named(&app, &settings, "hosts", words, "server.trusted_proxies").await;
    let settings = [("server.portal_domain", "portals.example")];
    named(&app, &settings, "hosts", "is local, the other is not", "server.portal_domain").await;
    let settings = [("server.main_aliases", "localhost")];
    named(&app, &settings, "hosts", "redirect to itself", "server.main_aliases").await;
}

#[tokio::test]
async fn names_a_dead_upstream_and_a_dead_identity_issuer() {
    let app = TestApp::open().await;
    let url = format!("http://{}", dead_address());
    let settings = [("server.runtime_url", url.as_str())];
    named(&app, &settings, "upstreams", "does not answer", "server.runtime_url").await;
    let settings = [
        ("google.issuer", &*url),
        ("google.client_id", "id"),
        ("google.client_secret", "hunter22"),
    ];
    named(&app, &settings, "identity", "does not answer", "google.issuer").await;
}

#[tokio::test]
async fn names_a_limit_of_too_few_descriptors() {
    let app = TestApp::open().await;
    let mut command = Command::new("sh");
    let program = env!("CARGO_BIN_EXE_guildhall");
    command.args(["-c", "ulimit -n 256; exec \"$@\"", "sh", program, "doctor", "--json"]);
    for (name, value) in app.settings() {
        command.arg("--set").arg(format!("{name}={value}"));
    }
    let output = tokio::task::spawn_blocking(move || command.output().unwrap()).await.unwrap();
    let report = report(&output);
    let found = failed(&report, "descriptors");
    assert_eq!(found[0]["message"], "at most 256; at least 1024 are needed", "{report:#}");
}

#[tokio::test]
async fn reports_every_invalid_setting_as_json() {
    let app = TestApp::open().await;
    let settings = [("server.main_origin", "localhost"), ("auth.password_min_length", "1")];
    let (is_healthy, report) = examined(&app, &settings).await;
    assert!(!is_healthy);
    assert_eq!(failed(&report, "settings").len(), 2, "{report:#}");
}
