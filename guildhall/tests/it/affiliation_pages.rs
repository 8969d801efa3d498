//! How admins edit an affiliation's page: texts, URL path and logo.

use crate::community_fixture::texts;
use crate::kit::uploads::{plain, upload, written};
use crate::kit::{Browser, Reply, TestApp, uuid_of};
use chrono::Duration;
use image::{ImageFormat, Rgba, RgbaImage};
use insta::assert_snapshot;
use serde_json::{Value, json};

const NOT_FOUND: &str = "404 Affiliation not found or you don't have permission to view it.";
const TAKEN: &str = "409 Failed to update URL path - it may already be taken";
const INVALID: &str = "422 Invalid URL path format";

/// An affiliation and its admin.
struct Oak {
    app: TestApp,
    id: String,
    ada: Browser,
}

impl Oak {
    async fn open() -> Self {
        let app = TestApp::open().await;
        let id = app.affiliation("Oak").await;
        let ada = app.member("ada").await;
        app.make_affiliation_admin(&ada, &id).await;
        Self { app, id, ada }
    }

    fn path(&self, part: &str) -> String {
        format!("/api/affiliations/{}{part}", self.id)
    }

    async fn change(&self, wish: Value) -> Reply {
        self.ada.patch(&self.path(""), wish).await
    }

    /// The page for a signed-out visitor.
    async fn page(&self) -> Value {
        self.app.browser().get(&self.path("")).await.expect(200).body
    }

    /// Number of audit log entries of the action for this affiliation.
    async fn audit_count(&self, action: &str) -> i64 {
        let sql = "SELECT COUNT(*) AS n FROM audit_log WHERE action = $1 AND subject_id = $2";
        self.app.count(sql, vec![action.into(), self.id.as_str().into()]).await
    }

    async fn path_availability(&self, path: &str) -> Value {
        self.ada.get(&self.path(&format!("/url-paths/{path}"))).await.expect(200).body
    }
}

/// Pairs of field and message.
fn field_errors(refused: &Reply) -> Vec<(String, String)> {
    let errors = refused.body["errors"].as_array().cloned().unwrap_or_default();
    let said = |error: &Value, of: &str| error[of].as_str().unwrap_or_default().to_owned();
    errors.iter().map(|error| (said(error, "field"), said(error, "message"))).collect()
}

#[tokio::test]
async fn admin_edits_name_tagline_and_description() {
    let oak = Oak::open().await;
    let wish =
        json!({ "name": " Oak  House ", "tagline": "Under one roof", "description": "We\nmeet." });
    let changed = oak.change(wish).await.expect(200).body;
    let page = oak.page().await;
    for shown in [&changed, &page] {
        assert_eq!(shown["name"], "Oak House");
        assert_eq!(
            (&shown["tagline"], &shown["description"]),
            (&json!("Under one roof"), &json!("We\nmeet."))
        );
    }
    assert_eq!(changed["viewer"]["isAdmin"], true);
    let found = oak.app.browser().get("/api/affiliations?q=oak%20house").await.expect(200);
    assert_eq!(texts(&found, "name"), ["Oak House"]);

    // Omitted fields stay, a blank tagline removes it, and only real changes are audited.
    let bare = oak.change(json!({ "tagline": "  " })).await.expect(200).body;
    assert_eq!((&bare["name"], &bare["tagline"]), (&json!("Oak House"), &Value::Null));
    assert_eq!(oak.audit_count("affiliation.edit").await, 2);
    oak.change(json!({ "name": "Oak House" })).await.expect(200);
    oak.change(json!({})).await.expect(200);
    assert_eq!(oak.audit_count("affiliation.edit").await, 2);
}

#[tokio::test]
async fn invalid_edit_reports_every_field_and_stores_nothing() {
    let oak = Oak::open().await;
    let before = oak.page().await;
    let wish = json!({ "name": "n".repeat(201), "tagline": "t".repeat(121), "description": " ",
        "urlPath": "admin" });
    let refused = oak.change(wish).await;
    assert_eq!(refused.to_string(), "422 Title too long (max 200 characters)");
    assert_eq!(
        field_errors(&refused),
        [
            ("name", "Title too long (max 200 characters)"),
            ("tagline", "Content exceeds maximum length of 120 characters"),
            ("description", "Content cannot be empty"),
            ("urlPath", "Invalid URL path format"),
        ]
        .map(|(field, message)| (field.to_owned(), message.to_owned()))
    );
    let harmful = oak.change(json!({ "description": "<script>alert(1)</script>" })).await;
    assert_eq!(harmful.to_string(), "422 Content contains potentially harmful code");
    let others = oak.change(json!({ "isPaused": true })).await;
    assert_eq!(others.status, 422, "{others}");
    assert_eq!(oak.page().await, before);

    oak.app.make_table_unavailable("audit_log").await;
    let failed = oak.change(json!({ "name": "Elm", "urlPath": "elm" })).await;
    assert_eq!(failed.to_string(), "500 Failed to update affiliation");
    assert_eq!(oak.page().await, before);
}

