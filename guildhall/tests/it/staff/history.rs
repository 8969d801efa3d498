//! Filters of the audit log with names and links, the moderation history, and one's own staff actions.

use crate::kit::TestApp;
use serde_json::{Value, json};

#[tokio::test]
async fn audit_log_is_filtered_by_person_portal_and_action_with_names_and_links() {
    let app = TestApp::open().await;
    let (admin, bob) = (app.staff("ada").await, app.member("bob").await);
    let mona = app.staff_in_role("mona", "moderator").await;
    let oak = app.portal("Oak House", "oak").await;
    let (bob_id, mona_id) = (app.id_of(&bob).await, app.id_of(&mona).await);
    let community = app.community(&bob, "Open house", &[]).await;
    let pause = json!({ "pausedUntil": null, "reason": "A rest" });
    mona.post(&format!("/api/staff/users/{bob_id}/pause"), pause.clone()).await.expect(200);
    mona.post(&format!("/api/staff/communities/{community}/pause"), pause).await.expect(200);
    let why = json!({ "reason": "Unpaid" });
    let suspend = format!("/api/control/tenants/{}/suspend", oak.tenant);
    admin.post(&suspend, why).await.expect(200);

    let list = async |query: String| {
        admin.get(&format!("/api/staff/audit?{query}")).await.expect(200).items().clone()
    };
    let of_bob = list(format!("personId={bob_id}")).await;
    assert_eq!(of_bob.len(), 1);
    assert_eq!(
        (&of_bob[0]["subjectName"], &of_bob[0]["subjectPath"]),
        (&json!("Bob Tester"), &json!(format!("/staff/users/{bob_id}")))
    );
    assert_eq!(
        (&of_bob[0]["actorName"], &of_bob[0]["actorPath"]),
        (&json!("Mona Tester"), &json!(format!("/staff/users/{mona_id}")))
    );
    assert_eq!(list(format!("personId={mona_id}")).await.len(), 2);
    let of_tenant = list(format!("tenantId={}&action=tenant.suspend", oak.tenant)).await;
    assert_eq!(of_tenant.len(), 1);
    assert_eq!(of_tenant[0]["subjectPath"], json!(format!("/staff/tenants/{}", oak.tenant)));
    assert!(of_tenant[0]["subjectName"].is_string());
    let of_community = list("action=community_pause".to_owned()).await;
    assert_eq!(of_community[0]["subjectName"], "Open house");

    let actions = admin.get("/api/staff/audit/actions").await.expect(200);
    let actions = actions.body["actions"].as_array().unwrap();
    let mut sorted = actions.clone();
    sorted.sort_by_key(|action| action.as_str().unwrap().to_owned());
    assert_eq!(actions, &sorted);
    for action in ["user_pause", "community_pause", "tenant.suspend"] {
        assert!(actions.contains(&json!(action)), "{action}: {actions:?}");
    }
}

#[tokio::test]
async fn moderators_read_the_history_of_an_account_and_of_a_community() {
    let app = TestApp::open().await;
    let mona = app.staff_in_role("mona", "moderator").await;
    let bob = app.member("bob").await;
    let bob_id = app.id_of(&bob).await;
    let community = app.community(&bob, "Open house", &[]).await;
    let of_bob = format!("/api/staff/users/{bob_id}");
    let of_community = format!("/api/staff/communities/{community}");
    let pause = json!({ "pausedUntil": null, "reason": "A rest" });
    for path in [&of_bob, &of_community] {
        mona.post(&format!("{path}/pause"), pause.clone()).await.expect(200);
        app.clock.advance_by(chrono::Duration::seconds(1));
        let why = json!({ "reason": "Rested" });
        mona.post(&format!("{path}/unpause"), why).await.expect(200);
    }
    for (path, expected) in [
        (&of_bob, ["user_unpause", "user_pause"]),
        (&of_community, ["community_unpause", "community_pause"]),
    ] {
        let history = mona.get(&format!("{path}/history")).await.expect(200);
        let actions: Vec<_> =
            history.items().iter().map(|entry| entry["action"].as_str().unwrap()).collect();
        assert_eq!(actions, expected);
        let first = mona.get(&format!("{path}/history?limit=1")).await.expect(200);
        let cursor = first.body["nextCursor"].as_str().unwrap();
        let next = mona.get(&format!("{path}/history?limit=1&cursor={cursor}")).await.expect(200);
        assert_eq!(next.items()[0]["reason"], "A rest");
    }
}

#[tokio::test]
async fn members_see_the_staff_actions_on_their_account_without_names_even_when_paused() {
    let app = TestApp::open().await;
    let mona = app.staff_in_role("mona", "moderator").await;
    let (bob, cleo) = (app.member("bob").await, app.member("cleo").await);
    let pause = json!({ "pausedUntil": null, "reason": "A rest" });
    let path = format!("/api/staff/users/{}/pause", app.id_of(&bob).await);
    mona.post(&path, pause).await.expect(200);
    let own = bob.get("/api/me/staff-actions").await.expect(200);
    assert_eq!(own.items().len(), 1);
    assert_eq!(
        (&own.items()[0]["action"], &own.items()[0]["reason"]),
        (&json!("user_pause"), &json!("A rest"))
    );
    assert!(!own.text.contains("Mona") && own.items()[0]["actorId"] == Value::Null);
    assert_eq!(cleo.get("/api/me/staff-actions").await.expect(200).items().len(), 0);
    assert_eq!(app.browser().get("/api/me/staff-actions").await.status, 401);
}
