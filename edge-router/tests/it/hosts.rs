//! Host resolution.

use crate::kit::{ASHCOMBE, HTWU, MAIN, PAUSED, World, get_request, in_process, key, table};
use axum::body::Body;
use edge_router::{Edge, EdgeConfig, Table, Upstreams};
use http::Request;
use serde_json::Value;
use std::time::{SystemTime, UNIX_EPOCH};
use tower::ServiceExt;
use wire::{Context, Site};

fn header_of<'v>(told: &'v Value, name: &str) -> Vec<&'v str> {
    let lines = told["headers"].as_array().unwrap().iter();
    lines.filter(|line| line[0] == name).map(|line| line[1].as_str().unwrap()).collect()
}

async fn context_at(world: &World, host: &str) -> Context {
    let told = world.get(host, "/api/me").await.json();
    let sealed = header_of(&told, "x-guildhall-ctx");
    assert_eq!(sealed.len(), 1);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
    key().open(sealed[0], i64::try_from(now).unwrap()).unwrap()
}

#[tokio::test]
async fn main_host_is_the_main_site_with_identity_routes() {
    let world = World::open();
    let context = context_at(&world, "GUILDHALL.example:443").await;
    assert_eq!(context.site, Site::Main);
    assert_eq!(context.host, MAIN);
    assert_eq!(context.origin, "https://guildhall.example");
    assert_eq!(context.tenant, None);
    assert_eq!(context.client_ip.to_string(), "198.51.100.7");
    assert!(context.identity);
}

#[tokio::test]
async fn platform_subdomain_is_a_portal_with_identity_routes() {
    let world = World::open();
    let route = world.table.active_routes().unwrap().to_table().portals[0].clone();
    let context = context_at(&world, ASHCOMBE).await;
    assert_eq!(context.site, Site::Portal(route.affiliation_id));
    assert_eq!(context.tenant, Some(route.tenant_id));
    assert_eq!(context.origin, "https://ashcombe.portals.example");
    assert_eq!(context.main_origin, "https://guildhall.example");
    assert_eq!(context.brand_name, "ashcombe");
    assert!(context.identity);
}

#[tokio::test]
async fn custom_domain_has_no_identity_routes_but_its_platform_host_does() {
    let world = World::open();
    let own = context_at(&world, HTWU).await;
    assert_eq!((own.origin.as_str(), own.identity), ("https://www.htwu.example", false));
    let platform = context_at(&world, "htwu.portals.example").await;
    assert_eq!(
        (platform.origin.as_str(), platform.identity),
        ("https://htwu.portals.example", true)
    );
    assert_eq!(own.site, platform.site);
}

#[tokio::test]
async fn platform_host_keeps_the_port_of_main() {
    let mut routes = table(1);
    routes.main.origin = "http://localhost:8080".to_owned();
    routes.portal_domain = "localhost".to_owned();
    let world = World::with(routes, in_process("runtime"), in_process("control"), |_| {});
    let context = context_at(&world, "htwu.localhost:8080").await;
    assert_eq!(context.origin, "http://htwu.localhost:8080");
    let told = world.get("htwu.localhost:9999", "/api/me").await.json();
    assert_eq!(header_of(&told, "host"), ["htwu.localhost:8080"]);
}

#[tokio::test]
async fn alias_redirects_with_path_and_query() {
    let world = World::open();
    for (host, path, location) in [
        ("www.guildhall.example", "/a/b?c=d%2F", "https://guildhall.example/a/b?c=d%2F"),
        ("htwu.example", "/", "https://www.htwu.example/"),
        ("htwu.example", "//evil.example", "https://www.htwu.example//evil.example"),
        ("htwu.example", "/api/me", "https://www.htwu.example/api/me"),
    ] {
        let reply = world.get(host, path).await;
        assert_eq!((reply.status.as_u16(), reply.header("location")), (308, location));
    }
}

#[tokio::test]
async fn unknown_host_gets_no_information() {
    let world = World::open();
    for host in ["nobody.portals.example", "evil.example", "127.0.0.1"] {
        let page = world.get(host, "/").await;
        assert_eq!(page.status, 421, "{host}");
        let text = page.text().to_lowercase();
        assert!(!text.contains("guildhall") && !text.contains("portal"), "{text}");
        let problem = world.get(host, "/api/me").await;
        assert_eq!(problem.status, 421);
        assert_eq!(problem.json()["code"], "unknown-host");
        assert_eq!(problem.header("content-type"), "application/problem+json");
    }
}

#[tokio::test]
async fn rejects_an_invalid_host() {
    let world = World::open();
    for host in ["a@guildhall.example", "guildhall.example:", "-a.example", "[::1]"] {
        assert_eq!(world.get(host, "/").await.status, 400, "{host}");
    }
    let without = Request::builder().uri("/").body(Body::empty()).unwrap();
    assert_eq!(world.send(without).await.status, 400);
    let twice = get_request(MAIN, "/").header("host", MAIN).body(Body::empty()).unwrap();
    assert_eq!(world.send(twice).await.status, 400);
    let other = get_request(MAIN, "https://evil.example/").body(Body::empty()).unwrap();
    assert_eq!(world.send(other).await.status, 400);
}