#[tokio::test]
async fn url_path_can_be_set_replaced_and_removed() {
    let oak = Oak::open().await;
    let by_path = async |path: &str| {
        oak.app.browser().get(&format!("/api/affiliations/{path}")).await.to_string()
    };
    assert_eq!(oak.page().await["urlPath"], Value::Null);
    let given = oak.change(json!({ "urlPath": " Oak-House " })).await.expect(200).body;
    assert_eq!(given["urlPath"], "oak-house");
    assert!(by_path("OAK-house").await.starts_with("200"));

    let replaced = oak.change(json!({ "urlPath": "oak" })).await.expect(200).body;
    assert_eq!((&replaced["urlPath"], &replaced["name"]), (&json!("oak"), &json!("Oak")));
    assert_eq!(by_path("oak-house").await, NOT_FOUND);
    // Setting the current path again is allowed, and so is an earlier one.
    oak.change(json!({ "urlPath": "oak" })).await.expect(200);
    oak.change(json!({ "urlPath": "oak-house" })).await.expect(200);

    let removed = oak.change(json!({ "urlPath": "" })).await.expect(200).body;
    assert_eq!(removed["urlPath"], Value::Null);
    assert_eq!(by_path("oak-house").await, NOT_FOUND);
    assert_eq!(oak.audit_count("affiliation.edit").await, 4);
}

#[tokio::test]
async fn edit_with_invalid_or_taken_path_changes_no_other_field() {
    let oak = Oak::open().await;
    let elm = oak.app.affiliation("Elm").await;
    oak.app.set_affiliation_path(&elm, "elm").await;
    oak.change(json!({ "urlPath": "oak" })).await.expect(200);
    let id = elm.replace('-', "");
    for (path, words, reason) in [
        ("o", INVALID, "format"),
        ("oak--house", INVALID, "format"),
        ("oak.house", INVALID, "format"),
        ("Settings", INVALID, "reserved"),
        ("elm", TAKEN, "taken"),
        (&id, TAKEN, "taken"),
    ] {
        let refused = oak.change(json!({ "name": "Another", "urlPath": path })).await;
        assert_eq!(refused.to_string(), words, "{path}");
        let detail = words.split_at(4).1.to_owned();
        assert_eq!(field_errors(&refused), [("urlPath".to_owned(), detail)]);
        let asked = oak.path_availability(path).await;
        assert_eq!(asked, json!({ "urlPath": path, "available": false, "reason": reason }));
    }
    let page = oak.page().await;
    assert_eq!((&page["name"], &page["urlPath"]), (&json!("Oak"), &json!("oak")));
    for (path, kept) in [("oak", "oak"), ("ELM-2", "elm-2")] {
        let free = json!({ "urlPath": kept, "available": true, "reason": null });
        assert_eq!(oak.path_availability(path).await, free);
    }
}

#[tokio::test]
async fn concurrent_requests_for_one_path_give_it_to_one_affiliation() {
    let app = TestApp::open_for_many().await;
    let ada = app.member("ada").await;
    let (oak, elm) = (app.affiliation("Oak").await, app.affiliation("Elm").await);
    for affiliation in [&oak, &elm] {
        app.make_affiliation_admin(&ada, affiliation).await;
    }
    let want = async |affiliation: &str, path: &str| {
        let at = format!("/api/affiliations/{affiliation}");
        ada.patch(&at, json!({ "urlPath": path })).await.status
    };
    let (first, second) = tokio::join!(want(&oak, "acorn"), want(&elm, "acorn"));
    let mut answers = [first, second];
    answers.sort_unstable();
    assert_eq!(answers, [200, 409]);
    // Concurrent changes of one affiliation's path run one after the other.
    let (first, second) = tokio::join!(want(&oak, "oak-1"), want(&oak, "oak-2"));
    assert_eq!([first, second], [200, 200]);
    let paths = "SELECT COUNT(*) AS n FROM affiliation_paths WHERE affiliation_id = $1";
    assert_eq!(app.count(paths, vec![uuid_of(&oak).into()]).await, 1);
}

