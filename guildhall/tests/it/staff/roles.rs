//! Staff roles with least privilege (C-146, C-147, G-091). The access matrix calls every staff endpoint as every role.

use crate::kit::{PASSWORD, TestApp};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

fn role_path(id: &str) -> String {
    format!("/api/staff/users/{id}/role")
}

fn to_role(role: &str) -> Value {
    json!({ "role": role, "reason": "New duties" })
}

#[tokio::test]
async fn role_change_applies_to_open_sessions_and_streams_at_once() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let id = app.id_of(&bob).await;
    let granted = staff.put(&role_path(&id), to_role("moderator")).await.expect(200);
    assert_eq!(
        (&granted.body["isStaff"], &granted.body["staffRole"]),
        (&json!(true), &json!("moderator"))
    );
    let me = bob.get("/api/me").await.expect(200);
    assert_eq!(me.body["staffRole"], "moderator");
    assert_eq!(me.body["staffPermissions"], json!(["staffPortal", "accounts", "moderation"]));
    bob.get("/api/staff/reports").await.expect(200);
    assert_snapshot!(bob.get("/api/staff/audit").await, @r#"403 Your staff role does not allow this. It needs the permission "administration"."#);

    let mut stream = bob.live().await;
    stream.until("hello").await;
    staff.put(&role_path(&id), to_role("analyst")).await.expect(200);
    stream.until("me.changed").await;
    assert_snapshot!(bob.get("/api/staff/reports").await, @r#"403 Your staff role does not allow this. It needs the permission "moderation"."#);
    bob.get("/api/staff/analytics").await.expect(200);

    let changes = staff.get("/api/staff/audit?action=staff.role").await.expect(200);
    let [change] = &changes.items()[..] else { panic!("{changes}") };
    assert_eq!(
        (&change["before"]["staffRole"], &change["after"]["staffRole"], &change["reason"]),
        (&json!("moderator"), &json!("analyst"), &json!("New duties"))
    );
    assert_eq!(staff.get("/api/staff/audit?action=staff.grant").await.items().len(), 1);
}

#[tokio::test]
async fn role_change_needs_a_reason_and_recent_authentication_and_another_account() {
    let app = TestApp::open().await;
    let (staff, bob) = (app.staff("stella").await, app.member("bob").await);
    let (id, own) = (app.id_of(&bob).await, app.id_of(&staff).await);
    let blank = json!({ "role": "support", "reason": " " });
    let refused = staff.put(&role_path(&id), blank).await.expect(422);
    assert_eq!(refused.body["errors"][0]["field"], "reason");
    assert_snapshot!(staff.put(&role_path(&own), to_role("analyst")).await, @"403 You cannot do this to your own account.");
    staff.put(&role_path(&id), to_role("support")).await.expect(200);
    assert_snapshot!(staff.put(&role_path(&id), to_role("support")).await, @"409 This account has this role already.");
    assert_snapshot!(staff.put(&role_path(&"0".repeat(32)), to_role("support")).await, @"404 User not found");
    assert_eq!(staff.put(&role_path(&id), to_role("owner")).await.status, 422);
    app.clock.advance_by(Duration::minutes(6));
    let refused = staff.put(&role_path(&id), to_role("analyst")).await;
    assert_eq!(refused.body["code"], "proof-required");
    staff.post("/api/identity/prove", json!({ "password": PASSWORD })).await.expect(204);
    staff.put(&role_path(&id), to_role("analyst")).await.expect(200);
}

#[tokio::test]
async fn last_administrator_keeps_the_role_while_other_staff_remain() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.staff("ada").await, app.staff("bob").await);
    app.staff_in_role("mona", "moderator").await;
    let (ada_id, bob_id) = (app.id_of(&ada).await, app.id_of(&bob).await);
    let (demoted, other) = futures::future::join(
        ada.put(&role_path(&bob_id), to_role("analyst")),
        bob.put(&role_path(&ada_id), to_role("analyst")),
    )
    .await;
    let done = [&demoted, &other].iter().filter(|reply| reply.status == 200).count();
    assert_eq!(done, 1, "{demoted} and {other}");
    let sql = "SELECT COUNT(*) AS n FROM users WHERE is_staff AND staff_role = 'administrator'";
    assert_eq!(app.count(sql, vec![]).await, 1);
    // The remaining administrator cannot delete the account either.
    let last = if demoted.status == 200 { &ada } else { &bob };
    let refused = last.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await;
    assert_eq!(refused.status, 409, "{refused}");
}

