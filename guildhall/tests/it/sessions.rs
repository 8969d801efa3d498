//! Sessions as a browser sees them (accounts.md, G-001 to G-003), and same-origin checks.

use crate::accounts::until_refused;
use crate::kit::{Browser, PASSWORD, Reply, TestApp, email};
use chrono::Duration;
use futures::future::join_all;
use http::Method;
use insta::assert_snapshot;
use serde_json::{Value, json};

const CHECK: &str = "/api/usersCheckAuthStatus";
const SIGN_IN: &str = "/api/usersSignin";
const SIGN_OUT: &str = "/api/usersSignout";

async fn sign_in_proof(browser: &Browser, stay: bool) -> Value {
    let body = json!({ "email": email("ada"), "password": PASSWORD, "staySignedIn": stay });
    let answer = browser.post("/api/identity/login", body).await.expect(200);
    json!({ "idToken": answer.body["idToken"] })
}

/// The `Set-Cookie` line of a cookie.
fn set_cookie_line<'r>(reply: &'r Reply, name: &str) -> &'r str {
    let lines = reply.set_cookies();
    lines.into_iter().find(|line| line.starts_with(&format!("{name}="))).expect("the cookie")
}

#[tokio::test]
async fn session_cookie_is_host_only_and_http_only() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let browser = app.browser();
    let body = sign_in_proof(&browser, false).await;
    let signed_in = browser.post(SIGN_IN, body).await.expect(200);
    let session = set_cookie_line(&signed_in, "csst");
    assert!(
        session.starts_with("csst=v1.") && session.ends_with("; Path=/; SameSite=Lax; HttpOnly")
    );
    assert_eq!(set_cookie_line(&signed_in, "csst_present"), "csst_present=1; Path=/; SameSite=Lax");
    assert!(set_cookie_line(&signed_in, "gh-pre").contains("Max-Age=0"));
    assert!(signed_in.set_cookies().iter().all(|line| !line.contains("Domain")));
    let sql = "SELECT COUNT(*) AS n FROM sessions WHERE token_hash LIKE 'v1.%'";
    assert_eq!(app.count(sql, vec![]).await, 0, "only a hash is stored");
}

#[tokio::test]
async fn stay_signed_in_session_lasts_thirty_days() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let browser = app.browser();
    let body = sign_in_proof(&browser, true).await;
    let signed_in = browser.post(SIGN_IN, body).await.expect(200);
    for name in ["csst", "csst_present"] {
        assert!(set_cookie_line(&signed_in, name).contains("; Max-Age=2592000"), "{name}");
    }
    app.clock.advance_by(Duration::days(13));
    browser.post(CHECK, json!({})).await.expect(200);
    app.clock.advance_by(Duration::days(13));
    browser.post(CHECK, json!({})).await.expect(200);
    app.clock.advance_by(Duration::days(5));
    assert_snapshot!(browser.post(CHECK, json!({})).await, @"401 No valid session");
}

#[tokio::test]
async fn idle_session_ends_after_twelve_hours() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    app.clock.advance_by(Duration::hours(12));
    assert_snapshot!(ada.get("/api/me").await, @"401 User not authenticated");
}

#[tokio::test]
async fn proof_opens_one_session_in_its_own_browser() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let browser = app.browser();
    let body = sign_in_proof(&browser, false).await;
    let other = app.browser();
    assert_snapshot!(other.post(SIGN_IN, body.clone()).await, @"401 Failed to create session");
    let _ = sign_in_proof(&other, false).await;
    assert_eq!(other.post(SIGN_IN, body.clone()).await.status, 401, "bound to another sign-in");

    browser.post(SIGN_IN, body.clone()).await.expect(200);
    assert_snapshot!(browser.post(SIGN_IN, body).await, @"401 Failed to create session");
    assert_eq!(browser.post(SIGN_IN, json!({})).await.status, 401);
    assert_eq!(browser.post(SIGN_IN, json!({ "idToken": "a.b.c" })).await.status, 401);
}

#[tokio::test]
async fn proof_is_valid_for_five_minutes_on_its_own_host() {
    let app = TestApp::open().await;
    app.member("ada").await;
    app.portal("Oak House", "oak").await;
    let browser = app.browser();
    let body = sign_in_proof(&browser, false).await;
    let pre = browser.cookie("localhost", "gh-pre").unwrap();
    browser.plant_cookie("oak.localhost", "gh-pre", &pre);
    assert_eq!(browser.on("oak").post(SIGN_IN, body.clone()).await.status, 401);
    app.clock.advance_by(Duration::seconds(331));
    assert_eq!(browser.post(SIGN_IN, body).await.status, 401);
}

