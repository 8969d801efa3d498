//! Admins and staff rename threads.

use super::{ManagedThread, open_stream};
use serde_json::json;

#[tokio::test]
async fn only_admins_and_staff_rename_threads() {
    let it = ManagedThread::open().await;
    let rename = |caption: &str| json!({ "caption": caption });
    for who in it.others().await.iter().chain([&it.bob, &it.tess]) {
        let refused = who.patch(&it.path(""), rename("Mine")).await;
        assert_eq!(refused.to_string(), "403 Only community admins can rename threads");
    }
    let renamed = it.hall.ada.patch(&it.path(""), rename(" Steel  ropes ")).await.expect(200).body;
    assert_eq!(renamed["caption"], "Steel ropes");
    assert_eq!(renamed["viewer"], json!({ "mayManage": true, "mayModerate": true }));
    let renamed = it.sam.patch(&it.path(""), rename("Wire ropes")).await.expect(200).body;
    assert_eq!(renamed["caption"], "Wire ropes");
    let seen = it.tess.get(&it.path("")).await.expect(200).body;
    assert_eq!(seen["caption"], "Wire ropes");
    assert_eq!(seen["viewer"], json!({ "mayManage": false, "mayModerate": true }));
    let seen = it.bob.get(&it.path("")).await.expect(200).body;
    assert_eq!(seen["viewer"], json!({ "mayManage": false, "mayModerate": false }));
}

#[tokio::test]
async fn new_captions_follow_the_rules_of_new_threads() {
    let it = ManagedThread::open().await;
    let rename = async |body| it.hall.ada.patch(&it.path(""), body).await;
    assert_eq!(rename(json!({})).await.to_string(), "422 Missing required data to create thread");
    let empty = rename(json!({ "caption": " " })).await;
    assert_eq!(empty.to_string(), "422 Content cannot be empty");
    let long = rename(json!({ "caption": "c".repeat(201) })).await;
    assert_eq!(long.to_string(), "422 Title too long (max 200 characters)");
    let missing = it.hall.path("/threads/019fffffffff7fffbfffffffffffffff");
    let missing = it.hall.ada.patch(&missing, json!({ "caption": "x" })).await;
    assert_eq!(missing.to_string(), "404 Failed to load thread posts");
}

#[tokio::test]
async fn rename_is_published_recorded_and_notified_once() {
    let it = ManagedThread::open().await;
    let mut stream = open_stream(&it.tess).await;
    for _ in 0..2 {
        let body = json!({ "caption": "Wire ropes" });
        it.hall.ada.patch(&it.path(""), body).await.expect(200);
    }
    let event = stream.until("thread.changed").await;
    assert_eq!(event["communityId"], json!(it.hall.community));
    assert_eq!(event["threadId"], json!(it.hall.thread));
    assert_eq!(event["caption"], "Wire ropes");
    assert_eq!((&event["closed"], &event["pinnedPosition"]), (&json!(null), &json!(null)));
    assert_eq!(it.audited("thread.rename").await, 1);
    let told = it.notices(&it.bob).await;
    assert_eq!(told[0], "Your thread was renamed | Long spans: Wire ropes");
    assert_eq!(told.iter().filter(|line| line.contains("renamed")).count(), 1);
}

#[tokio::test]
async fn staff_and_admins_manage_threads_of_their_site_only() {
    let it = ManagedThread::open().await;
    let oak = it.hall.app.portal("Oak House", "oak").await;
    for (who, name) in [(&it.sam, "sam"), (&it.hall.ada, "ada")] {
        it.hall.app.add_to_affiliation(who, &oak.affiliation).await;
        it.hall.app.sign_in(who, "oak.localhost", name).await;
        let body = json!({ "caption": "Wire ropes" });
        let elsewhere = who.on("oak").patch(&it.path(""), body).await;
        assert_eq!(elsewhere.to_string(), "404 Community not found");
    }
    let sql = "INSERT INTO community_affiliations (community_id, affiliation_id) VALUES ($1, $2)";
    let ids = [&it.hall.community, &oak.affiliation].map(|id| crate::kit::uuid_of(id).into());
    it.hall.app.sql(sql, ids.to_vec()).await;
    let rename = || json!({ "caption": "Wire ropes" });
    let staff = it.sam.on("oak").patch(&it.path(""), rename()).await;
    assert_eq!(staff.to_string(), "403 Only community admins can rename threads");
    it.hall.ada.on("oak").patch(&it.path(""), rename()).await.expect(200);
}