#[tokio::test]
async fn only_its_admins_and_staff_edit_a_page() {
    let oak = Oak::open().await;
    let (bob, stella) = (oak.app.member("bob").await, oak.app.staff("stella").await);
    oak.app.add_to_affiliation(&bob, &oak.id).await;
    let elm = oak.app.affiliation("Elm").await;
    oak.app.make_affiliation_admin(&bob, &elm).await;
    let wish = || json!({ "name": "Elm" });
    assert_eq!(oak.app.browser().patch(&oak.path(""), wish()).await.status, 401);
    assert_eq!(bob.patch(&oak.path(""), wish()).await.to_string(), NOT_FOUND);
    assert_eq!(bob.get(&oak.path("/url-paths/elm")).await.to_string(), NOT_FOUND);
    let logo = plain(300, 300, [9, 90, 9], ImageFormat::Png);
    assert_eq!(upload(&bob, &oak.path("/logo"), &logo).await.to_string(), NOT_FOUND);
    assert_eq!(bob.delete(&oak.path("/logo")).await.to_string(), NOT_FOUND);
    assert_eq!(oak.page().await["name"], "Oak");
    assert_eq!(stella.patch(&oak.path(""), wish()).await.expect(200).body["name"], "Elm");
}

#[tokio::test]
async fn logo_is_resized_replaced_and_deleted_after_one_hour() {
    let oak = Oak::open().await;
    let logo = oak.path("/logo");
    let glass = written(
        &RgbaImage::from_pixel(1000, 500, Rgba([20, 90, 200, 128])).into(),
        ImageFormat::Png,
    );
    let first = upload(&oak.ada, &logo, &glass).await.expect(200).body["logo"].clone();
    assert_eq!(oak.page().await["logo"], first);
    let first = first.as_str().unwrap();
    let shown = oak.app.browser().get(first).await.expect(200);
    assert_eq!(shown.header("content-type"), "image/png");
    assert!(shown.header("cache-control").contains("immutable"));
    let key = first.strip_prefix("/media/").unwrap().parse().unwrap();
    let kept = oak.app.services().blob().get(&key).await.unwrap().unwrap();
    let picture = image::load_from_memory(&kept.bytes).unwrap().to_rgba8();
    assert_eq!((picture.width(), picture.height(), picture.get_pixel(9, 9).0[3]), (400, 200, 128));

    let red = plain(300, 300, [200, 0, 0], ImageFormat::WebP);
    let second = upload(&oak.ada, &logo, &red).await.expect(200).body["logo"].clone();
    let second = second.as_str().unwrap();
    assert_eq!(
        oak.app.browser().get(second).await.expect(200).header("content-type"),
        "image/jpeg"
    );
    // The replaced logo stays available for open pages.
    oak.app.work().await;
    oak.app.browser().get(first).await.expect(200);
    oak.app.clock.advance_by(Duration::hours(1));
    oak.app.work().await;
    assert_eq!(oak.app.browser().get(first).await.status, 404);
    oak.app.browser().get(second).await.expect(200);

    assert_eq!(oak.ada.delete(&logo).await.expect(200).body["logo"], Value::Null);
    // Uploading the same logo within the hour keeps it from being deleted.
    upload(&oak.ada, &logo, &red).await.expect(200);
    oak.app.clock.advance_by(Duration::hours(1));
    oak.app.work().await;
    oak.app.browser().get(second).await.expect(200);
    assert_eq!(oak.audit_count("affiliation.logo").await, 4);
}

#[tokio::test]
async fn logo_upload_rejects_files_that_are_not_images() {
    let oak = Oak::open().await;
    let logo = oak.path("/logo");
    let svg = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    assert_snapshot!(upload(&oak.ada, &logo, svg).await, @"422 Please choose a JPEG, PNG, WebP, GIF, HEIC or AVIF picture.");
    assert_snapshot!(upload(&oak.ada, &logo, b"").await, @"422 Please choose a picture.");
    let large = vec![0; 25 * 1024 * 1024 + 128 * 1024];
    assert_eq!(upload(&oak.ada, &logo, &large).await.status, 413);
    assert_eq!(oak.ada.post(&logo, json!({})).await.status, 422);
    assert_eq!(oak.page().await["logo"], Value::Null);
}