#[tokio::test]
async fn concurrent_uses_of_one_proof_open_one_session() {
    let app = TestApp::open_for_many().await;
    app.member("ada").await;
    let browser = app.browser();
    let body = sign_in_proof(&browser, false).await;
    let replies = join_all((0..10).map(|_| browser.post(SIGN_IN, body.clone()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
}

#[tokio::test]
async fn signing_in_again_ends_the_previous_session() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let old = ada.cookie("localhost", "csst").unwrap();
    app.sign_in(&ada, "localhost", "ada").await;
    assert_ne!(ada.cookie("localhost", "csst").unwrap(), old);
    let thief = app.browser();
    thief.plant_cookie("localhost", "csst", &old);
    assert_snapshot!(thief.post(CHECK, json!({})).await, @"401 No valid session");
}

#[tokio::test]
async fn session_check_returns_user_and_is_throttled() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let checked = ada.post(CHECK, json!({})).await.expect(200);
    assert_eq!(checked.body["uid"], app.id_of(&ada).await);
    assert!(checked.body["customToken"].is_string());
    assert_snapshot!(app.browser().post(CHECK, json!({})).await, @"401 No session found");
    let guess = app.browser();
    guess.plant_cookie("localhost", "csst", "v1.guess");
    assert_snapshot!(guess.post(CHECK, json!({})).await, @"401 No valid session");

    let last = ada.post(CHECK, json!({})).await.expect(200);
    assert_ne!(last.body["customToken"], checked.body["customToken"]);
    for _ in 0..8 {
        ada.post(CHECK, json!({})).await.expect(200);
    }
    let throttled = until_refused(async |_| ada.post(CHECK, json!({})).await).await;
    assert_snapshot!(throttled, @"429 Session check throttled");
    assert!(throttled.header("retry-after").parse::<u64>().is_ok_and(|s| (1..=60).contains(&s)));
}

#[tokio::test]
async fn bearer_token_is_accepted_without_origin_and_rejected_from_pages() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let token = ada.cookie("localhost", "csst").unwrap();
    let nobody = app.browser();
    let bare = |headers: &[(&'static str, &str)]| {
        let mut request = http::Request::post(CHECK).header("host", "localhost:8080");
        request = request.header("authorization", format!("Bearer {token}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.body(axum::body::Body::empty()).unwrap()
    };
    let main = nobody.main();
    main.send(bare(&[])).await.expect(200);
    let of_page = [("origin", "https://evil.example"), ("x-guildhall", "1")];
    assert_eq!(main.send(bare(&of_page)).await.status, 403);
}

#[tokio::test]
async fn signing_out_ends_the_session_and_clears_the_browser() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let token = ada.cookie("localhost", "csst").unwrap();
    let body = sign_in_proof(&ada, false).await;
    let out = ada.post(SIGN_OUT, json!({})).await.expect(204);
    for name in ["csst", "csst_present", "gh-pre"] {
        assert!(
            set_cookie_line(&out, name).starts_with(&format!("{name}=;"))
                && set_cookie_line(&out, name).contains("Max-Age=0")
        );
    }
    assert_eq!(out.header("clear-site-data"), "\"cache\", \"storage\"");
    assert_eq!(ada.post(SIGN_IN, body).await.status, 401, "an earlier proof opens no session");
    let thief = app.browser();
    thief.plant_cookie("localhost", "csst", &token);
    assert_eq!(thief.get("/api/me").await.status, 401);
    ada.post(SIGN_OUT, json!({})).await.expect(204);
}

#[tokio::test]
async fn ban_ends_sessions_immediately() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let browser = app.browser();
    let body = sign_in_proof(&browser, false).await;
    app.set_status_of_everyone(Some("banned")).await;
    assert_snapshot!(browser.post(SIGN_IN, body).await, @"403 Account is suspended or banned");
    assert_snapshot!(ada.get("/api/me").await, @"403 Account is suspended or banned");
    assert_snapshot!(ada.post(CHECK, json!({})).await, @"403 Account is suspended or banned");
}

#[tokio::test]
async fn writes_require_same_origin_headers() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let main = ada.main();
    let attempt = async |change: &dyn Fn(&mut http::HeaderMap)| {
        let mut request = main.json(Method::PATCH, "/api/me", &json!({ "theme": "dark" }));
        change(request.headers_mut());
        main.send(request).await.status
    };
    let set = |name: &'static str, value: &'static str| {
        move |headers: &mut http::HeaderMap| drop(headers.insert(name, value.parse().unwrap()))
    };
    for site in ["cross-site", "same-site", "none", "same-origin, cross-site"] {
        assert_eq!(attempt(&set("sec-fetch-site", site)).await, 403, "{site}");
    }
    assert_eq!(attempt(&|headers| drop(headers.remove("x-guildhall"))).await, 403);
    for media in ["text/plain", "application/x-www-form-urlencoded"] {
        assert_eq!(attempt(&set("content-type", media)).await, 403, "{media}");
    }
    assert_eq!(attempt(&|headers| drop(headers.remove("sec-fetch-site"))).await, 403);
    for (origin, status) in [
        ("http://localhost:8080", 200),
        ("http://oak.localhost:8080", 403),
        ("http://localhost", 403),
        ("null", 403),
    ] {
        let from_origin = |headers: &mut http::HeaderMap| {
            headers.remove("sec-fetch-site");
            headers.insert("origin", origin.parse().unwrap());
        };
        assert_eq!(attempt(&from_origin).await, status, "{origin}");
    }
    let mut request = main.json(Method::PATCH, "/api/me", &json!({}));
    request.headers_mut().insert("sec-fetch-site", "cross-site".parse().unwrap());
    let refused = main.send(request).await;
    assert_snapshot!(refused, @"403 This request did not come from a page of this site.");
}
