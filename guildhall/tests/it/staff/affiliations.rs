//! Affiliations that staff create directly (F-007, F-064).

use crate::kit::{TestApp, email};
use insta::assert_snapshot;
use serde_json::json;

const CREATE: &str = "/api/staff/affiliations";

#[tokio::test]
async fn staff_created_affiliation_is_approved_and_owned_by_its_creator() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let new = json!({ "name": " Oak House ", "description": "A house.", "isPrivate": true });
    let made = staff.post(CREATE, new).await.expect(201);
    assert_eq!(made.body["name"], "Oak House");
    assert_eq!((&made.body["memberCount"], &made.body["isPrivate"]), (&json!(1), &json!(true)));
    let viewer = &made.body["viewer"];
    assert_eq!((&viewer["isMember"], &viewer["isCreator"]), (&json!(true), &json!(true)));
    let stored =
        "SELECT COUNT(*) AS n FROM affiliations WHERE is_approved AND name_search = 'oak house'";
    assert_eq!(app.count(stored, vec![]).await, 1);
    let log = staff.get("/api/staff/audit?action=affiliation.create").await.expect(200);
    assert_eq!(log.items()[0]["subjectId"], made.body["id"]);
    let portal = json!({
        "affiliationId": made.body["id"], "subdomain": "oak", "brandName": "Oak",
    });
    staff.post("/api/control/tenants", portal).await.expect(201);
}

#[tokio::test]
async fn named_creator_becomes_member_and_is_notified() {
    let app = TestApp::open().await;
    let (staff, ada) = (app.staff("stella").await, app.member("ada").await);
    let new = json!({ "name": "Oak House", "description": "A house.",
        "creatorId": app.id_of(&ada).await });
    let made = staff.post(CREATE, new).await.expect(201);
    assert_eq!(made.body["viewer"]["isMember"], false);
    let path = format!("/api/affiliations/{}", made.id());
    assert_eq!(ada.get(&path).await.expect(200).body["viewer"]["isCreator"], true);
    let told = "SELECT COUNT(*) AS n FROM notifications n JOIN users u ON u.id = n.user_id \
        WHERE u.email = $1 AND n.title = 'Oak House is now listed, and you manage it'";
    assert_eq!(app.count(told, vec![email("ada").into()]).await, 1);
}

#[tokio::test]
async fn repeated_idempotency_key_creates_one_affiliation() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let key = "0192f0c1-a2b3-7c4d-8e9f-0a1b2c3d4e5f";
    let new = json!({ "name": "Oak House", "description": "A house." });
    let first = staff.main().post_keyed(CREATE, key, new.clone()).await.expect(201);
    let again = staff.main().post_keyed(CREATE, key, new).await.expect(201);
    assert_eq!(first.id(), again.id());
    assert_eq!(again.header("idempotency-replayed"), "true");
    let other = json!({ "name": "Elm House", "description": "A house." });
    assert_eq!(staff.main().post_keyed(CREATE, key, other).await.status, 422);
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM affiliations", vec![]).await, 1);
}

#[tokio::test]
async fn create_rejects_invalid_fields_creators_and_non_staff() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let submit = async |new| staff.main().post(CREATE, new).await;
    let blank = submit(json!({ "name": " ", "description": "" })).await.expect(422);
    let fields: Vec<_> =
        blank.body["errors"].as_array().unwrap().iter().map(|error| &error["field"]).collect();
    assert_eq!(fields, ["name", "description"]);
    let stranger = submit(json!({ "name": "Oak", "description": "A house.",
        "creatorId": "0".repeat(32) }))
    .await;
    assert_snapshot!(stranger, @"422 User not found");
    assert_eq!(stranger.body["errors"][0]["field"], "creatorId");
    let member = app.member("ada").await;
    let refused = member.post(CREATE, json!({ "name": "Oak", "description": "A house." })).await;
    assert_snapshot!(refused, @"404 Not found");
    assert_eq!(app.count("SELECT COUNT(*) AS n FROM affiliations", vec![]).await, 0);
}
