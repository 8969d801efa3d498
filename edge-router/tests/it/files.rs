//! Static files of the web builds.

use crate::kit::{ASHCOMBE, MAIN, Reply, World, get_request, in_process, key};
use axum::body::Body;
use edge_router::{Edge, EdgeConfig, Table, Upstreams, WebAppsError};

const SCRIPT: &str = "/assets/app-1a2b3c4d.js";

async fn ask(world: &World, path: &str, header: (&str, &str)) -> Reply {
    let request = get_request(MAIN, path).header(header.0, header.1);
    world.send(request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn hashed_files_are_immutable() {
    let world = World::open();
    let script = world.get(MAIN, SCRIPT).await;
    assert_eq!(script.header("cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(script.header("content-type"), "text/javascript; charset=utf-8");
    assert_eq!(script.header("vary"), "accept-encoding");
    assert_eq!(world.get(MAIN, "/robots.txt").await.header("cache-control"), "public, max-age=300");
    assert_eq!(world.get(MAIN, "/sw.js").await.header("cache-control"), "no-cache");
    assert_eq!(world.get(ASHCOMBE, SCRIPT).await.status, 200);
}

#[tokio::test]
async fn sends_an_accepted_encoding() {
    let world = World::open();
    for (accepted, coding, body) in [
        ("gzip, deflate, br", "br", "as brotli"),
        ("gzip", "gzip", "as gzip"),
        ("br;q=0.1, gzip", "gzip", "as gzip"),
    ] {
        let reply = ask(&world, SCRIPT, ("accept-encoding", accepted)).await;
        assert_eq!((reply.header("content-encoding"), reply.text()), (coding, body), "{accepted}");
        assert_eq!(reply.header("content-length"), body.len().to_string());
        assert_eq!(reply.header("content-type"), "text/javascript; charset=utf-8");
    }
    let plain = ask(&world, SCRIPT, ("accept-encoding", "br;q=0, identity")).await;
    assert_eq!(plain.header("content-encoding"), "");
    assert!(plain.text().starts_with("console.log"));
    let unpacked = ask(&world, "/assets/plain-1a2b3c4d.css", ("accept-encoding", "br")).await;
    assert_eq!((unpacked.header("content-encoding"), unpacked.text()), ("", "body{}"));
    assert_eq!(world.get(MAIN, "/assets/app-1a2b3c4d.js.br").await.status, 404);
}

#[tokio::test]
async fn matching_etag_gets_304() {
    let world = World::open();
    let packed = ask(&world, SCRIPT, ("accept-encoding", "br")).await;
    let tag = packed.header("etag").to_owned();
    assert!(tag.starts_with('"') && tag.ends_with("-br\""));
    let request = get_request(MAIN, SCRIPT)
        .header("accept-encoding", "br")
        .header("if-none-match", format!("\"other\", W/{tag}"));
    let held = world.send(request.body(Body::empty()).unwrap()).await;
    assert_eq!((held.status.as_u16(), held.body.len()), (304, 0));
    assert_eq!(held.header("etag"), tag);
    assert_eq!(held.header("cache-control"), "public, max-age=31536000, immutable");
    let other_form = ask(&world, SCRIPT, ("if-none-match", &tag)).await;
    assert_eq!(other_form.status, 200, "another form is another thing");
}

#[tokio::test]
async fn paths_cannot_leave_the_build() {
    let world = World::open();
    for path in [
        "/assets/../../secret.txt",
        "/assets/../../etc/passwd",
        "/assets/%2e%2e/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets/..%5c..%5csecret.txt",
        "/..%2fsecret.txt",
        "/assets/%00",
    ] {
        let reply = world.get(MAIN, path).await;
        assert_eq!(reply.status, 400, "{path}");
        assert!(!reply.text().contains("not part of any build"));
    }
    for path in ["/assets/", "/assets/missing.js", "/assets//app-1a2b3c4d.js", "/assets/.git"] {
        assert_eq!(world.get(MAIN, path).await.status, 404, "{path}");
    }
    let index = world.get(MAIN, "/index.html").await;
    assert!(index.text().contains("id=\"boot\""), "the bare template is never served");
}

#[tokio::test]
async fn start_fails_without_a_web_build() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        let upstreams =
            Upstreams { runtime: in_process("runtime"), control: in_process("control") };
        let config = EdgeConfig::new(folder.path(), folder.path(), key());
        Edge::new(config, upstreams, Table::new()).err()
    };
    assert!(matches!(start(), Some(WebAppsError::NoIndex(_))));
    std::fs::write(folder.path().join("index.html"), "<html></html>").unwrap();
    assert!(matches!(start(), Some(WebAppsError::NoMarker { .. })));
}
