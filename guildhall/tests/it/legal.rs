//! The three legal documents and their acknowledgement (accounts.md, P-03).

use crate::kit::TestApp;
use chrono::{DateTime, Duration, Utc};
use insta::assert_snapshot;
use serde_json::{Value, json};

const ACKNOWLEDGE: &str = "/api/me/legal-acknowledgements";

#[tokio::test]
async fn visitors_can_read_all_three_documents() {
    let app = TestApp::open().await;
    for (key, title) in [
        ("terms-of-service", "Terms of Service"),
        ("privacy-policy", "Privacy Policy"),
        ("community-guidelines", "Community Guidelines"),
    ] {
        let read = app.browser().get(&format!("/api/legal/{key}")).await.expect(200);
        assert_eq!((&read.body["id"], &read.body["key"]), (&json!(key), &json!(key)));
        assert_eq!(read.body["title"], title);
        assert_eq!(read.body["version"], 1);
        assert!(!read.body["html"].as_str().unwrap().is_empty());
    }
    assert_snapshot!(app.browser().get("/api/legal/imprint").await, @"404 Not found");
}

/// The shipped texts are drafts until staff publish them (G-095).
#[tokio::test]
async fn only_staff_read_placeholder_texts_before_publication() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let (staff, ada) = (app.staff("stella").await, app.member("ada").await);
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    let path = "/api/legal/terms-of-service";
    let notice =
        "The organisation that runs this Guildhall has not published its Terms of Service yet.";
    let visitor = app.browser();
    for reader in [visitor.main(), ada.main(), visitor.on("oak")] {
        let read = reader.get(path).await.expect(200);
        let content = read.body["content"].as_str().unwrap();
        assert!(content.starts_with(notice) && content.len() < 500, "{content}");
        assert_eq!(read.body["isPlaceholder"], true);
        assert_eq!(read.body["effectiveDate"], Value::Null);
    }
    let draft = staff.get(path).await.expect(200);
    assert_eq!(draft.body["isPlaceholder"], true);
    let text = draft.body["content"].as_str().unwrap();
    assert!(text.contains("## 1. What Guildhall is") && text.len() > 500);

    let as_it_is = json!({ "title": "Terms of Service", "content": text, "baseVersion": 1 });
    staff.main().put(path, as_it_is).await.expect(200);
    let published = visitor.get(path).await.expect(200);
    assert_eq!(published.body["content"].as_str().unwrap(), text.trim_end());
    assert_eq!(published.body["isPlaceholder"], false);
}

#[tokio::test]
async fn document_html_is_sanitised() {
    let app = TestApp::open().await;
    let text = "# Title\n\n<script>alert(1)</script><img src=x onerror=alert(1)>\n\n[a](javascript:x) [b](/privacy-policy)";
    let sql = "UPDATE platform_content SET content = $1, effective_date = '2026-02-01', \
        is_placeholder = FALSE WHERE key = 'terms-of-service'";
    app.sql(sql, vec![text.into()]).await;
    let read = app.browser().get("/api/legal/terms-of-service").await.expect(200);
    let html = read.body["html"].as_str().unwrap();
    assert!(html.contains("<h1>Title</h1>") && html.contains("href=\"/privacy-policy\""));
    assert!(!html.contains("script") && !html.contains("<img") && !html.contains("onerror"));
    assert_eq!(read.body["effectiveDate"], "2026-02-01");
}

#[tokio::test]
async fn acknowledgement_is_required_again_after_a_new_version() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    app.delete_all_rows("legal_acknowledgements").await;
    let before = ada.get("/api/me").await.expect(200);
    assert_eq!(before.body["legal"], json!({ "acknowledged": false, "changed": [] }));
    let done = ada.post(ACKNOWLEDGE, json!({})).await.expect(200);
    assert_eq!(done.body["legal"], json!({ "acknowledged": true, "changed": [] }));

    let raise = "UPDATE platform_content SET version = version + 1 WHERE key = 'privacy-policy'";
    app.sql(raise, vec![]).await;
    let changed = ada.get("/api/me").await.expect(200);
    assert_eq!(
        changed.body["legal"],
        json!({ "acknowledged": true, "changed": ["privacy-policy"] })
    );
    assert_eq!(changed.body["onboarding"]["complete"], true, "a popup, no new wizard");
    let again = ada.post(ACKNOWLEDGE, json!({})).await.expect(200);
    assert_eq!(again.body["legal"], json!({ "acknowledged": true, "changed": [] }));
}

