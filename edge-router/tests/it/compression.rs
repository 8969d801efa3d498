//! Compression of pages and API responses.

use crate::kit::{MAIN, PATIENCE, Reply, World, across, in_process, table};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::response::sse::{Event, Sse};
use axum::routing::{get, post};
use edge_router::Upstream;
use flate2::read::GzDecoder;
use futures::StreamExt;
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, SET_COOKIE};
use http::{HeaderName, Request, Response};
use http_body_util::BodyExt;
use std::convert::Infallible;
use std::io::Read;
use tower::ServiceExt;

const JSON: &str = "application/json";
const OWN: (&str, &str) = ("x-guildhall", "1");

/// A text of some size that compresses well, with text that occurs once.
fn long_text() -> String {
    (0..20_000).map(|n| format!("{{\"post\":{n}}},")).collect()
}

fn reply_with(headers: &[(HeaderName, &'static str)]) -> Response<Body> {
    let mut response = Response::new(Body::from(long_text()));
    for (name, value) in headers {
        response.headers_mut().insert(name, value.parse().unwrap());
    }
    response
}

fn runtime() -> Router {
    let typed = |kind: &'static str| get(async move || reply_with(&[(CONTENT_TYPE, kind)]));
    let with = |name: HeaderName, value: &'static str| {
        get(async move || reply_with(&[(CONTENT_TYPE, JSON), (name, value)]))
    };
    let in_parts = async || {
        let parts = futures::stream::iter(
            long_text().into_bytes().chunks(1000).map(Bytes::copy_from_slice).collect::<Vec<_>>(),
        );
        let mut response = Response::new(Body::from_stream(parts.map(Ok::<_, Infallible>)));
        response.headers_mut().insert(CONTENT_TYPE, JSON.parse().unwrap());
        response
    };
    let live = async || {
        let event = Event::default().data("x".repeat(5000));
        let first = futures::stream::once(std::future::ready(Ok::<_, Infallible>(event)));
        Sse::new(first.chain(futures::stream::pending()))
    };
    Router::new()
        .route("/api/posts", typed("application/json; charset=utf-8"))
        .route("/api/posts/new", post(async || reply_with(&[(CONTENT_TYPE, JSON)])))
        .route("/api/parts", get(in_parts))
        .route("/api/live", get(live))
        .route("/api/small", get(async || ([(CONTENT_TYPE, JSON)], "{}")))
        .route("/api/identity/codes", typed(JSON))
        .route("/api/picture", typed("image/webp"))
        .route("/api/packed", with(CONTENT_ENCODING, "zstd"))
        .route("/api/tagged", with(ETAG, "\"1\""))
        .route("/api/unchanged", with(CACHE_CONTROL, "private, no-transform"))
        .route("/api/cookie", with(SET_COOKIE, "csst=v1.abc"))
        .route("/media/list", typed("text/csv; charset=utf-8"))
}

fn world() -> World {
    World::with(table(1), Upstream::InProcess(runtime()), in_process("control"), |_| {})
}

async fn ask(world: &World, path: &str, headers: &[(&str, &str)]) -> Reply {
    let mut request = Request::get(path).header("host", MAIN).header("accept", "*/*");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    world.send(request.body(Body::empty()).unwrap()).await
}

fn decoded(reply: &Reply) -> String {
    let mut text = String::new();
    match reply.header("content-encoding") {
        "br" => brotli::Decompressor::new(&reply.body[..], 4096).read_to_string(&mut text),
        "gzip" => GzDecoder::new(&reply.body[..]).read_to_string(&mut text),
        _ => return reply.text().to_owned(),
    }
    .unwrap();
    text
}

#[tokio::test]
async fn pages_and_api_responses_have_the_preferred_coding() {
    let over_http = across(runtime()).await;
    for runtime in [Upstream::InProcess(runtime()), over_http] {
        let world = World::with(table(1), runtime, in_process("control"), |_| {});
        let plain = ask(&world, "/api/posts", &[OWN]).await;
        assert_eq!((plain.header("content-encoding"), plain.text()), ("", long_text().as_str()));
        assert_eq!(plain.header("vary"), "accept-encoding");
        for (accepted, coding) in
            [("gzip, deflate, br, zstd", "br"), ("gzip", "gzip"), ("br;q=0.1, gzip", "gzip")]
        {
            for path in ["/api/posts", "/api/parts", "/media/list", "/communities"] {
                let reply = ask(&world, path, &[OWN, ("accept-encoding", accepted)]).await;
                assert_eq!(reply.header("content-encoding"), coding, "{path}");
                assert_eq!(reply.header("content-length"), "", "{path}");
                assert_eq!(reply.header("vary"), "accept-encoding", "{path}");
                if path != "/communities" {
                    assert_eq!(decoded(&reply), long_text(), "{path}");
                    assert!(reply.body.len() < long_text().len() / 3, "{path}");
                } else {
                    assert!(decoded(&reply).ends_with("</html>\n"));
                }
            }
        }
        let none = ask(&world, "/api/posts", &[OWN, ("accept-encoding", "br;q=0, zstd")]).await;
        assert_eq!((none.header("content-encoding"), none.body.len()), ("", long_text().len()));
    }
}

/// The length of a response must not answer questions of another site (BREACH).
#[tokio::test]
async fn api_responses_are_compressed_only_for_our_own_pages() {
    let world = world();
    let packed = ("accept-encoding", "br");
    for (mark, coding) in [
        (("x-guildhall", "1"), "br"),
        (("sec-fetch-site", "same-origin"), "br"),
        (("sec-fetch-site", "same-site"), ""),
        (("sec-fetch-site", "cross-site"), ""),
        (("sec-fetch-site", "none"), ""),
        (("user-agent", "curl"), ""),
    ] {
        let reply = ask(&world, "/api/posts", &[packed, mark]).await;
        assert_eq!(reply.header("content-encoding"), coding, "{mark:?}");
        let page = ask(&world, "/", &[packed, mark]).await;
        assert_eq!(page.header("content-encoding"), "br", "a page contains no secret");
    }
}

#[tokio::test]
async fn credentials_and_unsuitable_responses_stay_uncompressed() {
    let world = world();
    for path in [
        "/api/small",
        "/api/identity/codes",
        "/api/picture",
        "/api/tagged",
        "/api/unchanged",
        "/api/cookie",
    ] {
        let reply = ask(&world, path, &[OWN, ("accept-encoding", "br, gzip")]).await;
        assert_eq!((reply.status.as_u16(), reply.header("content-encoding")), (200, ""), "{path}");
    }
    let packed = ask(&world, "/api/packed", &[OWN, ("accept-encoding", "br")]).await;
    assert_eq!(packed.header("content-encoding"), "zstd");
    let created = Request::post("/api/posts/new")
        .header("host", MAIN)
        .header("x-guildhall", "1")
        .header("accept-encoding", "br")
        .body(Body::empty())
        .unwrap();
    assert_eq!(world.send(created).await.header("content-encoding"), "");
}

#[tokio::test]
async fn event_streams_stay_uncompressed() {
    let world = world();
    let request = Request::get("/api/live")
        .header("host", MAIN)
        .header("x-guildhall", "1")
        .header("accept-encoding", "br, gzip")
        .body(Body::empty())
        .unwrap();
    let response = world.edge.service().oneshot(request).await.unwrap();
    assert!(!response.headers().contains_key(CONTENT_ENCODING));
    let mut body = response.into_body();
    let first = tokio::time::timeout(PATIENCE, body.frame()).await.unwrap().unwrap().unwrap();
    assert!(first.into_data().unwrap().starts_with(b"data: xxx"));
}
