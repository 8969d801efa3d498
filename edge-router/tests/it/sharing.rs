//! Link previews in the page of a shared article.

use crate::kit::{ASHCOMBE, MAIN, Reply, World, across, get_request, in_process, key, table};
use axum::body::Body;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use edge_router::{EdgeConfig, Upstream};
use http::{HeaderMap, Request, StatusCode};
use serde_json::json;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use wire::Context;
use wire::context::CONTEXT_HEADER;

const OPEN: &str = "0192f0c1a2b37c4d8e5f60718293a4b5";
const SHUT: &str = "0192f0c1a2b37c4d8e5f60718293a4b6";
const ABSENT: &str = "0192f0c1a2b37c4d8e5f60718293a4b7";
const SILENT: &str = "0192f0c1a2b37c4d8e5f60718293a4b8";
const BROKEN: &str = "0192f0c1a2b37c4d8e5f60718293a4b9";
const ENDLESS: &str = "0192f0c1a2b37c4d8e5f60718293a4ba";
const EVIL: &str = "\"><script>alert('1')</script></title><meta name=x";

/// Headers that the runtime received with each preview request.
type Heard = Arc<Mutex<Vec<HeaderMap>>>;

fn article(id: &str, title: &str) -> serde_json::Value {
    json!({
        "id": id, "path": format!("/articles/{id}"),
        "canonicalUrl": format!("https://www.htwu.example/shared/{id}"),
        "title": title, "description": "Steel \"sings\" & hums.", "html": "<p>x</p>",
        "authorName": "Ada <Tester>", "communityName": "Long spans",
        "created": "2026-03-01T10:00:00Z", "lastUpdated": "2026-03-02T10:00:00Z",
    })
}

fn runtime(title: &'static str, heard: Heard) -> Router {
    let answer = async move |Path(id): Path<String>, headers: HeaderMap| -> Response {
        heard.lock().unwrap().push(headers);
        match id.as_str() {
            OPEN => Json(article(&id, title)).into_response(),
            // Response of an earlier version for an article that is not shared.
            SHUT => {
                let url = format!("https://www.htwu.example/shared/{id}");
                Json(json!({ "id": id, "access": "sign-in", "canonicalUrl": url })).into_response()
            }
            SILENT => std::future::pending().await,
            BROKEN => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
            ENDLESS => Json(article(&id, &"long ".repeat(300_000))).into_response(),
            _ => StatusCode::NOT_FOUND.into_response(),
        }
    };
    Router::new().route("/api/shared/{id}", get(answer))
}

fn before(runtime: Upstream) -> World {
    let impatient = |config: &mut EdgeConfig| {
        config.limits.preview_timeout = Duration::from_millis(200);
    };
    World::with(table(1), runtime, in_process("control"), impatient)
}

fn world(title: &'static str) -> World {
    before(Upstream::InProcess(runtime(title, Heard::default())))
}

/// A page without the parts that differ for every request.
fn settled(page: &Reply) -> String {
    let html = page.text();
    let (_, rest) = html.split_once("name=\"csp-nonce\" content=\"").unwrap();
    html.replace(rest.split_once('"').unwrap().0, "nonce")
}

#[tokio::test]
async fn public_article_page_has_a_link_preview() {
    let over_http = across(runtime("On cables", Heard::default())).await;
    for world in [world("On cables"), before(over_http)] {
        for (host, brand) in [(MAIN, "Guildhall"), (ASHCOMBE, "ashcombe")] {
            let page = world.get(host, &format!("/shared/{OPEN}")).await;
            assert_eq!((page.status.as_u16(), page.header("cache-control")), (200, "no-store"));
            let html = page.text();
            let url = format!("https://www.htwu.example/shared/{OPEN}");
            for line in [
                &format!("<title>On cables · {brand}</title>"),
                "<meta name=\"description\" content=\"Steel &quot;sings&quot; &amp; hums.\">",
                "<meta name=\"author\" content=\"Ada &lt;Tester&gt;\">",
                &format!("<link rel=\"canonical\" href=\"{url}\">"),
                "<meta property=\"og:type\" content=\"article\">",
                "<meta property=\"og:title\" content=\"On cables\">",
                &format!("<meta property=\"og:url\" content=\"{url}\">"),
                &format!("<meta property=\"og:site_name\" content=\"{brand}\">"),
                "<meta property=\"article:section\" content=\"Long spans\">",
                "<meta property=\"article:published_time\" content=\"2026-03-01T10:00:00Z\">",
                "<meta property=\"article:modified_time\" content=\"2026-03-02T10:00:00Z\">",
            ] {
                assert_eq!(html.matches(line).count(), 1, "{line} in {html}");
            }
            assert_eq!(html.matches("name=\"description\"").count(), 1);
            assert!(!html.contains("noindex"));
        }
    }
}

