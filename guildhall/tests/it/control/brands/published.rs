//! Public effects of a published brand: pages, manifest, icons, boot data.

use super::World;
use serde_json::{Value, json};

async fn manifest(world: &World, host: &str) -> Value {
    let reply = world.app.browser().at_host(host).get("/manifest.webmanifest").await.expect(200);
    assert_eq!(reply.header("content-type"), "application/manifest+json");
    assert_eq!(reply.header("cache-control"), "no-cache", "a publish shows at the next visit");
    reply.body
}

#[tokio::test]
async fn each_site_has_its_own_manifest() {
    let world = World::open().await;
    let brand = world.publish(json!({ "name": "Harbour Union", "topBar": "brand" })).await;
    let ours = manifest(&world, "oak.localhost").await;
    assert_eq!((&ours["name"], &ours["short_name"]), (&json!("Harbour Union"), &json!("Harbour")));
    assert_eq!(ours["id"], "http://oak.localhost:8080/");
    for field in ["start_url", "scope"] {
        assert_eq!(ours[field], "/", "{field}");
    }
    assert_eq!(ours["display"], "standalone");
    assert_eq!(ours["theme_color"], "#1747d1", "the bar's colour");
    let icons = ours["icons"].as_array().unwrap();
    let purposes: Vec<_> = icons.iter().map(|i| (&i["sizes"], &i["purpose"])).collect();
    let expected = [
        (&json!("192x192"), &json!("any")),
        (&json!("512x512"), &json!("any")),
        (&json!("192x192"), &json!("maskable")),
        (&json!("512x512"), &json!("maskable")),
    ];
    assert_eq!(purposes, expected);
    let stem = brand["iconsUrl"].as_str().unwrap();
    let shortcuts = ours["shortcuts"].as_array().unwrap();
    let paths: Vec<_> = shortcuts.iter().map(|shortcut| &shortcut["url"]).collect();
    assert_eq!(paths, [&json!("/communities"), &json!("/messages"), &json!("/activity")]);
    for shortcut in shortcuts {
        assert_eq!(shortcut["icons"][0], icons[0], "in the brand's colours");
    }
    assert_eq!(ours["categories"], json!(["social"]));
    assert_eq!(ours["display_override"], json!(["standalone", "minimal-ui"]));
    assert_eq!(ours["launch_handler"]["client_mode"], json!(["navigate-existing", "auto"]));
    assert_eq!(ours["screenshots"], json!([]), "pictures of another brand would be wrong");
    for icon in icons {
        let source = icon["src"].as_str().unwrap();
        assert!(source.starts_with(stem), "{source}");
        world.app.browser().on("oak").get(source).await.expect(200);
    }
    let main = manifest(&world, "localhost").await;
    assert_eq!(
        (&main["name"], &main["id"]),
        (&json!("Guildhall"), &json!("http://localhost:8080/"))
    );
    assert_eq!(main["icons"][0]["src"], "/icons/icon-192.png");
    assert!(!main.to_string().contains("Harbour"));
}

#[tokio::test]
async fn page_is_branded_before_scripts_run() {
    let world = World::open().await;
    let nasty =
        json!({ "name": "A \"B\" & C's", "topBar": "deep", "signInTitle": "Come & \"see\"" });
    let brand = world.publish(nasty).await;
    let page = world.app.browser().on("oak").get("/communities").await.expect(200);
    assert_eq!(page.header("cache-control"), "no-store");
    let stem = brand["iconsUrl"].as_str().unwrap();
    for expected in [
        "<title>A &quot;B&quot; &amp; C&#39;s</title>".to_owned(),
        "<link rel=\"manifest\" href=\"/manifest.webmanifest\">".to_owned(),
        format!("<link rel=\"icon\" type=\"image/png\" sizes=\"32x32\" href=\"{stem}-32.png\">"),
        format!("<link rel=\"apple-touch-icon\" sizes=\"180x180\" href=\"{stem}-180.png\">"),
        "<meta property=\"og:site_name\" content=\"A &quot;B&quot; &amp; C&#39;s\">".to_owned(),
        "<meta property=\"og:url\" content=\"http://oak.localhost:8080/\">".to_owned(),
        format!("<meta property=\"og:image\" content=\"http://oak.localhost:8080{stem}-512.png\">"),
        "media=\"(prefers-color-scheme: dark)\" content=\"#".to_owned(),
        "data-picture=\"nave\"".to_owned(),
        "data-layout=\"split\"".to_owned(),
    ] {
        assert!(page.text.contains(&expected), "{expected} is not in {}", page.text);
    }
    assert!(!page.text.contains("Guildhall"), "{}", page.text);
}

#[tokio::test]
async fn installed_app_stores_its_site() {
    let world = World::open().await;
    world.publish(json!({ "name": "Harbour Union" })).await;
    let here = world.app.browser().on("oak").get("/api/boot").await.expect(200).body;
    let install = &here["install"];
    assert_eq!(install["isMainApp"], json!(false));
    assert_eq!(install["domain"], "oak.localhost");
    assert_eq!(install["affiliationId"], here["portal"]["affiliationId"]);
    assert_eq!(install["affiliationName"], "Oak House");
    let own = format!("brand-{}", world.tenant);
    assert_eq!(install["environment"], own.as_str());
    let main = world.app.browser().get("/api/boot").await.expect(200).body;
    let expected = json!({ "isMainApp": true, "domain": "localhost", "environment": "main" });
    assert_eq!(main["install"], expected);
}
