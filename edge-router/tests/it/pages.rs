//! Contents of `index.html`.

use crate::kit::{ASHCOMBE, MAIN, World, get_request, in_process, table};
use axum::body::Body;
use edge_router::EdgeConfig;
use http::Request;
use serde_json::{Value, json};
use std::sync::Arc;

fn boot_in(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"boot\">").unwrap();
    let (facts, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(facts).unwrap()
}

#[tokio::test]
async fn main_site_serves_the_main_build_with_its_boot_data() {
    let world = World::open();
    let page = world.get(MAIN, "/communities/1").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(page.header("cache-control"), "no-store");
    let html = page.text();
    assert!(html.contains("main build"));
    assert!(html.contains("<title>Guildhall</title>"));
    assert!(html.contains(
        "<html lang=\"en\" data-brand=\"guildhall\" data-type=\"serif\" data-corner=\"soft\" \
         data-chrome=\"deep\" data-picture=\"oculus\" data-layout=\"panel\">"
    ));
    assert!(html.contains(
        "<meta name=\"theme-color\" media=\"(prefers-color-scheme: dark)\" content=\"#2b0a0f\">"
    ));
    let facts = boot_in(html);
    assert_eq!(facts["mode"], "main");
    assert_eq!(facts["mainOrigin"], "https://guildhall.example");
    assert_eq!(facts["portal"], Value::Null);
    let nothing = json!({
        "google": false, "waitlist": false, "relaxedContent": false, "passwordMinLength": 0,
    });
    assert_eq!(facts["features"], nothing);
}

#[tokio::test]
async fn portal_serves_the_brand_build_with_its_branding() {
    let world = World::open();
    let route = world.table.active_routes().unwrap().to_table().portals[0].clone();
    let page = world.get(ASHCOMBE, "/").await;
    let html = page.text();
    assert!(html.contains("brand build"));
    assert!(html.contains("data-brand=\"ashcombe\""));
    assert!(html.contains(":root{--brand:#7a1f2b}</style>"));
    let facts = boot_in(html);
    assert_eq!(facts["mode"], "whitelabel");
    assert_eq!(
        facts["portal"],
        json!({
            "tenantId": route.tenant_id,
            "subdomain": "ashcombe",
            "affiliationId": route.affiliation_id,
            "brandName": "ashcombe",
            "affiliationName": "ashcombe association",
        })
    );
    assert_eq!(facts["brand"]["themeColor"]["light"], "#7a1f2b");
}

#[tokio::test]
async fn boot_endpoint_equals_the_inlined_data() {
    let world = World::open();
    for host in [MAIN, ASHCOMBE] {
        let inline = boot_in(world.get(host, "/").await.text());
        let asked = world.get(host, "/api/boot").await;
        assert_eq!(asked.json(), inline);
        assert_eq!(asked.header("cache-control"), "no-store");
    }
    let post = Request::post("/api/boot").header("host", MAIN).body(Body::empty()).unwrap();
    let refused = world.send(post).await;
    assert_eq!((refused.status.as_u16(), refused.header("allow")), (405, "GET, HEAD"));
}

