//! Default language of a portal.

use super::{get_in, language_of, sign_up_with};
use crate::kit::{Browser, Portal, TestApp, email};
use serde_json::{Value, json};

fn path_of(portal: &Portal) -> String {
    format!("/api/control/tenants/{}/default-language", portal.tenant)
}

async fn choose(who: &Browser, portal: &Portal, language: Value) -> Value {
    let change = json!({ "defaultLanguage": language });
    who.put(&path_of(portal), change).await.expect(200).body
}

async fn boot_language(app: &TestApp, portal: &Portal) -> Value {
    let boot = app.browser().on(&portal.subdomain).get("/api/boot").await.expect(200).body;
    boot["language"].clone()
}

#[tokio::test]
async fn admin_and_staff_set_the_default_language_and_others_cannot() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let ada = app.member("ada").await;
    app.make_affiliation_admin(&ada, &oak.affiliation).await;
    assert_eq!(choose(&ada, &oak, json!("de")).await["defaultLanguage"], "de");
    let staff = app.staff("stella").await;
    assert_eq!(choose(&staff, &oak, json!(null)).await["defaultLanguage"], Value::Null);
    let bob = app.member("bob").await;
    let refused = bob.put(&path_of(&oak), json!({ "defaultLanguage": "de" })).await;
    assert_eq!(refused.to_string(), "404 Not found");
    let tenant = ada.get(&format!("/api/control/tenants/{}", oak.tenant)).await.expect(200).body;
    assert_eq!(tenant["allowedActions"][0]["action"], "changeDefaultLanguage");
    let unknown = ada.put(&path_of(&oak), json!({ "defaultLanguage": "ar-XB" })).await;
    assert_eq!(unknown.to_string(), "422 Language is not recognised");
    assert_eq!(unknown.body["errors"][0]["field"], "defaultLanguage");
    let log = staff.get(&format!("/api/control/tenants/{}/log", oak.tenant)).await.expect(200);
    let entry = &log.items()[0];
    assert_eq!(entry["action"], "tenant.change-language");
    assert_eq!(
        (&entry["before"]["defaultLanguage"], &entry["after"]["defaultLanguage"]),
        (&json!("de"), &Value::Null)
    );
}

#[tokio::test]
async fn page_and_boot_document_have_the_default_language() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let staff = app.staff("stella").await;
    assert_eq!(boot_language(&app, &oak).await, Value::Null);
    choose(&staff, &oak, json!("de")).await;
    app.until_boot("oak.localhost", "language", &json!("de")).await;
    let page = app.browser().on("oak").get("/").await.expect(200);
    assert!(page.text.contains("<html lang=\"de\" data-"), "{}", page.text);
    let main = app.browser().get("/api/boot").await.expect(200).body;
    assert_eq!(main["language"], Value::Null);
    let page = app.browser().get("/").await.expect(200);
    assert!(page.text.contains("<html lang=\"en\" data-"), "{}", page.text);
    choose(&staff, &oak, Value::Null).await;
    app.until_boot("oak.localhost", "language", &Value::Null).await;
}

#[tokio::test]
async fn sign_up_with_an_unknown_language_follows_the_portal() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let staff = app.staff("stella").await;
    choose(&staff, &oak, json!("de")).await;
    app.until_boot("oak.localhost", "language", &json!("de")).await;
    let code = app.invite_code("OAKHOUSE", None).await;
    app.make_codes_invite_to(&oak.affiliation).await;
    for (name, accepted, subject) in [
        ("rosa", "fr", "Bestätigen Sie Ihre E-Mail-Adresse für Oak House"),
        ("bela", "en", "Verify your email address for Oak House"),
        ("cleo", "de", "Bestätigen Sie Ihre E-Mail-Adresse für Oak House"),
    ] {
        sign_up_with(&app, (accepted, "oak.localhost"), name, &code).await;
        let mail = app.mails().into_iter().rfind(|mail| mail.to == email(name)).unwrap();
        assert_eq!(mail.subject, subject, "{accepted}");
    }
    assert_eq!((language_of(&app, "rosa").await, language_of(&app, "bela").await), ("de", "en"));
}

#[tokio::test]
async fn summary_of_a_portal_has_labels_in_german() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let staff = app.staff("stella").await;
    let path = format!("/api/control/tenants/{}", oak.tenant);
    let labels = async |language| {
        let tenant = get_in(&staff, language, &path).await.expect(200).body;
        let actions = tenant["allowedActions"].as_array().unwrap().iter();
        actions.map(|action| action["label"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(labels("de").await, ["Standardsprache", "Umbenennen", "Sperren"]);
    assert_eq!(labels("en").await, ["Default language", "Rename", "Suspend"]);
}