#[tokio::test]
async fn suspended_portal_shows_only_the_paused_page() {
    let world = World::open();
    let page = world.get(PAUSED, "/communities").await;
    assert_eq!((page.status.as_u16(), page.header("retry-after")), (503, "3600"));
    assert!(page.text().contains("<h1>paused</h1>"));
    assert!(page.text().contains("--brand:#7a1f2b"));
    assert!(!page.text().contains("brand build"));
    assert!(page.text().contains("<a href=\"https://guildhall.example\">Go to Guildhall</a>"));
    let problem = world.get(PAUSED, "/api/me").await;
    assert_eq!((problem.status.as_u16(), problem.header("retry-after")), (503, "3600"));
    assert_eq!(problem.json()["code"], "portal-unavailable");
    assert_eq!(problem.json()["retryAfter"], 3600);
    assert_eq!(world.get(PAUSED, "/assets/app-1a2b3c4d.js").await.status, 503);
}

#[tokio::test]
async fn error_pages_and_problems_are_german_for_requests_that_prefer_it() {
    let world = World::open();
    let get = async |host, path, language| {
        let request = get_request(host, path).header("accept-language", language);
        world.send(request.body(Body::empty()).unwrap()).await
    };
    let page = get(PAUSED, "/communities", "de-CH, en;q=0.5").await;
    assert_eq!((page.status.as_u16(), page.header("content-language")), (503, "de"));
    assert!(page.text().contains("<html lang=\"de\" data-brand="));
    assert!(page.text().contains("Dieses Portal ist im Moment pausiert."));
    assert_eq!(page.header("content-length"), page.body.len().to_string());
    let problem = get(PAUSED, "/api/me", "de").await;
    assert_eq!(problem.json()["detail"], "Dieses Portal ist im Moment nicht verfügbar");
    assert_eq!(problem.json()["code"], "portal-unavailable");
    let unknown = get("unknown.example", "/", "de").await;
    assert!(unknown.text().contains("Diese Adresse wird hier nicht bedient."));
    for language in ["en", "fr", "*"] {
        let problem = get(PAUSED, "/api/me", language).await;
        assert_eq!(problem.json()["detail"], "This portal is not available at the moment");
        assert_eq!(problem.header("content-language"), "en");
        assert_eq!(problem.header("vary"), "accept-language");
    }
}

#[tokio::test]
async fn edge_without_a_table_is_alive_but_not_ready() {
    let world = World::open();
    assert_eq!(world.get("10.0.0.1:8080", "/healthz").await.status, 200);
    assert_eq!(world.get("10.0.0.1:8080", "/readyz").await.status, 200);

    let folder = tempfile::tempdir().unwrap();
    let index = "<html data-guildhall-html><!--guildhall:head--></html>";
    std::fs::write(folder.path().join("index.html"), index).unwrap();
    let upstreams = Upstreams { runtime: in_process("runtime"), control: in_process("control") };
    let config = EdgeConfig::new(folder.path(), folder.path(), key());
    let edge = Edge::new(config, upstreams, Table::new()).unwrap();
    for (path, status) in [("/healthz", 200), ("/readyz", 503), ("/", 503), ("/api/me", 503)] {
        let request = get_request(MAIN, path).body(Body::empty()).unwrap();
        assert_eq!(edge.service().oneshot(request).await.unwrap().status(), status, "{path}");
    }
}

#[tokio::test]
async fn international_name_resolves_in_every_spelling() {
    let mut routes = table(1);
    let host = "xn--bcher-kva.example";
    routes.portals.push(std::sync::Arc::new(crate::kit::portal(
        "buecher",
        "https://xn--bcher-kva.example",
        &[host],
    )));
    let world = World::with(routes, in_process("runtime"), in_process("control"), |_| {});
    for spelling in [
        host,
        "XN--Bcher-KVA.Example",
        "xn--bcher-kva.example.",
        "xn--bcher-kva.example:443",
        // In Unicode form, with either normalisation of its accent, and with another full stop.
        "b\u{fc}cher.example",
        "bu\u{308}cher.example",
        "b\u{fc}cher\u{3002}example",
    ] {
        let request = Request::builder().uri("/api/me").header("host", spelling.as_bytes());
        let reply = world.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(reply.status, 200, "{spelling}");
    }
    // In another character set, and with characters that no registry allows.
    for raw in [&b"b\xfccher.example"[..], "b\u{fc}cher\u{200b}\u{fffd}.example".as_bytes()] {
        let request = Request::builder().uri("/api/me").header("host", raw);
        let reply = world.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(reply.status, 400, "{raw:?}");
        assert_eq!(reply.json()["code"], "malformed-host");
    }
}
