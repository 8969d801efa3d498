//! `make up-production-like` from an operator's view: started, used over TLS like a browser, with
//! its parts stopped one after another, and restarted. A separate target, because it runs every
//! server.
#![expect(
    clippy::disallowed_methods,
    reason = "tests use the product from outside and have no scope"
)]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a test stops at the first failure")]

mod browser;
mod fleet;
mod load;

use browser::Browser;
use fleet::Fleet;
use image::{ImageFormat, RgbImage};
use load::Load;
use reqwest::StatusCode;
use serde_json::{Value, json};
use std::io::Cursor;
use std::time::{Duration, Instant};

const PASSWORD: &str = "Guildhall-2026!";
const SITES: [&str; 3] =
    ["guildhall.localhost", "ashcombe.guildhall.localhost", "htwu.guildhall.localhost"];
const MAIN: &str = SITES[0];
const WAIT_TIMEOUT: Duration = Duration::from_secs(30);

#[tokio::test]
async fn fleet_survives_the_loss_of_its_parts() {
    let stages = Stages::start();
    let mut fleet = Fleet::start();
    stages.end("the fleet started");
    let browser = fleet.browser();
    every_site_is_served(&browser).await;
    the_processes_cannot_change_the_audit_log_or_the_schema(&fleet).await;
    let judged = fleet.scan();
    assert_eq!(judged.matches("is compliant").count(), SITES.len(), "{judged}");
    stages.end("TLS was scanned");
    let picture = members_come_and_go(&fleet, &browser).await;
    stages.end("a member used both sites");
    a_lost_runtime_takes_no_request_with_it(&fleet, &browser).await;
    stages.end("a runtime was lost and restarted");
    pages_outlive_everything_behind_the_edge(&fleet, &browser).await;
    stages.end("everything behind the edge was lost and restarted");

    fleet.stop();
    stages.end("the fleet stopped");
    fleet.up();
    stages.end("the fleet restarted");
    let browser = fleet.browser();
    every_site_is_served(&browser).await;
    let kept = browser.get(MAIN, &picture).await;
    assert_eq!(kept.status(), StatusCode::OK, "a second start keeps the pictures");
    sign_in(&browser).await;
}

/// Prints how long each stage took, so that a run which was terminated shows where.
struct Stages(Instant);

impl Stages {
    fn start() -> Self {
        Self(Instant::now())
    }

    #[expect(clippy::print_stdout, reason = "the test runner shows it when the test fails")]
    fn end(&self, stage: &str) {
        println!("{:6.1} s: {stage}", self.0.elapsed().as_secs_f32());
    }
}

/// Main and both portals are served over TLS 1.3 with a certificate of the test authority.
async fn every_site_is_served(browser: &Browser) {
    for host in SITES {
        let page = browser.get(host, "/").await;
        assert_eq!(page.status(), StatusCode::OK, "{host}");
        assert!(page.headers().contains_key("strict-transport-security"), "{host}");
        assert!(page.text().await.unwrap().contains("<!doctype html>"), "{host}");
    }
}

async fn the_processes_cannot_change_the_audit_log_or_the_schema(fleet: &Fleet) {
    use sea_orm::ConnectionTrait;
    let database = sea_orm::Database::connect(fleet.application_url()).await.unwrap();
    assert!(database.execute_unprepared("SELECT COUNT(*) FROM audit_log").await.is_ok());
    for sql in ["DELETE FROM audit_log", "UPDATE audit_log SET reason = ''", "DROP TABLE users"] {
        let refused = database.execute_unprepared(sql).await.unwrap_err().to_string();
        assert!(
            refused.contains("permission denied") || refused.contains("must be owner"),
            "{sql}"
        );
    }
}

async fn sign_in(browser: &Browser) {
    let body = json!({ "email": "member@demo.test", "password": PASSWORD });
    let answer = browser.post(MAIN, "/api/identity/login", body).await;
    assert_eq!(answer.status(), StatusCode::OK);
    let token: Value = answer.json().await.unwrap();
    let token = json!({ "idToken": token["idToken"] });
    let signed_in = browser.post(MAIN, "/api/usersSignin", token).await;
    assert_eq!(signed_in.status(), StatusCode::OK);
    let me: Value = browser.get(MAIN, "/api/me").await.json().await.unwrap();
    assert_eq!(me["email"], "member@demo.test");
}

