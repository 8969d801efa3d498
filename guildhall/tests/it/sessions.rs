//! Sessions as a browser sees them (accounts.md, G-001 to G-003), and where a request
//! must come from.

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

async fn proof(browser: &Browser, stay: bool) -> Value {
    let body = json!({ "email": email("ada"), "password": PASSWORD, "staySignedIn": stay });
    let answer = browser.post("/api/identity/login", body).await.expect(200);
    json!({ "idToken": answer.body["idToken"] })
}

/// The line that sets one cookie.
fn line<'r>(reply: &'r Reply, name: &str) -> &'r str {
    let lines = reply.set_cookies();
    lines.into_iter().find(|line| line.starts_with(&format!("{name}="))).expect("the cookie")
}

#[tokio::test]
async fn a_session_is_a_host_only_cookie_that_scripts_cannot_read() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let browser = app.browser();
    let body = proof(&browser, false).await;
    let signed_in = browser.post(SIGN_IN, body).await.expect(200);
    let session = line(&signed_in, "csst");
    assert!(
        session.starts_with("csst=v1.") && session.ends_with("; Path=/; SameSite=Lax; HttpOnly")
    );
    assert_eq!(line(&signed_in, "csst_present"), "csst_present=1; Path=/; SameSite=Lax");
    assert!(line(&signed_in, "gh-pre").contains("Max-Age=0"));
    assert!(signed_in.set_cookies().iter().all(|line| !line.contains("Domain")));
    let sql = "SELECT COUNT(*) AS n FROM sessions WHERE token_hash LIKE 'v1.%'";
    assert_eq!(app.count(sql, vec![]).await, 0, "only a hash is kept");
}

#[tokio::test]
async fn staying_signed_in_outlives_the_browser_for_thirty_days() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let browser = app.browser();
    let body = proof(&browser, true).await;
    let signed_in = browser.post(SIGN_IN, body).await.expect(200);
    for name in ["csst", "csst_present"] {
        assert!(line(&signed_in, name).contains("; Max-Age=2592000"), "{name}");
    }
    app.clock.advance(Duration::days(13));
    browser.post(CHECK, json!({})).await.expect(200);
    app.clock.advance(Duration::days(13));
    browser.post(CHECK, json!({})).await.expect(200);
    app.clock.advance(Duration::days(5));
    assert_snapshot!(browser.post(CHECK, json!({})).await, @"401 No valid session");
}

#[tokio::test]
async fn without_use_a_session_ends_after_half_a_day() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    app.clock.advance(Duration::hours(12));
    assert_snapshot!(ada.get("/api/me").await, @"401 User not authenticated");
}

#[tokio::test]
async fn a_proof_opens_one_session_in_the_browser_it_was_made_for() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let browser = app.browser();
    let body = proof(&browser, false).await;
    let other = app.browser();
    assert_snapshot!(other.post(SIGN_IN, body.clone()).await, @"401 Failed to create session");
    let _ = proof(&other, false).await;
    assert_eq!(other.post(SIGN_IN, body.clone()).await.status, 401, "bound to another sign-in");

    browser.post(SIGN_IN, body.clone()).await.expect(200);
    assert_snapshot!(browser.post(SIGN_IN, body).await, @"401 Failed to create session");
    assert_eq!(browser.post(SIGN_IN, json!({})).await.status, 401);
    assert_eq!(browser.post(SIGN_IN, json!({ "idToken": "a.b.c" })).await.status, 401);
}

#[tokio::test]
async fn a_proof_is_good_for_five_minutes_at_its_own_host() {
    let app = TestApp::open().await;
    app.member("ada").await;
    app.portal("Oak House", "oak").await;
    let browser = app.browser();
    let body = proof(&browser, false).await;
    let pre = browser.cookie("localhost", "gh-pre").unwrap();
    browser.plant_cookie("oak.localhost", "gh-pre", &pre);
    assert_eq!(browser.on("oak").post(SIGN_IN, body.clone()).await.status, 401);
    app.clock.advance(Duration::seconds(331));
    assert_eq!(browser.post(SIGN_IN, body).await.status, 401);
}

#[tokio::test]
async fn of_ten_who_spend_a_proof_at_once_one_gets_a_session() {
    let app = TestApp::open_for_many().await;
    app.member("ada").await;
    let browser = app.browser();
    let body = proof(&browser, false).await;
    let replies = join_all((0..10).map(|_| browser.post(SIGN_IN, body.clone()))).await;
    assert_eq!(replies.iter().filter(|reply| reply.status == 200).count(), 1);
}

#[tokio::test]
async fn signing_in_again_ends_the_session_before() {
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
async fn a_check_says_whose_session_it_is() {
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
async fn programs_may_bring_the_session_as_a_bearer_and_pages_may_not() {
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
async fn signing_out_ends_the_session_and_empties_the_browser() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let token = ada.cookie("localhost", "csst").unwrap();
    let body = proof(&ada, false).await;
    let out = ada.post(SIGN_OUT, json!({})).await.expect(204);
    for name in ["csst", "csst_present", "gh-pre"] {
        assert!(
            line(&out, name).starts_with(&format!("{name}=;"))
                && line(&out, name).contains("Max-Age=0")
        );
    }
    assert_eq!(out.header("clear-site-data"), "\"cache\", \"storage\"");
    assert_eq!(ada.post(SIGN_IN, body).await.status, 401, "a proof from before opens nothing");
    let thief = app.browser();
    thief.plant_cookie("localhost", "csst", &token);
    assert_eq!(thief.get("/api/me").await.status, 401);
    ada.post(SIGN_OUT, json!({})).await.expect(204);
}

#[tokio::test]
async fn who_is_banned_has_no_session_from_that_moment() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let browser = app.browser();
    let body = proof(&browser, false).await;
    app.sql("UPDATE users SET status = 'banned'", vec![]).await;
    assert_snapshot!(browser.post(SIGN_IN, body).await, @"403 Account is suspended or banned");
    assert_snapshot!(ada.get("/api/me").await, @"403 Account is suspended or banned");
    assert_snapshot!(ada.post(CHECK, json!({})).await, @"403 Account is suspended or banned");
}

#[tokio::test]
async fn a_change_must_come_from_a_page_of_this_host() {
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
