//! The start page of the staff portal: open items by role, the oldest first, and trends.

use crate::kit::{TestApp, uuid_of};
use serde_json::json;

#[tokio::test]
async fn overview_lists_open_items_of_the_role_oldest_first_and_trends() {
    let app = TestApp::open().await;
    let (admin, bob) = (app.staff("ada").await, app.member("bob").await);
    let mona = app.staff_in_role("mona", "moderator").await;
    let (susan, anton) =
        (app.staff_in_role("susan", "support").await, app.staff_in_role("anton", "analyst").await);
    let community = app.community(&bob, "Open house", &[]).await;
    let threads = format!("/api/communities/{community}/threads");
    let thread = bob.post(&threads, json!({ "caption": "One" })).await.expect(201).id();
    let body = json!({ "content": "Words" });
    let post = bob.post(&format!("{threads}/{thread}/posts"), body).await.expect(201).id();
    mona.post(&format!("/api/posts/{post}/reports"), json!({ "reason": "Spam" })).await.expect(201);
    let oak = app.affiliation("Oak House").await;
    let earlier = app.clock.now() - chrono::Duration::days(2);
    let sql = "INSERT INTO affiliation_requests (id, type, affiliation_id, user_id, status, \
        form_data, created_at, updated_at) VALUES ($1, 'join', $2, $3, 'pending', $4, $5, $5)";
    let bob_id = app.id_of(&bob).await;
    let values = vec![
        uuid::Uuid::now_v7().into(),
        uuid_of(&oak).into(),
        uuid_of(&bob_id).into(),
        json!([]).into(),
        earlier.into(),
    ];
    app.sql(sql, values).await;
    let sql = "INSERT INTO jobs (id, kind, payload, state, run_at, attempts, max_attempts, \
        created_at, finished_at) VALUES ($1, 'probe', $2, 'failed', $3, 1, 1, $3, $3)";
    let id = uuid::Uuid::now_v7();
    app.sql(sql, vec![id.into(), json!({}).into(), app.clock.now().into()]).await;

    let kinds = async |staff: &crate::kit::Browser| -> Vec<String> {
        let overview = staff.get("/api/staff/overview").await.expect(200);
        let items = overview.body["items"].as_array().unwrap().iter();
        items.map(|item| item["kind"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(&mona).await, ["affiliationRequest", "report"]);
    assert_eq!(kinds(&admin).await, ["affiliationRequest", "report", "failedJob"]);
    assert!(kinds(&susan).await.is_empty() && kinds(&anton).await.is_empty());

    let overview = anton.get("/api/staff/overview").await.expect(200);
    assert_eq!((&overview.body["users"], &overview.body["moreItems"]), (&json!(5), &json!(false)));
    let trends = &overview.body["trends"];
    for name in ["days", "signUps", "posts", "activePeople"] {
        assert_eq!(trends[name].as_array().unwrap().len(), 14, "{name}");
    }
    let today = json!(app.clock.now().format("%Y-%m-%d").to_string());
    assert_eq!(trends["days"][13], today);
    assert_eq!((&trends["signUps"][13], &trends["posts"][13]), (&json!(5), &json!(1)));
    assert_eq!(trends["activePeople"][13], json!(5));
    let item = &mona.get("/api/staff/overview").await.body["items"][0];
    assert_eq!(item["subject"], "Oak House");
    assert!(item["path"].as_str().unwrap().starts_with("/staff/affiliation-requests?request="));
    app.delete_all_rows("jobs").await;
}

#[tokio::test]
async fn overview_and_audit_log_cost_a_known_number_of_queries() {
    let app = TestApp::open().await;
    let admin = app.staff("ada").await;
    let session = 1;
    for (path, most) in [("/api/staff/overview", 3), ("/api/staff/audit", 4)] {
        admin.get(path).await.expect(200);
        let (reply, queries) = platform::db::count_queries(admin.get(path)).await;
        reply.expect(200);
        assert!(queries <= most + session, "{path}: {queries}");
    }
}