#[tokio::test]
async fn only_administrators_act_on_accounts_of_staff() {
    let app = TestApp::open().await;
    let admin = app.staff("ada").await;
    let (mona, susan) =
        (app.staff_in_role("mona", "moderator").await, app.staff_in_role("susan", "support").await);
    let (admin_id, susan_id) = (app.id_of(&admin).await, app.id_of(&susan).await);
    let why = json!({ "reason": "It had to be" });
    for (target, action) in [(&admin_id, "ban"), (&susan_id, "suspend"), (&admin_id, "sign-out")] {
        let refused = mona.post(&format!("/api/staff/users/{target}/{action}"), why.clone()).await;
        assert_eq!(refused.body["code"], "staff-protected", "{action}: {refused}");
    }
    let pause = json!({ "pausedUntil": null, "reason": "It had to be" });
    let refused = mona.post(&format!("/api/staff/users/{admin_id}/pause"), pause).await;
    assert_snapshot!(refused, @"403 Only administrators can do this to the account of a member of staff.");
    // Only administrators grant roles.
    for staff in [&mona, &susan] {
        let refused = staff.put(&role_path(&susan_id), to_role("administrator")).await;
        assert_eq!(refused.body["code"], "staff-permission-required", "{refused}");
        let grant = format!("/api/staff/users/{susan_id}/grant-staff");
        let refused = staff.post(&grant, why.clone()).await;
        assert_eq!(refused.body["code"], "staff-permission-required", "{refused}");
    }
    admin.post(&format!("/api/staff/users/{susan_id}/suspend"), why).await.expect(200);
}

#[tokio::test]
async fn support_and_analysts_have_the_rights_of_members_in_communities() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let ada = app.member("ada").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    let community = app.community(&ada, "Inner circle", &[&oak.affiliation]).await;
    let path = format!("/api/communities/{community}/threads");
    for (name, role, status) in
        [("mona", "moderator", 200), ("susan", "support", 403), ("anton", "analyst", 403)]
    {
        let staff = app.staff_in_role(name, role).await;
        assert_eq!(staff.get(&path).await.status, status, "{role}");
        let tenant = staff.get(&format!("/api/control/tenants/{}", oak.tenant)).await;
        assert_eq!(tenant.status, 404, "{role}");
    }
}

#[tokio::test]
async fn staff_streams_deliver_only_events_of_the_role() {
    let app = TestApp::open().await;
    let (ada, bob) = (app.member("ada").await, app.member("bob").await);
    let community = app.community(&ada, "Open house", &[]).await;
    bob.post(&format!("/api/communities/{community}/join"), json!({})).await.expect(200);
    let threads = format!("/api/communities/{community}/threads");
    let thread = ada.post(&threads, json!({ "caption": "One" })).await.expect(201).id();
    let posts = format!("{threads}/{thread}/posts");
    let post = ada.post(&posts, json!({ "content": "Words" })).await.expect(201).id();
    let (mona, anton) =
        (app.staff_in_role("mona", "moderator").await, app.staff_in_role("anton", "analyst").await);
    let (mut of_mona, mut of_anton) = (mona.live().await, anton.live().await);
    of_mona.until("hello").await;
    of_anton.until("hello").await;
    let reports = format!("/api/posts/{post}/reports");
    bob.post(&reports, json!({ "reason": "Spam" })).await.expect(201);
    of_mona.until("report.opened").await;
    app.until_delivered().await;
    anton.post("/api/usersSignout", json!({})).await;
    let types = of_anton.remaining_types().await;
    assert_eq!(types.last().map(String::as_str), Some("session.ended"), "{types:?}");
    assert!(!types.contains(&"report.opened".to_owned()), "{types:?}");
}

#[tokio::test]
async fn roles_are_listed_with_their_permissions_and_members() {
    let app = TestApp::open().await;
    let admin = app.staff("ada").await;
    app.staff_in_role("susan", "support").await;
    let list = admin.get("/api/staff/roles").await.expect(200);
    let roles = list.body["roles"].as_array().unwrap();
    let members: Vec<_> =
        roles.iter().map(|role| (role["role"].as_str().unwrap(), &role["members"])).collect();
    let (one, none) = (json!(1), json!(0));
    assert_eq!(
        members,
        [("administrator", &one), ("moderator", &none), ("support", &one), ("analyst", &none)]
    );
    assert_eq!(
        roles[2]["permissions"],
        json!(["staffPortal", "accounts", "support", "viewAsMember"])
    );
}
