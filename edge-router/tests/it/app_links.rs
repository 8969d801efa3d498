//! Statements about the native apps.

use crate::kit::{ASHCOMBE, MAIN, World, in_process, table};
use edge_router::{EdgeConfig, NativeApps};
use serde_json::json;

const PATHS: [&str; 2] =
    ["/.well-known/assetlinks.json", "/.well-known/apple-app-site-association"];

fn world(apps: NativeApps) -> World {
    let add = |config: &mut EdgeConfig| config.native_apps = apps;
    World::with(table(1), in_process("runtime"), in_process("control"), add)
}

#[tokio::test]
async fn statements_exist_only_for_configured_apps_on_the_main_site() {
    let bare = world(NativeApps::default());
    let full = world(NativeApps {
        android_package: Some("example.guildhall.app".to_owned()),
        android_fingerprints: vec!["AB:CD".to_owned()],
        ios_app_ids: vec!["A1B2C3D4E5.example.guildhall.app".to_owned()],
    });
    for path in PATHS {
        assert_eq!(bare.get(MAIN, path).await.status, 404, "{path}");
        assert_eq!(full.get(ASHCOMBE, path).await.status, 404, "{path}");
        let statement = full.get(MAIN, path).await;
        assert_eq!(statement.header("content-type"), "application/json");
        assert_eq!(statement.header("cache-control"), "public, max-age=3600");
    }
    assert_eq!(
        full.get(MAIN, PATHS[0]).await.json(),
        json!([{
            "relation": ["delegate_permission/common.handle_all_urls"],
            "target": {
                "namespace": "android_app",
                "package_name": "example.guildhall.app",
                "sha256_cert_fingerprints": ["AB:CD"],
            },
        }])
    );
    let apple = full.get(MAIN, PATHS[1]).await.json();
    let details = &apple["applinks"]["details"][0];
    assert_eq!(details["appIDs"], json!(["A1B2C3D4E5.example.guildhall.app"]));
    let components = details["components"].as_array().unwrap();
    assert_eq!(components.last(), Some(&json!({ "/": "*" })));
    assert!(components.contains(&json!({ "/": "/api/*", "exclude": true })));
}