#[tokio::test]
async fn every_page_has_a_unique_nonce_in_its_policy() {
    let world = World::open();
    let (one, other) = (world.get(MAIN, "/").await, world.get(MAIN, "/").await);
    let nonce_of = |html: &str| {
        let (_, rest) = html.split_once("<meta name=\"csp-nonce\" content=\"").unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let nonce = nonce_of(one.text());
    assert_ne!(nonce, nonce_of(other.text()));
    assert!(one.text().contains(&format!("<style nonce=\"{nonce}\">")));
    assert_eq!(
        one.header("content-security-policy"),
        format!(
            "default-src 'none'; script-src 'self' 'nonce-{nonce}'; style-src 'self' \
             'nonce-{nonce}'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; \
             manifest-src 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'; \
             form-action 'self'; report-uri /api/csp-reports; report-to csp"
        )
    );
    assert_eq!(one.header("reporting-endpoints"), "csp=\"/api/csp-reports\"");
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let world = World::open();
    let paths = ["/", "/assets/app-1a2b3c4d.js", "/api/me", "/api/boot", "/healthz", "/assets/no"];
    for (host, path) in paths.map(|path| (MAIN, path)).into_iter().chain([("evil.example", "/")]) {
        let reply = world.get(host, path).await;
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("cross-origin-resource-policy", "same-origin"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
            ("strict-transport-security", "max-age=31536000"),
        ] {
            assert_eq!(reply.header(name), value, "{host}{path} {name}");
        }
        assert!(reply.header("content-security-policy").contains("frame-ancestors 'none'"));
        assert!(reply.header("permissions-policy").contains("camera=()"));
        assert_eq!(reply.header("x-request-id").len(), 32);
        assert_eq!(reply.header("access-control-allow-origin"), "");
    }
    for path in ["/", "/login", "/login/google", "/api/me"] {
        let reply = world.get(MAIN, path).await;
        assert_eq!(reply.header("cross-origin-opener-policy"), "same-origin", "{path}");
    }
    for path in ["/login", "/signup", "/verify-email?token=x", "/forgot-password", "/transfer"] {
        assert_eq!(world.get(MAIN, path).await.header("referrer-policy"), "no-referrer", "{path}");
    }
}

#[tokio::test]
async fn opener_policy_allows_popups_only_for_sign_in() {
    let offers = |config: &mut EdgeConfig| config.features.google = true;
    let (runtime, control) = (in_process("runtime"), in_process("control"));
    let world = World::with(table(1), runtime, control, offers);
    for (path, opener) in [
        ("/", "same-origin-allow-popups"),
        ("/login", "same-origin-allow-popups"),
        ("/login/google", "unsafe-none"),
        ("/api/identity/google/callback", "unsafe-none"),
        ("/api/me", "same-origin"),
    ] {
        let reply = world.get(MAIN, path).await;
        assert_eq!(reply.header("cross-origin-opener-policy"), opener, "{path}");
    }
}

#[tokio::test]
async fn plain_http_sends_no_hsts() {
    let mut routes = table(1);
    routes.main.origin = "http://localhost:8080".to_owned();
    let world = World::with(routes, in_process("runtime"), in_process("control"), |_| {});
    let page = world.get("localhost:8080", "/").await;
    assert_eq!((page.status.as_u16(), page.header("strict-transport-security")), (200, ""));
}

#[tokio::test]
async fn brand_values_are_escaped() {
    let mut routes = table(1);
    let evil = "</title></script><script>alert(1)</script>\u{2028}&\"'";
    let portal = Arc::make_mut(&mut routes.portals[0]);
    portal.brand.name = evil.to_owned();
    portal.brand.headings = "x\" onload=\"alert(1)".to_owned();
    portal.brand.theme_color.light = "\"><script>".to_owned();
    portal.affiliation_name = evil.to_owned();
    portal.css = ":root{}</style><script>alert(1)</script>".to_owned();
    let world = World::with(routes, in_process("runtime"), in_process("control"), |_| {});
    let page = world.get(ASHCOMBE, "/").await;
    let html = page.text();
    assert_eq!(html.matches("<script").count(), 1, "{html}");
    assert_eq!(html.matches("</script>").count(), 1);
    assert_eq!(html.matches("</style>").count(), 1);
    assert!(!html.contains("onload=\""));
    let (_, facts) = html.split_once("id=\"boot\">").unwrap();
    assert!(!facts.contains('\u{2028}'));
    assert_eq!(boot_in(html)["brand"]["name"], evil);
}

#[tokio::test]
async fn only_navigations_get_a_page() {
    let world = World::open();
    let ask = |path: &str, accept: &str| {
        let request = Request::get(path).header("host", MAIN).header("accept", accept);
        world.send(request.body(Body::empty()).unwrap())
    };
    assert_eq!(ask("/communities", "*/*").await.status, 200);
    assert_eq!(ask("/missing.png", "image/avif,*/*;q=0.8").await.status, 404);
    assert_eq!(ask("/missing.png", "text/html").await.status, 200);
    assert_eq!(ask("/communities", "application/json").await.status, 404);
    let post = get_request(MAIN, "/communities").method("POST").body(Body::empty()).unwrap();
    assert_eq!(world.send(post).await.status, 405);
    let head = get_request(MAIN, "/communities").method("HEAD").body(Body::empty()).unwrap();
    let head = world.send(head).await;
    assert!(head.status == 200 && head.body.is_empty() && head.header("content-length") != "0");
}
