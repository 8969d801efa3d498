//! Drives the product until every declared metric is emitted, and compares the page of metrics with
//! the declarations.

use super::edge_faults;
use super::page::MetricsPage;
use crate::cookies::with_two_cookies;
use crate::csp_reports;
use crate::faults::damage;
use crate::kit::uploads::{plain, upload};
use crate::kit::{Browser, PASSWORD, TestApp, WAIT_TIMEOUT, email};
use crate::roles::apart::{self, Behind};
use axum::body::{Body, Bytes};

use chrono::TimeDelta;
use control_plane::certificates::Issuer;
use guildhall::certificates;
use guildhall::samples::sampling;
use http::{Method, Request};
use image::ImageFormat;
use platform::blob::BlobKey;
use platform::bus::Bus;
use platform::limiter::{LimitKey, LimitTime, LimitedAction, Limiter, LimiterSettings};
use platform::mail::{MailBrand, MailContent, MailJob};
use platform::telemetry::{BREAKER_OPENED, TRACE_EXPORTS, metrics_router, recorder};
use sea_orm::DbBackend;
use serde_json::json;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tower::ServiceExt;
use wire::KeyRing;
use wire::metrics::{ALL, MetricKind};

/// Metrics that other tests check: the first needs a PostgreSQL server that stops
/// (`servers::outage_answers`), the second a process with a collector (`metrics::traces`).
const CHECKED_ELSEWHERE: [&str; 2] = [BREAKER_OPENED, TRACE_EXPORTS];
/// An authority that is never contacted, because its metrics need none.
const ISSUER: [(&str, &str); 3] = [
    ("certificates.issuers[0].name", "local"),
    ("certificates.issuers[0].directory", "https://127.0.0.1:1/directory"),
    ("certificates.issuers[0].contact", "operator@halls.example"),
];
/// Port 1 is reserved and no Redis listens there.
const NO_REDIS: &str = "redis://127.0.0.1:1/";
/// More than the backlog of a stream.
const EVENTS: usize = 4_200;
/// More than the queue of the bus.
const MESSAGES: usize = 1_100;

