//! Previews of links in posts, read from pages of a local server.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, TestApp};
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use chrono::Duration;
use platform::retention;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const LOCAL: [(&str, &str); 2] =
    [("content.link_previews", "on"), ("content.allow_local_previews", "true")];

/// A web server with some pages.
#[derive(Clone)]
struct PageServer {
    origin: String,
    /// Paths and user agents of the requests.
    requests: Arc<Mutex<Vec<(String, String)>>>,
}

impl PageServer {
    async fn open() -> Self {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let server = Self { origin, requests: Arc::default() };
        let router = Router::new().fallback(answer).with_state(server.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        server
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    fn count(&self) -> usize {
        self.requests.lock().unwrap().len()
    }
}

async fn answer(State(server): State<PageServer>, uri: Uri, headers: HeaderMap) -> Response {
    let agent = headers.get(header::USER_AGENT).unwrap().to_str().unwrap().to_owned();
    assert!(!headers.contains_key(header::COOKIE));
    server.requests.lock().unwrap().push((uri.path().to_owned(), agent));
    match uri.path() {
        "/bridge" => Html(
            "<title>Bridge</title><meta property=og:title content='The bridge &amp; you'>\
             <meta property=og:site_name content=Spans><meta name=description content='Long.'>",
        )
        .into_response(),
        "/plain" => "<title>No HTML</title>".into_response(),
        "/moved" => Redirect::temporary("/bridge").into_response(),
        "/loop" => Redirect::temporary("/loop").into_response(),
        "/long" => {
            Html(format!("<!-- {} --><title>Late</title>", "x".repeat(600_000))).into_response()
        }
        "/gone" => StatusCode::NOT_FOUND.into_response(),
        path => Html(format!("<title>Page {path}</title>")).into_response(),
    }
}

async fn open() -> (CommunityFixture, PageServer) {
    let app = TestApp::open_with(&LOCAL).await;
    (CommunityFixture::open_in(app).await, PageServer::open().await)
}

async fn previews(hall: &CommunityFixture, who: &Browser) -> Value {
    who.get(&hall.posts_path()).await.expect(200).items().last().unwrap()["previews"].clone()
}

#[tokio::test]
async fn previews_follow_the_post_and_are_published() {
    let (hall, server) = open().await;
    let bob = hall.member("bob").await;
    let mut stream = bob.live().await;
    stream.until("hello").await;
    let url = server.url("/bridge");
    let words = format!("See {url} and [this]({})", server.url("/moved"));
    let post = hall.write_post(&hall.ada, &words).await.expect(201).body;
    assert_eq!(post["previews"], json!([]));
    hall.app.work().await;
    let preview = |url: &str| {
        json!({
            "url": url, "title": "The bridge & you", "description": "Long.",
            "siteName": "Spans", "imageUrl": null,
        })
    };
    let expected = json!([preview(&url), preview(&server.url("/moved"))]);
    let event = stream.until("post.previews").await;
    assert_eq!((&event["postId"], &event["previews"]), (&post["id"], &expected));
    assert_eq!(event["post"]["authorId"], post["authorId"]);
    assert_eq!(previews(&hall, &bob).await, expected);
    let requests = server.requests.lock().unwrap().clone();
    assert!(requests.iter().all(|(_, agent)| agent.starts_with("Guildhall-Preview/")));
}

#[tokio::test]
async fn unreadable_pages_have_no_preview_and_at_most_three_links_do() {
    let (hall, server) = open().await;
    for path in ["/plain", "/loop", "/long", "/gone"] {
        hall.write_post(&hall.ada, &server.url(path)).await.expect(201);
        hall.app.work().await;
        assert_eq!(previews(&hall, &hall.ada).await, json!([]), "{path}");
    }
    let links: Vec<String> = (0..5).map(|n| server.url(&format!("/{n}"))).collect();
    hall.write_post(&hall.ada, &links.join(" ")).await.expect(201);
    hall.app.work().await;
    let shown = previews(&hall, &hall.ada).await;
    let titles: Vec<&str> =
        shown.as_array().unwrap().iter().map(|one| one["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["Page /0", "Page /1", "Page /2"]);
}

#[tokio::test]
async fn pages_are_cached_for_a_week_and_failures_for_a_day() {
    let (hall, server) = open().await;
    let words = format!("{} {}", server.url("/bridge"), server.url("/gone"));
    for (hours, requests) in [(0, 2), (23, 2), (2, 3), (7 * 24, 5)] {
        hall.app.clock.advance_by(Duration::hours(hours));
        hall.app.sign_in(&hall.ada, "localhost", "ada").await;
        hall.write_post(&hall.ada, &words).await.expect(201);
        hall.app.work().await;
        assert_eq!(server.count(), requests, "{hours} hours later");
        assert_eq!(previews(&hall, &hall.ada).await.as_array().unwrap().len(), 1);
    }
    retention::schedule_sweep(hall.app.services()).await.unwrap();
    hall.app.clock.advance_by(Duration::days(8));
    hall.app.work().await;
    assert_eq!(hall.app.count("SELECT COUNT(*) AS n FROM link_pages", vec![]).await, 0);
    hall.app.sign_in(&hall.ada, "localhost", "ada").await;
    assert_eq!(previews(&hall, &hall.ada).await.as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn edit_replaces_the_previews() {
    let (hall, server) = open().await;
    let post = hall.write_post(&hall.ada, &server.url("/bridge")).await.expect(201).id();
    hall.app.work().await;
    let path = format!("/api/posts/{post}");
    let other = json!({ "content": server.url("/other") });
    hall.ada.patch(&path, other).await.expect(200);
    hall.app.work().await;
    assert_eq!(previews(&hall, &hall.ada).await[0]["title"], "Page /other");
    hall.ada.patch(&path, json!({ "content": "No link" })).await.expect(200);
    hall.app.work().await;
    assert_eq!(previews(&hall, &hall.ada).await, json!([]));
}

#[tokio::test]
async fn author_and_admins_remove_the_previews_of_a_post() {
    let (hall, server) = open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let post = hall.write_post(&bob, &server.url("/bridge")).await.expect(201).id();
    hall.app.work().await;
    let path = format!("{}/{post}/previews", hall.posts_path());
    let refused = cleo.delete(&path).await;
    assert_eq!(refused.to_string(), "403 Only the author and admins can remove previews");
    let mut stream = cleo.live().await;
    stream.until("hello").await;
    for who in [&hall.ada, &bob] {
        who.delete(&path).await.expect(204);
    }
    assert_eq!(stream.until("post.previews").await["previews"], json!([]));
    assert_eq!(previews(&hall, &cleo).await, json!([]));
    let edit = json!({ "content": server.url("/other") });
    bob.patch(&format!("/api/posts/{post}"), edit).await.expect(200);
    hall.app.work().await;
    assert_eq!(previews(&hall, &cleo).await, json!([]), "not after an edit either");
}

#[tokio::test]
async fn removed_post_has_no_previews() {
    let (hall, server) = open().await;
    let post = hall.write_post(&hall.ada, &server.url("/bridge")).await.expect(201).id();
    hall.app.work().await;
    hall.write_reply(&hall.ada, &post, "A reply keeps an empty place").await.expect(201);
    hall.ada.delete(&format!("/api/posts/{post}")).await.expect(200);
    assert_eq!(hall.app.count("SELECT COUNT(*) AS n FROM post_previews", vec![]).await, 0);
    let page = hall.ada.get(&hall.posts_path()).await.expect(200);
    assert_eq!(page.items()[0]["previews"], json!([]));
    let late = hall.write_post(&hall.ada, &server.url("/late")).await.expect(201).id();
    hall.ada.delete(&format!("/api/posts/{late}")).await.expect(200);
    let before = server.count();
    hall.app.work().await;
    assert_eq!(server.count(), before, "removed before its pages were fetched");
}

#[tokio::test]
async fn private_addresses_are_not_fetched_by_default() {
    let app = TestApp::open_with(&LOCAL[..1]).await;
    let hall = CommunityFixture::open_in(app).await;
    let server = PageServer::open().await;
    let port = server.origin.rsplit_once(':').unwrap().1;
    let named = format!("http://localhost:{port}/bridge");
    hall.write_post(&hall.ada, &format!("{} {named}", server.url("/bridge"))).await.expect(201);
    hall.app.work().await;
    assert_eq!((server.count(), previews(&hall, &hall.ada).await), (0, json!([])));
}

#[tokio::test]
async fn setting_turns_previews_off() {
    let app = TestApp::open_with(&[("content.link_previews", "off"), LOCAL[1]]).await;
    let hall = CommunityFixture::open_in(app).await;
    let server = PageServer::open().await;
    hall.write_post(&hall.ada, &server.url("/bridge")).await.expect(201);
    hall.app.work().await;
    assert_eq!((server.count(), previews(&hall, &hall.ada).await), (0, json!([])));
}
