//! Duplicated cookies, and cookies beyond the header limit.

use crate::kit::{At, PASSWORD, Reply, TestApp, email};
use axum::body::Body;
use http::{Method, header};
use serde_json::json;

/// A request of the signed-in browser with a second session cookie, as set by a sibling site.
pub async fn with_two_cookies(at: At<'_>, method: Method, path: &str) -> Reply {
    let mut request = at.request(method, path).body(Body::empty()).unwrap();
    let own = request.headers()[header::COOKIE].to_str().unwrap();
    let both = format!("csst=v1.planted; {own}").parse().unwrap();
    request.headers_mut().insert(header::COOKIE, both);
    at.send(request).await
}

fn deletions(reply: &Reply, name: &str) -> Vec<String> {
    let prefix = format!("{name}=;");
    let lines = reply.set_cookies().into_iter().filter(|line| line.starts_with(&prefix));
    lines.map(str::to_owned).collect()
}

#[tokio::test]
async fn response_deletes_a_duplicated_session_cookie() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let reply = with_two_cookies(ada.main(), Method::GET, "/api/me").await;
    assert_eq!(reply.status, 401, "{reply}");
    let lines = deletions(&reply, "csst");
    for path in ["Path=/;", "Path=/api;", "Path=/api/me;"] {
        let line =
            lines.iter().find(|line| line.contains(path)).unwrap_or_else(|| panic!("{path}"));
        assert!(line.contains("Max-Age=0"), "{line}");
    }
    assert_eq!(deletions(&reply, "csst_present").len(), 1);
    assert!(deletions(&reply, "gh-dev").is_empty());
    // The browser has neither cookie now, and the user can sign in again.
    assert_eq!(ada.cookie("localhost", "csst"), None);
    app.sign_in(&ada, "localhost", "ada").await;
    let once = ada.get("/api/me").await.expect(200);
    assert!(deletions(&once, "csst").is_empty());
}

#[tokio::test]
async fn sign_in_with_duplicated_cookies_keeps_the_new_session() {
    let app = TestApp::open().await;
    app.member("ada").await;
    let browser = app.browser();
    let proof = json!({ "email": email("ada"), "password": PASSWORD, "staySignedIn": false });
    let proven = browser.post("/api/identity/login", proof).await.expect(200);
    browser.plant_cookie("localhost", "csst", "v1.one; csst=v1.two");
    let token = json!({ "idToken": proven.body["idToken"] });
    let opened = browser.post("/api/usersSignin", token).await.expect(200);
    let lines = opened.set_cookies();
    let own = |line: &&&str| line.starts_with("csst=") && line.contains("Path=/;");
    let at_root: Vec<_> = lines.iter().filter(own).collect();
    assert_eq!(at_root.len(), 1, "{lines:?}");
    assert!(!at_root[0].contains("Max-Age=0"), "{lines:?}");
    assert!(lines.iter().any(|line| line.starts_with("csst=; Path=/api;")), "{lines:?}");
}

#[tokio::test]
async fn too_many_cookies_return_a_page_that_can_delete_them() {
    let app = TestApp::open().await;
    let browser = app.browser();
    for number in 0..20 {
        browser.plant_cookie("localhost", &format!("planted-{number}"), &"a".repeat(1_000));
    }
    let page = browser.get("/communities").await.expect(431);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert!(
        page.text.contains("<form method=\"post\" action=\"/clear-cookies\">"),
        "{}",
        page.text
    );
    let call = browser.get("/api/me").await.expect(431);
    assert_eq!(call.header("content-type"), "application/problem+json");

    let foreign = browser.main().request(Method::POST, "/clear-cookies");
    let foreign = foreign.header("sec-fetch-site", "cross-site").body(Body::empty()).unwrap();
    browser.main().send(foreign).await.expect(403);
    let own = browser.main().request(Method::POST, "/clear-cookies");
    let own = own.header("sec-fetch-site", "same-origin").body(Body::empty()).unwrap();
    let cleared = browser.main().send(own).await.expect(303);
    assert_eq!(cleared.header("clear-site-data"), "\"cookies\"");
    assert_eq!(cleared.header("location"), "/");
    browser.get("/").await.expect(200);
}
