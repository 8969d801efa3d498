//! The editor of the legal documents (A-175 to A-177, G-095, G-096, P-03).

use crate::kit::{Reply, TestApp};
use insta::assert_snapshot;
use serde_json::json;

const TERMS: &str = "/api/legal/terms-of-service";
const VERSIONS: &str = "/api/staff/legal/terms-of-service/versions";
const ACKNOWLEDGE: &str = "/api/me/legal-acknowledgements";

#[tokio::test]
async fn publishing_increments_version_and_requires_acknowledgement() {
    let app = TestApp::open().await;
    let (staff, ada) = (app.staff("stella").await, app.member("ada").await);
    ada.post(ACKNOWLEDGE, json!({})).await.expect(200);
    let mut stream = ada.live().await;
    stream.until("hello").await;
    let new = json!({
        "title": "Terms of Service", "content": "2026-03-01\n\n## Ours\n\nBe kind.", "baseVersion": 1,
    });
    let published = staff.main().put(TERMS, new).await.expect(200);
    assert_eq!(
        (&published.body["version"], &published.body["effectiveDate"]),
        (&json!(2), &json!("2026-03-01"))
    );
    assert_eq!(published.body["content"], "## Ours\n\nBe kind.");
    let read = app.browser().get(TERMS).await.expect(200);
    assert_eq!(read.body["html"], "<h2>Ours</h2>\n<p>Be kind.</p>\n");
    stream.until("me.changed").await;
    let me = ada.get("/api/me").await.expect(200);
    assert_eq!(me.body["legal"], json!({ "acknowledged": true, "changed": ["terms-of-service"] }));

    let versions = staff.get(VERSIONS).await.expect(200);
    let numbers: Vec<_> = versions.items().iter().map(|item| item["version"].as_i64()).collect();
    assert_eq!(numbers, [Some(2), Some(1)]);
    assert_eq!(versions.items()[0]["publishedByName"], "Stella Tester");
    let first = staff.get(&format!("{VERSIONS}/1")).await.expect(200);
    assert!(first.body["content"].as_str().unwrap().len() > 500);
    assert_eq!(staff.get(&format!("{VERSIONS}/3")).await.status, 404);
    let log = staff.get("/api/staff/audit?action=legal.publish").await.expect(200);
    assert_eq!(log.items()[0]["after"], json!({ "version": 2 }));
}

#[tokio::test]
async fn effective_date_can_be_kept_set_and_removed() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let publish = async |field: Option<serde_json::Value>, content: &str| {
        let mut body = json!({ "title": "Terms", "content": content });
        if let Some(field) = field {
            body["effectiveDate"] = field;
        }
        staff.main().put(TERMS, body).await
    };
    let date = |reply: Reply| reply.expect(200).body["effectiveDate"].clone();
    assert_eq!(date(publish(Some(json!("2026-04-01")), "One").await), "2026-04-01");
    assert_eq!(date(publish(None, "Two").await), "2026-04-01");
    assert_eq!(date(publish(None, "2026-05-01\nThree").await), "2026-05-01");
    assert_eq!(date(publish(Some(json!(null)), "Four").await), json!(null));
    assert_snapshot!(publish(Some(json!("01.02.2026")), "Five").await, @"422 An effective date has the form YYYY-MM-DD.");
    assert_eq!(publish(None, "  ").await.expect(422).body["errors"][0]["field"], "content");
}

#[tokio::test]
async fn publishing_from_an_outdated_version_returns_409() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.staff("ada").await, app.staff("bob").await);
    let draft = |text: &str| json!({ "title": "Terms", "content": text, "baseVersion": 1 });
    let (ada, bob) = (ada.main(), bob.main());
    let both = futures::future::join(ada.put(TERMS, draft("Hers")), bob.put(TERMS, draft("His")));
    let replies: [Reply; 2] = both.await.into();
    let won = replies.iter().filter(|reply| reply.status == 200).count();
    assert_eq!(won, 1, "{} and {}", replies[0], replies[1]);
    let lost = replies.iter().find(|reply| reply.status != 200).unwrap();
    assert_snapshot!(lost, @"409 Someone else has published version 2 in the meantime. Compare before you publish.");
    assert_eq!(lost.body["code"], "document-changed");
    assert_eq!(app.browser().get(TERMS).await.body["version"], 2);
}

#[tokio::test]
async fn preview_renders_sanitised_html_and_effective_date() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let text = "Effective date: 2026-01-31\n\n# A\n\n<script>x</script>[b](javascript:y)";
    let shown =
        staff.post("/api/staff/legal/preview", json!({ "content": text })).await.expect(200);
    assert_eq!(shown.body["effectiveDate"], "2026-01-31");
    let html = shown.body["html"].as_str().unwrap();
    assert!(html.contains("<h1>A</h1>") && !html.contains("script"), "{html}");
}

#[tokio::test]
async fn portal_addition_applies_to_its_own_portal_only() {
    let app = TestApp::open().await;
    let (staff, ada) = (app.staff("stella").await, app.member("ada").await);
    let oak = app.portal("Oak House", "oak").await;
    app.portal("Elm House", "elm").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    ada.post(ACKNOWLEDGE, json!({})).await.expect(200);
    ada.on("oak").post(ACKNOWLEDGE, json!({})).await.expect(200);

    let path = format!("/api/staff/legal/terms-of-service/additions/{}", oak.affiliation);
    let added = staff.main().put(&path, json!({ "content": "Wear a *hat*." })).await.expect(200);
    assert_eq!(added.body["version"], 1);
    let visitor = app.browser();
    let on_oak = visitor.on("oak").get(TERMS).await.expect(200);
    assert_eq!(on_oak.body["addition"]["html"], "<p>Wear a <em>hat</em>.</p>\n");
    assert_eq!(
        on_oak.body["title"], "Terms of Service",
        "the addition does not replace the platform's text"
    );
    for elsewhere in [visitor.main(), visitor.on("elm")] {
        assert_eq!(elsewhere.get(TERMS).await.expect(200).body["addition"], json!(null));
    }
    let changed = json!({ "acknowledged": true, "changed": ["terms-of-service"] });
    assert_eq!(ada.on("oak").get("/api/me").await.body["legal"], changed);
    let current = json!({ "acknowledged": true, "changed": [] });
    assert_eq!(ada.get("/api/me").await.body["legal"], current);
    ada.on("oak").post(ACKNOWLEDGE, json!({})).await.expect(200);
    assert_eq!(ada.on("oak").get("/api/me").await.body["legal"], current);

    staff.main().put(&path, json!({ "content": "" })).await.expect(200);
    let gone = visitor.on("oak").get(TERMS).await.expect(200);
    assert_eq!(gone.body["addition"], json!(null));
    let listed = staff.get("/api/staff/legal/terms-of-service/additions").await.expect(200);
    let versions: Vec<_> = listed.items().iter().map(|item| &item["version"]).collect();
    assert_eq!(versions, [&json!(0), &json!(2)]);
    let nobody = format!("/api/staff/legal/terms-of-service/additions/{}", "0".repeat(32));
    assert_eq!(staff.main().put(&nobody, json!({ "content": "x" })).await.status, 404);
}
