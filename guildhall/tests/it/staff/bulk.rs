//! Bulk actions: each subject has its own transaction and outcome.

use crate::kit::{TestApp, uuid_of};
use serde_json::{Value, json};

const USERS: &str = "/api/staff/users/bulk";
const CODES: &str = "/api/staff/invite-codes/bulk";
const REQUESTS: &str = "/api/staff/affiliation-requests/bulk";

fn statuses(body: &Value) -> Vec<u64> {
    let outcomes = body["outcomes"].as_array().unwrap();
    outcomes.iter().map(|one| one["status"].as_u64().unwrap()).collect()
}

#[tokio::test]
async fn users_are_changed_one_by_one_and_refusals_are_reported() {
    let app = TestApp::open().await;
    let mona = app.staff_in_role("mona", "moderator").await;
    let (admin, bob) = (app.staff("ada").await, app.member("bob").await);
    let cleo = app.member("cleo").await;
    let [bob, cleo, admin_id] =
        [app.id_of(&bob).await, app.id_of(&cleo).await, app.id_of(&admin).await];
    let unknown = "0".repeat(32);
    let body = json!({
        "ids": [bob, admin_id, unknown, cleo], "action": "suspend", "reason": "Flood of spam",
    });
    let done = mona.post(USERS, body).await.expect(200);
    assert_eq!(statuses(&done.body), [200, 403, 404, 200]);
    let refused = &done.body["outcomes"][1];
    assert_eq!((&refused["ok"], &refused["code"]), (&json!(false), &json!("staff-protected")));
    let log = admin.get("/api/staff/audit?action=account.suspend").await.expect(200);
    assert_eq!(log.items().len(), 2);
    assert_eq!(log.items()[0]["reason"], "Flood of spam");

    let blank = json!({ "ids": [bob], "action": "lift", "reason": " " });
    assert_eq!(mona.post(USERS, blank).await.body["errors"][0]["field"], "reason");
    let many: Vec<_> = (0..101).map(|_| bob.clone()).collect();
    let refused = mona.post(USERS, json!({ "ids": many, "action": "lift", "reason": "x" })).await;
    assert_eq!((refused.status, &refused.body["code"]), (422, &json!("bulk-count")));
    let role = json!({ "ids": [bob], "action": "grant-staff", "reason": "x" });
    assert_eq!(mona.post(USERS, role).await.status, 422);
    let lift = json!({ "ids": [bob, cleo], "action": "lift", "reason": "An error" });
    assert_eq!(statuses(&mona.post(USERS, lift).await.body), [200, 200]);
    let pause = json!({ "ids": [bob], "action": "pause", "reason": "A rest" });
    assert_eq!(statuses(&mona.post(USERS, pause).await.body), [200]);
}

#[tokio::test]
async fn codes_are_deactivated_together_with_a_reason() {
    let app = TestApp::open().await;
    let admin = app.staff("ada").await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        ids.push(admin.post("/api/staff/invite-codes", json!({})).await.expect(201).id());
    }
    ids.push("0".repeat(32));
    let body = json!({ "ids": ids, "action": "deactivate", "reason": "They leaked" });
    let done = admin.post(CODES, body).await.expect(200);
    assert_eq!(statuses(&done.body), [200, 200, 404]);
    let active = admin.get("/api/staff/invite-codes?active=true").await.expect(200);
    assert!(!ids.iter().any(|id| active.text.contains(id.as_str())), "{active}");
    let log = admin.get("/api/staff/audit?action=invite-code.deactivate").await.expect(200);
    assert_eq!((log.items().len(), &log.items()[0]["reason"]), (2, &json!("They leaked")));
}

#[tokio::test]
async fn requests_are_answered_together() {
    let app = TestApp::open().await;
    let mona = app.staff_in_role("mona", "moderator").await;
    let oak = app.affiliation("Oak House").await;
    let mut ids = Vec::new();
    for name in ["bob", "cleo", "dora"] {
        let member = app.member(name).await;
        let id = uuid::Uuid::now_v7();
        let sql = "INSERT INTO affiliation_requests (id, type, affiliation_id, user_id, status, \
            form_data, created_at, updated_at) VALUES ($1, 'join', $2, $3, 'pending', $4, $5, $5)";
        let user = uuid_of(&app.id_of(&member).await);
        let now = app.clock.now();
        let values =
            vec![id.into(), uuid_of(&oak).into(), user.into(), json!([]).into(), now.into()];
        app.sql(sql, values).await;
        ids.push(id.simple().to_string());
    }
    let blank = json!({ "ids": [ids[0]], "action": "reject", "reason": "" });
    assert_eq!(mona.post(REQUESTS, blank).await.status, 422);
    let reject = json!({ "ids": [ids[0]], "action": "reject", "reason": "Not a member" });
    assert_eq!(statuses(&mona.post(REQUESTS, reject).await.expect(200).body), [200]);
    let approve = json!({ "ids": [ids[0], ids[1]], "action": "approve", "reason": "" });
    assert_eq!(statuses(&mona.post(REQUESTS, approve).await.expect(200).body), [404, 200]);
    let delete = json!({ "ids": [ids[2]], "action": "delete", "reason": "Twice" });
    assert_eq!(statuses(&mona.post(REQUESTS, delete).await.expect(200).body), [200]);
    let sql = "SELECT COUNT(*) AS n FROM affiliation_members";
    assert_eq!(app.count(sql, vec![]).await, 1);
    let admin = app.staff("ada").await;
    let log = admin.get("/api/staff/audit?action=affiliation-request.delete").await.expect(200);
    assert_eq!(log.items()[0]["reason"], "Twice");
    app.work().await;
}
