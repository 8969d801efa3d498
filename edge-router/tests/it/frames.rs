//! First-paint frames in the page, and the marker of the build.

use crate::kit::{ASHCOMBE, MAIN, World, get_request, in_process, key, table};
use axum::body::Body;
use edge_router::{Edge, EdgeConfig, Table, Upstreams, WebAppsError};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use wire::RouteTable;

const SCRIPT: &str = "/assets/app-1a2b3c4d.js";
const LINK: &str = "<link rel=\"modulepreload\" href=\"/assets/app-1a2b3c4d.js\">";
const EVIL: &str = "</div><script>alert(1)</script>{{name}}";

/// Adds frames to a build of the fixture.
fn add_frames(folder: &Path) {
    let index = folder.join("index.html");
    let page = std::fs::read_to_string(&index).unwrap();
    let page = page.replace("<body>", "<body><div id=\"root\"><!--guildhall:frame--></div>");
    std::fs::write(index, page).unwrap();
    let frames = json!({
        "frames": {
            "panes": "<nav>{{name}}</nav><b>{{mark}}</b>",
            "card": "<main>{{name}} for {{affiliation}}</main>",
            "list": "<ul></ul>",
        },
        "routes": [
            { "path": "/communities/*", "signedIn": true, "frame": "list", "preload": [SCRIPT] },
        ],
        "signedIn": "panes",
        "signedOut": "card",
        "preload": { "signedOut": [SCRIPT] },
    });
    std::fs::write(folder.join("frames.json"), frames.to_string()).unwrap();
    std::fs::write(folder.join("frames.json.br"), "as brotli").unwrap();
    std::fs::write(folder.join("version.json"), r#"{"version":"0.1","marker":"abc"}"#).unwrap();
}

fn world_with(routes: RouteTable) -> World {
    let add = |config: &mut EdgeConfig| {
        add_frames(&config.main_dist);
        add_frames(&config.brand_dist);
    };
    World::with(routes, in_process("runtime"), in_process("control"), add)
}

/// The page with or without a session cookie.
async fn page(world: &World, host: &str, path: &str, signed_in: bool) -> String {
    let cookie = if signed_in { "a=1; __Host-csst=v1.abc" } else { "gh-dev=1" };
    let request = get_request(host, path).header("cookie", cookie);
    world.send(request.body(Body::empty()).unwrap()).await.text().to_owned()
}

#[tokio::test]
async fn frame_is_chosen_by_path_and_session() {
    let world = world_with(table(1));
    for (path, signed_in, frame, preloads) in [
        ("/communities/1", true, "<ul></ul>", 1),
        ("/communities", true, "<ul></ul>", 1),
        ("/messages", true, "<nav>Guildhall</nav><b>A</b>", 0),
        ("/communities/1", false, "<main>Guildhall for </main>", 1),
        ("/", false, "<main>Guildhall for </main>", 1),
    ] {
        let html = page(&world, MAIN, path, signed_in).await;
        assert!(html.contains(&format!("<div id=\"root\">{frame}</div>")), "{path}: {html}");
        assert_eq!(html.matches(LINK).count(), preloads, "{path}");
        let (head, _) = html.split_once("</head>").unwrap();
        assert_eq!(head.matches(LINK).count(), preloads, "links belong into the head");
    }
}

#[tokio::test]
async fn frame_of_a_portal_has_its_escaped_brand() {
    let mut routes = table(1);
    let portal = Arc::make_mut(&mut routes.portals[0]);
    portal.brand.name = EVIL.to_owned();
    portal.affiliation_name = EVIL.to_owned();
    portal.brand.logo_url = Some("/media/tenants/0b/logo-2e.png\" onload=\"alert(1)".to_owned());
    let world = world_with(routes);
    let card = page(&world, ASHCOMBE, "/login", false).await;
    let escaped = "&lt;/div&gt;&lt;script&gt;alert(1)&lt;/script&gt;{{name}}";
    assert!(card.contains(&format!("<main>{escaped} for {escaped}</main>")), "{card}");
    let panes = page(&world, ASHCOMBE, "/messages", true).await;
    let image = "<img src=\"/media/tenants/0b/logo-2e.png&quot; onload=&quot;alert(1)\" alt=\"\">";
    assert!(panes.contains(&format!("<b>{image}</b>")), "{panes}");
    assert_eq!(panes.matches("<script").count(), 1, "only the boot data");
}

#[tokio::test]
async fn build_without_frames_has_an_empty_root() {
    let empty = |config: &mut EdgeConfig| {
        add_frames(&config.main_dist);
        std::fs::remove_file(config.main_dist.join("frames.json")).unwrap();
    };
    let world = World::with(table(1), in_process("runtime"), in_process("control"), empty);
    let html = page(&world, MAIN, "/communities", true).await;
    assert!(html.contains("<div id=\"root\"></div>"), "{html}");
    assert!(!html.contains("modulepreload"));
}

#[tokio::test]
async fn frames_are_not_served_as_a_file() {
    let world = world_with(table(1));
    for path in ["/frames.json", "/frames.json.br"] {
        let request = get_request(MAIN, path).header("accept", "*/*");
        let request = request.body(Body::empty()).unwrap();
        let reply = world.send(request).await;
        assert!(!reply.text().contains("signedOut"), "{path}");
    }
}

#[tokio::test]
async fn start_fails_with_frames_of_another_build() {
    let folder = tempfile::tempdir().unwrap();
    let page = "<html data-guildhall-html><!--guildhall:head--></html>";
    std::fs::write(folder.path().join("index.html"), page).unwrap();
    let frames = json!({
        "frames": { "a": "" }, "signedIn": "a", "signedOut": "a",
        "preload": { "signedIn": ["/assets/gone-12345678.js"] },
    });
    std::fs::write(folder.path().join("frames.json"), frames.to_string()).unwrap();
    let upstreams = Upstreams { runtime: in_process("runtime"), control: in_process("control") };
    let config = EdgeConfig::new(folder.path(), folder.path(), key());
    let refused = Edge::new(config, upstreams, Table::new()).err();
    assert!(matches!(refused, Some(WebAppsError::Frames { .. })), "{refused:?}");
}

#[tokio::test]
async fn build_marker_is_never_cached() {
    let world = world_with(table(1));
    for host in [MAIN, ASHCOMBE] {
        let reply = world.get(host, "/version.json").await;
        assert_eq!(reply.header("cache-control"), "no-store");
        assert_eq!(reply.header("content-type"), "application/json");
        assert_eq!(reply.json()["marker"], "abc");
        assert_eq!(world.get(host, "/").await.header("cache-control"), "no-store");
    }
}