#[tokio::test]
async fn private_article_looks_like_a_missing_one() {
    let world = world("On cables");
    for host in [MAIN, ASHCOMBE] {
        let shut = world.get(host, &format!("/shared/{SHUT}")).await;
        let absent = world.get(host, &format!("/shared/{ABSENT}")).await;
        assert_eq!(settled(&shut), settled(&absent));
        assert_eq!((shut.status, absent.status), (StatusCode::OK, StatusCode::OK));
        let html = shut.text();
        assert_eq!(html.matches("<meta name=\"robots\" content=\"noindex\">").count(), 1);
        assert!(html.contains("og:type\" content=\"website\"") && !html.contains("canonical"));
    }
}

#[tokio::test]
async fn article_title_is_escaped() {
    let page = world(EVIL).get(MAIN, &format!("/shared/{OPEN}")).await;
    let html = page.text();
    assert_eq!(html.matches("<script").count(), 1, "{html}");
    assert_eq!((html.matches("</title>").count(), html.matches("</script>").count()), (1, 1));
    assert!(
        html.contains("&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)")
            && !html.contains("<meta name=x")
    );
}

#[tokio::test]
async fn link_preview_falls_back_when_the_runtime_is_unavailable() {
    let world = world("On cables");
    let begun = Instant::now();
    let ordinary = settled(&world.get(MAIN, "/shared/none-of-ours").await);
    for id in [SILENT, BROKEN, ENDLESS] {
        let page = world.get(MAIN, &format!("/shared/{id}")).await;
        assert_eq!(settled(&page), ordinary, "{id}");
    }
    assert!(begun.elapsed() < Duration::from_secs(10), "{:?}", begun.elapsed());
    // Timed-out preview requests do not hold a permit.
    for _ in 0..3 {
        let page = world.get(MAIN, &format!("/shared/{OPEN}")).await;
        assert!(page.text().contains("On cables"));
    }
    let away = before(Upstream::http_upstream("http://127.0.0.1:1").unwrap());
    assert_eq!(settled(&away.get(MAIN, &format!("/shared/{OPEN}")).await), ordinary);
}

#[tokio::test]
async fn link_preview_is_fetched_as_a_visitor_and_only_for_pages() {
    let heard = Heard::default();
    let world = before(Upstream::InProcess(runtime("On cables", Arc::clone(&heard))));
    let path = format!("/shared/{OPEN}");
    let ask = |accept: &str, method: &str| {
        let request = Request::builder().uri(&path).method(method).header("host", ASHCOMBE);
        let request = request.header("accept", accept).header("cookie", "session=secret");
        world.send(request.body(Body::empty()).unwrap())
    };
    assert_eq!(ask("application/json", "GET").await.status, 404);
    assert_eq!(ask("text/html", "POST").await.status, 405);
    for other in ["/shared", "/shared/", "/shared/x", &format!("/shared/{OPEN}/x")] {
        world.send(get_request(ASHCOMBE, other).body(Body::empty()).unwrap()).await;
    }
    assert!(heard.lock().unwrap().is_empty());
    assert!(ask("text/html", "HEAD").await.body.is_empty());
    assert!(ask("*/*", "GET").await.text().contains("On cables"));
    let heard = heard.lock().unwrap();
    assert_eq!(heard.len(), 2);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    for headers in heard.iter() {
        assert!(headers.get("cookie").is_none());
        let sealed = headers[CONTEXT_HEADER].to_str().unwrap();
        let context: Context = key().open(sealed, now.try_into().unwrap()).unwrap();
        assert_eq!(context.host, ASHCOMBE);
        assert_eq!(context.client_ip.to_string(), "198.51.100.7");
    }
}