/// Sign-in, transfer to a portal, a picture in the bucket, an email in the catcher; returns the
/// picture's address.
async fn members_come_and_go(fleet: &Fleet, browser: &Browser) -> String {
    sign_in(browser).await;
    let portal = SITES[1];
    assert_eq!(browser.get(portal, "/api/me").await.status(), StatusCode::UNAUTHORIZED);
    let asked = json!({ "subdomain": "ashcombe", "redirectPath": "/communities" });
    let begun = browser.post(MAIN, "/api/transfer", asked).await;
    let begun: Value = begun.json().await.unwrap();
    let authorize = browser.visit(begun["url"].as_str().unwrap()).await;
    let arrived = browser.visit(&authorize).await;
    let fragment = url::Url::parse(&arrived).unwrap().fragment().unwrap().to_owned();
    let pair = |name: &str| {
        let mut pairs = url::form_urlencoded::parse(fragment.as_bytes());
        pairs.find(|(key, _)| key == name).unwrap().1.into_owned()
    };
    let carried = json!({ "c": pair("c"), "s": pair("s") });
    let redeemed = browser.post(portal, "/api/transfer/redeem", carried).await;
    assert_eq!(redeemed.status(), StatusCode::OK);
    let there: Value = browser.get(portal, "/api/me").await.json().await.unwrap();
    assert_eq!(there["email"], "member@demo.test");

    let mut file = Cursor::new(Vec::new());
    RgbImage::from_pixel(200, 120, image::Rgb([110, 31, 62]))
        .write_to(&mut file, ImageFormat::Png)
        .unwrap();
    let uploaded = browser.upload(MAIN, "/api/me/picture", &file.into_inner()).await;
    assert_eq!(uploaded.status(), StatusCode::OK);
    let uploaded: Value = uploaded.json().await.unwrap();
    let picture = uploaded["profilePicture"].as_str().unwrap().to_owned();
    let shown = browser.get(MAIN, &picture).await;
    assert_eq!(shown.headers()["content-type"], "image/jpeg");

    let asked = json!({ "email": "second@demo.test" });
    let asked = browser.post(portal, "/api/identity/password/forgot", asked).await;
    assert!(asked.status().is_success());
    let mail = fleet.mail_to("second@demo.test").await;
    assert!(mail["html"].as_str().unwrap().contains("https://ashcombe.guildhall.localhost"));
    assert_eq!(mail["headers"]["auto-submitted"], "auto-generated");
    assert_eq!(mail["headers"]["x-auto-response-suppress"], "All");
    picture
}

async fn a_lost_runtime_takes_no_request_with_it(fleet: &Fleet, browser: &Browser) {
    let load = Load::start(browser, &[(MAIN, "/api/me"), (SITES[1], "/api/me"), (SITES[2], "/")]);
    load.passes(100).await;
    fleet.tell("kill runtime-1");
    load.passes(300).await;
    let me = browser.get(MAIN, "/api/me").await;
    assert_eq!(me.status(), StatusCode::OK);
    fleet.tell("start runtime-1");
    load.passes(100).await;
    assert_eq!(load.end().await, Vec::<String>::new(), "no request failed");
}

/// Duration of the outage beyond the first requests: manually with `GUILDHALL_OUTAGE_MINUTES=10`.
fn outage() -> Duration {
    let minutes = std::env::var("GUILDHALL_OUTAGE_MINUTES").map_or(0, |text| text.parse().unwrap());
    Duration::from_secs(60 * minutes)
}

/// Pause between requests: none in the short run of the suite, some in a long one.
fn pause() -> Duration {
    if outage().is_zero() { Duration::ZERO } else { Duration::from_millis(60) }
}

/// Stops control plane, database and Redis: pages and handshakes still work, also on an edge
/// started meanwhile, and everything works after the restart.
#[expect(clippy::print_stdout, reason = "the printed figures are recorded")]
async fn pages_outlive_everything_behind_the_edge(fleet: &Fleet, browser: &Browser) {
    let pages = SITES.map(|host| (host, "/"));
    let load = Load::start_every(pause(), browser, &pages);
    for part in ["control-plane", "redis", "postgres", "pebble", "names"] {
        fleet.tell(&format!("kill {part}"));
        load.passes(30).await;
    }
    load.passes(300).await;
    load.lasts(outage() / 2).await;
    let before = load.passed();
    assert_eq!(load.end().await, Vec::<String>::new(), "no page failed");
    let me = browser.get(MAIN, "/api/me").await;
    assert!(me.status().is_server_error(), "{}", me.status());

    fleet.tell("stop edge");
    fleet.tell("start edge");
    let load = Load::start_every(pause(), browser, &pages);
    load.passes(200).await;
    load.lasts(outage() / 2).await;
    let after = load.passed();
    assert_eq!(load.end().await, Vec::<String>::new(), "no page failed at the new edge");
    println!(
        "outage of {} min: {before} pages over as many handshakes, then {after} at an edge that was \
         started without anything behind it; 0 failed",
        outage().as_secs() / 60
    );

    for part in ["postgres", "redis", "names", "pebble", "control-plane"] {
        fleet.tell(&format!("start {part}"));
    }
    let back = async {
        while browser.get(MAIN, "/api/me").await.status() != StatusCode::OK {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(WAIT_TIMEOUT, back).await.expect("members reconnect without help");
}