/// Page of metrics on the admin listener of an instance.
async fn page_of(app: &TestApp) -> String {
    let request = Request::get("/metrics").body(Body::empty()).unwrap();
    let sampling = sampling(Arc::new(OnceLock::from(app.services().clone())));
    let response = metrics_router(Some(sampling)).oneshot(request).await.unwrap();
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_declared_metric_is_emitted_and_every_emitted_metric_is_declared() {
    recorder();
    let app = TestApp::open_with(&ISSUER).await;
    edge_faults::provoke(&app).await;
    let ada = sign_in_and_use(&app).await;
    run_streams(&app, &ada).await;
    fail_redis().await;
    fail_mail(&app).await;
    crate::push::push_one_message().await;
    crate::integrations::webhooks::deliver_one_event().await;
    crate::mail_feedback::suppress_one_address().await;
    run_issuer(&app).await;
    replay_token(&app).await;
    use_separate_edge().await;
    find_damage().await;

    let text = page_of(&app).await;
    let page = MetricsPage::parse(&text);
    let mut missing = Vec::new();
    for metric in ALL.iter().filter(|metric| !CHECKED_ELSEWHERE.contains(&metric.name)) {
        let Some(family) = page.families.get(metric.name) else {
            missing.push(metric.name);
            continue;
        };
        let is_used = metric.kind == MetricKind::Gauge || family.total > 0.0;
        assert!(is_used, "{} was never counted", metric.name);
    }
    assert!(missing.is_empty(), "declared and never emitted: {missing:?}");
    for (name, family) in &page.families {
        let declared = ALL.iter().find(|metric| metric.name == name);
        let declared = declared.unwrap_or_else(|| panic!("{name} is emitted and not declared"));
        assert_eq!(family.kind, declared.kind.name(), "{name}");
        assert_eq!(family.help, declared.help.replace('\\', "\\\\"), "{name}");
        let mut labels: Vec<String> = declared.labels.iter().map(|l| (*l).to_owned()).collect();
        labels.sort();
        for used in &family.labels {
            assert_eq!(*used, labels, "labels of {name}");
        }
    }
    check_labels(&app, &text).await;
}

/// No label holds an id, a host, an address or a path of this instance.
async fn check_labels(app: &TestApp, text: &str) {
    let ada = app.browser();
    app.sign_in(&ada, "localhost", "ada").await;
    for value in [app.id_of(&ada).await.as_str(), "localhost", "oak", "ada@", "in-the-path"] {
        let line = text.lines().find(|line| !line.starts_with('#') && line.contains(value));
        assert!(line.is_none(), "{line:?} contains {value}");
    }
    assert!(text.contains(r#"route="/api/communities/{id}""#), "{text}");
    assert!(text.contains(r#"route="unmatched""#), "{text}");
}

async fn sign_in_and_use(app: &TestApp) -> Browser {
    let ada = app.member("ada").await;
    let portal = app.portal("Oak House", "oak").await;
    app.add_domain(&portal, "oak.example").await;
    app.sign_in(&app.browser(), "localhost", "ada").await;
    let wrong = json!({ "email": email("ada"), "password": "not the password" });
    let browser = app.browser();
    while browser.post("/api/identity/login", wrong.clone()).await.status != 429 {}
    assert_ne!(wrong["password"], PASSWORD);
    let community = app.community(&ada, "Rust guild", &[]).await;
    ada.get(&format!("/api/communities/{community}")).await.expect(200);
    assert_eq!(ada.get("/api/in-the-path/x").await.status, 404);
    let picture = plain(256, 256, [9, 9, 9], ImageFormat::Png);
    upload(&ada, &format!("/api/communities/{community}/images"), &picture).await.expect(201);
    let key: BlobKey = "users/none/none.webp".parse().unwrap();
    assert!(app.services().blob().get(&key).await.unwrap().is_none());
    app.services().blob().put(&key, Bytes::from_static(b"x"), "image/webp").await.unwrap();
    with_two_cookies(ada.main(), Method::GET, "/api/me").await;
    app.sign_in(&ada, "localhost", "ada").await;
    let report = csp_reports::CLASSIC.to_owned();
    csp_reports::report(&ada, "application/csp-report", report).await.expect(204);
    app.work().await;
    ada
}

/// Opens a stream that does not read while more events are published than its backlog holds.
async fn run_streams(app: &TestApp, ada: &Browser) {
    let mut stream = ada.live().await;
    stream.until("hello").await;
    ada.patch("/api/me", json!({ "location": "Harbour" })).await.expect(200);
    stream.until("me.changed").await;
    let id = match app.services().system("write the events of a test").backend() {
        DbBackend::Postgres => "gen_random_uuid()",
        _ => "randomblob(16)",
    };
    let user = app.id_of(ada).await;
    let sql = format!(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {EVENTS}) \
         INSERT INTO events (id, topic, kind, payload, created_at) \
         SELECT {id}, 'user:{user}', 'none', '{{}}', $1 FROM n"
    );
    app.sql(&sql, vec![app.clock.now().into()]).await;
    app.until_delivered().await;
    stream.until("resync").await;
    drop(stream);
}

/// A limiter and a bus whose Redis is unavailable.
async fn fail_redis() {
    let settings = LimiterSettings {
        secrets: KeyRing::single([1; 32]),
        google_sign_ins_per_day: 1,
        replicas: 1,
        redis_timeout: Duration::from_millis(200),
        time: LimitTime::Manual(std::sync::Arc::default()),
    };
    let limiter = Limiter::in_redis(settings, NO_REDIS, "none", None).unwrap();
    let key = LimitKey::network([127, 0, 0, 1].into());
    assert!(limiter.count_attempt(LimitedAction::Write, &key).await.allowed);
    let bus = Bus::redis(NO_REDIS, "none").await.unwrap();
    for _ in 0..MESSAGES {
        bus.publish("none", Bytes::new()).await;
    }
}

async fn fail_mail(app: &TestApp) {
    let content = MailContent::AccountDeleted { first_name: "Ada".to_owned() };
    let mail = MailJob { to: "no address".to_owned(), brand: MailBrand::default(), content };
    assert!(app.services().mailer().send(&mail.to_outgoing()).await.is_err());
}

async fn run_issuer(app: &TestApp) {
    let spread = certificates::to_table(app.app.table.clone());
    let issuer = Issuer::from_config(app.services(), spread).unwrap().unwrap();
    issuer.run_maintenance().await;
}

/// Uses a session token after its replacement.
async fn replay_token(app: &TestApp) {
    let ada = app.browser();
    // A session that does not expire before its token is replaced.
    let form = json!({ "email": email("ada"), "password": PASSWORD, "staySignedIn": true });
    let proof = ada.post("/api/identity/login", form).await.expect(200);
    let token = json!({ "idToken": proof.body["idToken"] });
    ada.post("/api/usersSignin", token).await.expect(200);
    let old = ada.cookie("localhost", "csst").unwrap();
    app.clock.advance_by(TimeDelta::hours(24));
    ada.get("/api/me").await.expect(200);
    ada.get("/api/me").await.expect(200);
    app.clock.advance_by(TimeDelta::seconds(60));
    let thief = app.browser();
    thief.plant_cookie("localhost", "csst", &old);
    assert_eq!(thief.get("/api/me").await.status, 401);
}

/// An edge that follows its control plane over HTTP.
async fn use_separate_edge() {
    let behind = Behind::open().await;
    let (browser, _edge) = behind.edge().await;
    apart::until(&browser, "localhost", 200).await;
}

/// A database that is damaged while it is used.
async fn find_damage() {
    let app = TestApp::open_on_sqlite(tempfile::tempdir().unwrap()).await;
    let ada = app.member("ada").await;
    damage::overwrite(&app).await;
    let finding = async {
        while !recorder().render().contains("guildhall_database_damage_total") {
            ada.get("/api/me").await;
            ada.get("/api/communities").await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, finding).await.expect("the damage is found");
}