#[tokio::test]
async fn main_site_and_portal_have_separate_acknowledgements() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    ada.post(ACKNOWLEDGE, json!({})).await.expect(200);
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let portal = ada.on("oak").get("/api/me").await.expect(200);
    assert_eq!(portal.body["legal"]["acknowledged"], false);
    ada.on("oak").post(ACKNOWLEDGE, json!({})).await.expect(200);
    let portal = ada.on("oak").get("/api/me").await.expect(200);
    assert_eq!(portal.body["legal"]["acknowledged"], true);
}

#[tokio::test]
async fn me_reports_acknowledgement_times_and_versions_per_site() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let oak = app.portal("Oak House", "oak").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let never = json!({
        "termsOfService": null, "privacyPolicy": null, "communityGuidelines": null
    });
    app.delete_all_rows("legal_acknowledgements").await;
    let before = ada.get("/api/me").await.expect(200).body;
    assert_eq!(before["mainAppTOSAcknowledgedAt"], Value::Null);
    assert_eq!(before["lastLegalDocumentVersion"], never);
    let first = app.clock.now();
    ada.post(ACKNOWLEDGE, json!({})).await.expect(200);
    app.set_document_version("privacy-policy", 3).await;
    app.clock.advance_by(Duration::hours(1));
    let later = app.clock.now();
    ada.on("oak").post(ACKNOWLEDGE, json!({})).await.expect(200);

    let at =
        |me: &Value, field: &str| me[field].as_str().map(|at| at.parse::<DateTime<Utc>>().unwrap());
    let main = ada.get("/api/me").await.expect(200).body;
    let portal = ada.on("oak").get("/api/me").await.expect(200).body;
    for document in ["TOS", "Privacy", "Guidelines"] {
        let (own, labelled) = (
            format!("mainApp{document}AcknowledgedAt"),
            format!("whiteLabel{document}AcknowledgedAt"),
        );
        let on_main = at(&main, &own).unwrap();
        assert!(on_main >= first && on_main < later, "{document}");
        assert_eq!(at(&main, &labelled), None, "{document}: main is no portal");
        assert_eq!(at(&portal, &own), Some(on_main), "{document}");
        assert!(at(&portal, &labelled).unwrap() >= later, "{document}");
    }
    let version = |me: &Value| me["lastLegalDocumentVersion"]["privacyPolicy"].clone();
    assert_eq!((version(&main), version(&portal)), (json!(1), json!(3)));
}

#[tokio::test]
async fn failed_acknowledgement_check_requires_all_three_documents() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    ada.post(ACKNOWLEDGE, json!({})).await.expect(200);
    app.make_table_unavailable("legal_acknowledgements").await;
    let unknown = ada.get("/api/me").await.expect(200);
    let all = json!(["terms-of-service", "community-guidelines", "privacy-policy"]);
    assert_eq!(unknown.body["legal"], json!({ "acknowledged": true, "changed": all }));
    app.restore_table("legal_acknowledgements").await;
    let known = ada.get("/api/me").await.expect(200);
    assert_eq!(known.body["legal"], json!({ "acknowledged": true, "changed": [] }));
}

#[tokio::test]
async fn restart_does_not_overwrite_documents() {
    let app = TestApp::open().await;
    app.sql(
        "UPDATE platform_content SET content = 'Ours', version = 7, is_placeholder = FALSE",
        vec![],
    )
    .await;
    let beside = app.second_instance().await;
    let read = beside.browser().get("/api/legal/terms-of-service").await.expect(200);
    assert_eq!((&read.body["content"], &read.body["version"]), (&json!("Ours"), &json!(7)));
}
