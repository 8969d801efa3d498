//! Read-only view as a member.

use crate::kit::{TestApp, uuid_of};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

fn path(id: &str) -> String {
    format!("/api/staff/users/{id}/view-as")
}

fn reason() -> Value {
    json!({ "reason": "They report an empty page" })
}

#[tokio::test]
async fn view_shows_the_product_as_the_member_until_it_is_ended() {
    let app = TestApp::open().await;
    let (susan, bob) = (app.staff_in_role("susan", "support").await, app.member("bob").await);
    let (susan_id, bob_id) = (app.id_of(&susan).await, app.id_of(&bob).await);
    let own = app.community(&bob, "Bob's place", &[]).await;
    let begun = susan.post(&path(&bob_id), reason()).await.expect(200);
    assert_eq!((&begun.body["staffId"], &begun.body["userId"]), (&json!(susan_id), &json!(bob_id)));
    let me = susan.get("/api/me").await.expect(200);
    assert_eq!((&me.body["id"], &me.body["isStaff"]), (&json!(bob_id), &json!(false)));
    assert_eq!(me.body["viewedAs"]["staffId"], json!(susan_id));
    assert_eq!(me.body["communitiesCreated"], json!([own]));
    assert_eq!(susan.get("/api/staff/overview").await.status, 404);
    // The member's own session is unaffected.
    assert_eq!(bob.get("/api/me").await.body["viewedAs"], Value::Null);

    assert_eq!(susan.delete("/api/view-as").await.status, 204);
    let me = susan.get("/api/me").await.expect(200);
    assert_eq!((&me.body["id"], &me.body["viewedAs"]), (&json!(susan_id), &Value::Null));
    susan.get("/api/staff/overview").await.expect(200);

    let seen = bob.get("/api/me/staff-actions").await.expect(200);
    let actions: Vec<_> = seen.items().iter().map(|one| one["action"].as_str().unwrap()).collect();
    assert_eq!(actions, ["account.view-as-end", "account.view-as"]);
    assert_eq!(seen.items()[1]["reason"], "They report an empty page");
}

#[tokio::test]
async fn view_refuses_every_change_and_all_private_data() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let bob_id = app.id_of(&bob).await;
    staff.post(&path(&bob_id), reason()).await.expect(200);
    assert_snapshot!(staff.patch("/api/me", json!({ "bio": "Mine" })).await, @"403 You are viewing Guildhall as a member. This view is read-only.");
    assert_snapshot!(staff.get("/api/conversations").await, @"403 Messages and security settings are not part of this view.");
    assert_eq!(staff.main().live(None).await.status, 403);

    let document = serde_json::to_value(guildhall::openapi::api_document()).unwrap();
    let own = app.id_of(&bob).await;
    let mut reads = 0;
    for (template, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let Ok(method) = method.to_uppercase().parse::<http::Method>() else { continue };
            let path: String = template
                .split('/')
                .map(|part| if part.starts_with('{') { own.as_str() } else { part })
                .collect::<Vec<_>>()
                .join("/");
            if method != http::Method::GET {
                if ["/api/view-as", "/api/usersSignout"].contains(&template.as_str()) {
                    continue;
                }
                let main = staff.main();
                let refused = main.send(main.json(method.clone(), &path, &json!({}))).await;
                let code = refused.body["code"].as_str().unwrap_or_default().to_owned();
                let is_refused = ["view-as-read-only", "view-as-private"].contains(&code.as_str());
                assert!(is_refused, "{method} {template}: {refused}");
                continue;
            }
            let tags: Vec<_> = operation["tags"].as_array().into_iter().flatten().collect();
            // It only says whether the person accepts messages.
            let is_contact = template == "/api/users/{id}/contact";
            let is_private = ["messages", "support"].map(|tag| tags.contains(&&json!(tag)));
            if is_private.contains(&true) && !is_contact {
                reads += 1;
                let refused = staff.get(&path).await;
                assert_eq!(refused.body["code"], "view-as-private", "{template}: {refused}");
            }
        }
    }
    assert!(reads >= 20, "{reads}");
    for private in
        ["/api/me/drafts", "/api/me/sessions", "/api/me/export", "/api/me/mfa", "/api/me/passkeys"]
    {
        assert_eq!(staff.get(private).await.body["code"], "view-as-private", "{private}");
    }
    let image = format!("/media/conversations/{own}/0123.jpg");
    assert_eq!(staff.get(&image).await.body["code"], "view-as-private");
    assert_eq!(staff.get("/transfer/start").await.status, 403);
    // Signing out ends the staff member's session, and none of the member's.
    staff.post("/api/usersSignout", json!({})).await;
    assert_eq!(staff.get("/api/me").await.status, 401);
    bob.get("/api/me").await.expect(200);
}

#[tokio::test]
async fn view_ends_after_fifteen_minutes_and_with_the_role() {
    let app = TestApp::open().await;
    let (admin, susan) = (app.staff("ada").await, app.staff_in_role("susan", "support").await);
    let bob = app.member("bob").await;
    let (susan_id, bob_id) = (app.id_of(&susan).await, app.id_of(&bob).await);
    let mut stream = susan.live().await;
    stream.until("hello").await;
    susan.post(&path(&bob_id), reason()).await.expect(200);
    stream.until("session.ended").await;
    app.clock.advance_by(Duration::minutes(16));
    assert_eq!(susan.get("/api/me").await.body["id"], json!(susan_id));

    susan.post(&path(&bob_id), reason()).await.expect(200);
    assert_eq!(susan.get("/api/me").await.body["id"], json!(bob_id));
    let now = app.clock.now();
    app.set_auth_time_of_all_sessions(now).await;
    let analyst = json!({ "role": "analyst", "reason": "New duties" });
    admin.put(&format!("/api/staff/users/{susan_id}/role"), analyst).await.expect(200);
    assert_eq!(susan.get("/api/me").await.body["id"], json!(susan_id));
    assert_eq!(susan.post(&path(&bob_id), reason()).await.status, 403);
}

#[tokio::test]
async fn view_needs_a_reason_and_a_member_in_good_standing_who_is_not_staff() {
    let app = TestApp::open().await;
    let (admin, susan) = (app.staff("ada").await, app.staff_in_role("susan", "support").await);
    let mona = app.staff_in_role("mona", "moderator").await;
    let bob = app.member("bob").await;
    let (admin_id, bob_id) = (app.id_of(&admin).await, app.id_of(&bob).await);
    let blank = admin.post(&path(&bob_id), json!({ "reason": " " })).await.expect(422);
    assert_eq!(blank.body["errors"][0]["field"], "reason");
    assert_eq!(susan.post(&path(&admin_id), reason()).await.body["code"], "staff-protected");
    let susan_id = app.id_of(&susan).await;
    assert_eq!(admin.post(&path(&susan_id), reason()).await.body["code"], "staff-protected");
    assert_eq!(susan.post(&path(&susan_id), reason()).await.body["code"], "staff-oneself");
    assert_eq!(mona.post(&path(&bob_id), reason()).await.body["code"], "staff-permission-required");
    app.sql("UPDATE users SET status = 'banned' WHERE id = $1", vec![uuid_of(&bob_id).into()])
        .await;
    assert_snapshot!(susan.post(&path(&bob_id), reason()).await, @"403 This account is banned or suspended.");
}
