//! Hashed files of other releases, which the runtime keeps.

use crate::kit::{ASHCOMBE, MAIN, Reply, World, across, get_request, in_process, key, table};
use axum::Router;
use axum::body::Body;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use edge_router::Upstream;
use http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG};
use http::{HeaderMap, StatusCode};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};
use wire::Context;
use wire::context::CONTEXT_HEADER;

const OLD: &str = "/assets/old-1a2b3c4d.js";
const LARGE: &str = "/assets/large-1a2b3c4d.js";
const LOCAL: &str = "/assets/app-1a2b3c4d.js";

/// Names and headers of the requests that the runtime received.
type Heard = Arc<Mutex<Vec<(String, HeaderMap)>>>;

fn runtime(heard: Heard) -> Router {
    let answer = async move |Path(name): Path<String>, headers: HeaderMap| -> Response {
        let takes_brotli = headers[ACCEPT_ENCODING] == "br";
        heard.lock().unwrap().push((name.clone(), headers));
        let js = [
            (CONTENT_TYPE, "text/javascript; charset=utf-8"),
            (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        ];
        match name.as_str() {
            "old-1a2b3c4d.js" if takes_brotli => {
                (js, [(CONTENT_ENCODING, "br"), (ETAG, "\"old-br\"")], "as brotli").into_response()
            }
            "old-1a2b3c4d.js" => (js, [(ETAG, "\"old\"")], "// old").into_response(),
            "large-1a2b3c4d.js" => (js, "x".repeat(9 << 20)).into_response(),
            _ => StatusCode::NOT_FOUND.into_response(),
        }
    };
    Router::new().route("/assets/{name}", get(answer))
}

fn before(runtime: Upstream) -> World {
    World::with(table(1), runtime, in_process("control"), |_| {})
}

async fn ask(world: &World, host: &str, path: &str, header: (&str, &str)) -> Reply {
    let request = get_request(host, path).header(header.0, header.1).header("cookie", "csst=x");
    world.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn file_of_another_release_is_served_like_a_local_one() {
    let over_http = across(runtime(Heard::default())).await;
    for upstream in [Upstream::InProcess(runtime(Heard::default())), over_http] {
        let world = before(upstream);
        // The second time it comes from memory.
        for _ in 0..2 {
            let packed = ask(&world, MAIN, OLD, ("accept-encoding", "gzip, br")).await;
            assert_eq!((packed.status.as_u16(), packed.text()), (200, "as brotli"));
            for (name, value) in [
                ("content-type", "text/javascript; charset=utf-8"),
                ("content-encoding", "br"),
                ("content-length", "9"),
                ("cache-control", "public, max-age=31536000, immutable"),
                ("vary", "accept-encoding"),
                ("etag", "\"old-br\""),
                ("x-content-type-options", "nosniff"),
            ] {
                assert_eq!(packed.header(name), value, "{name}");
            }
            let plain = ask(&world, MAIN, OLD, ("accept-encoding", "gzip")).await;
            assert_eq!((plain.header("content-encoding"), plain.text()), ("", "// old"));
            let known = ask(&world, MAIN, OLD, ("if-none-match", "\"old\"")).await;
            assert_eq!((known.status.as_u16(), known.body.len()), (304, 0));
        }
        let head = get_request(MAIN, OLD).method("HEAD").body(Body::empty()).unwrap();
        let head = world.send(head).await;
        assert_eq!(
            (head.status.as_u16(), head.header("content-length"), head.body.len()),
            (200, "6", 0)
        );
        let post = get_request(MAIN, OLD).method("POST").body(Body::empty()).unwrap();
        assert_eq!(world.send(post).await.status, 405);
    }
}

#[tokio::test]
async fn runtime_is_asked_once_for_a_file_and_never_for_other_names() {
    let heard = Heard::default();
    let world = before(Upstream::InProcess(runtime(Arc::clone(&heard))));
    for path in
        [LOCAL, "/assets/missing.js", "/assets/", "/assets/a/old-1a2b3c4d.js", "/old-1a2b3c4d.js"]
    {
        ask(&world, MAIN, path, ("accept", "*/*")).await;
    }
    assert!(heard.lock().unwrap().is_empty());
    for host in [MAIN, MAIN, ASHCOMBE, MAIN, ASHCOMBE] {
        assert_eq!(ask(&world, host, OLD, ("accept", "*/*")).await.status, 200);
    }
    let heard = heard.lock().unwrap();
    assert_eq!(heard.len(), 2, "main and portals have different builds");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    for ((_, headers), host) in heard.iter().zip([MAIN, ASHCOMBE]) {
        assert!(headers.get("cookie").is_none());
        let sealed = headers[CONTEXT_HEADER].to_str().unwrap();
        let context: Context = key().open(sealed, now.try_into().unwrap()).unwrap();
        assert_eq!(context.host, host);
    }
}

#[tokio::test]
async fn unknown_file_looks_like_any_missing_one_and_is_not_cached() {
    let heard = Heard::default();
    let world = before(Upstream::InProcess(runtime(Arc::clone(&heard))));
    let headers_of = |reply: &Reply| {
        let mut names: Vec<_> = reply
            .headers
            .iter()
            .filter(|(name, _)| *name != "x-request-id")
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
            .collect();
        names.sort();
        names
    };
    let missing = ask(&world, MAIN, "/assets/missing.js", ("accept", "*/*")).await;
    for _ in 0..2 {
        let unknown = ask(&world, MAIN, "/assets/gone-12345678.js", ("accept", "*/*")).await;
        assert_eq!((unknown.status, &unknown.body), (missing.status, &missing.body));
        assert_eq!(headers_of(&unknown), headers_of(&missing));
        assert_eq!(unknown.header("cache-control"), "no-store");
    }
    assert_eq!(heard.lock().unwrap().len(), 2);
}

#[tokio::test]
async fn own_files_need_no_runtime() {
    let world = before(Upstream::http_upstream("http://127.0.0.1:1").unwrap());
    assert_eq!(ask(&world, MAIN, LOCAL, ("accept", "*/*")).await.status, 200);
    let old = ask(&world, MAIN, OLD, ("accept", "*/*")).await;
    assert_eq!((old.status.as_u16(), old.header("cache-control")), (503, "no-store"));
}

#[tokio::test]
async fn oversized_file_is_refused() {
    let world = before(Upstream::InProcess(runtime(Heard::default())));
    let large = ask(&world, MAIN, LARGE, ("accept", "*/*")).await;
    assert_eq!((large.status.as_u16(), large.header("cache-control")), (502, "no-store"));
}
