//! How staff find, pause and unpause communities.

use super::house::{count_of_type, frames_so_far, notice_count, open_stream};
use crate::community_fixture::{CommunityFixture, texts};
use crate::kit::{Browser, Reply, uuid_of};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};

async fn staff_action(hall: &CommunityFixture, who: &Browser, action: &str, body: Value) -> Reply {
    who.post(&format!("/api/staff/communities/{}/{action}", hall.community), body).await
}

fn reason() -> Value {
    json!({ "reason": "Quarrels" })
}

async fn audit_count(hall: &CommunityFixture, action: &str) -> i64 {
    let sql = "SELECT COUNT(*) AS n FROM audit_log WHERE action = $1 AND subject_id = $2 \
        AND reason = 'Quarrels' AND actor_id IS NOT NULL";
    hall.app.count(sql, vec![action.into(), hall.community.as_str().into()]).await
}

#[tokio::test]
async fn staff_pause_a_community_until_they_unpause_it() {
    let hall = CommunityFixture::open().await;
    let (bob, sam) = (hall.member("bob").await, hall.app.staff("sam").await);
    let olaf = hall.app.member("olaf").await;
    let mut stream = open_stream(&bob).await;
    let until = hall.app.clock.now() + Duration::days(2);
    let body = json!({ "pausedUntil": until, "reason": "Quarrels" });
    let paused = staff_action(&hall, &sam, "pause", body).await.expect(200).body;
    assert_eq!(
        (&paused["status"], &paused["pauseInfo"]["pausedReason"]),
        (&json!("paused"), &json!("Quarrels"))
    );
    let refused = olaf.post(&hall.path("/join"), json!({})).await;
    assert_snapshot!(refused, @"403 This community is currently paused and not accepting new members");
    let shown = bob.get(&hall.path("")).await.expect(200).body;
    assert_eq!((&shown["status"], &shown["pauseInfo"]), (&json!("paused"), &paused["pauseInfo"]));
    assert_eq!(notice_count(&hall.app, &hall.ada, "system_message").await, 1);
    assert_eq!(notice_count(&hall.app, &bob, "system_message").await, 0);
    let woken = staff_action(&hall, &sam, "unpause", reason()).await.expect(200).body;
    assert_eq!((&woken["status"], &woken["pauseInfo"]), (&json!("active"), &Value::Null));
    assert_snapshot!(staff_action(&hall, &sam, "unpause", reason()).await, @"409 This community is not paused");
    olaf.post(&hall.path("/join"), json!({})).await.expect(200);
    assert_eq!(
        (
            audit_count(&hall, "community_pause").await,
            audit_count(&hall, "community_unpause").await
        ),
        (1, 1)
    );
    let frames = frames_so_far(&hall.app, &bob, &mut stream).await;
    assert_eq!(count_of_type(&frames, "community.updated"), 2);
}

#[tokio::test]
async fn pause_requires_reason_and_future_end_and_expires() {
    let hall = CommunityFixture::open().await;
    let (sam, olaf) = (hall.app.staff("sam").await, hall.app.member("olaf").await);
    assert_snapshot!(staff_action(&hall, &sam, "pause", json!({ "reason": " " })).await, @"422 Input is required");
    let now = hall.app.clock.now();
    let past =
        staff_action(&hall, &sam, "pause", json!({ "pausedUntil": now, "reason": "x" })).await;
    assert_snapshot!(past, @"422 A pause must end in the future.");
    assert_eq!(past.body["errors"][0]["field"], "pausedUntil");
    let soon = json!({ "pausedUntil": now + Duration::hours(1), "reason": "Quarrels" });
    staff_action(&hall, &sam, "pause", soon).await.expect(200);
    hall.app.clock.advance_by(Duration::minutes(61));
    olaf.post(&hall.path("/join"), json!({})).await.expect(200);
    assert_snapshot!(staff_action(&hall, &sam, "unpause", reason()).await, @"409 This community is not paused");
}

#[tokio::test]
async fn pausing_a_trust_circle_is_audited_as_group_pause_and_reserved_to_staff() {
    let hall = CommunityFixture::open().await;
    let sam = hall.app.staff("sam").await;
    let sql = "UPDATE communities SET group_type = 'trust-circle' WHERE id = $1";
    hall.app.sql(sql, vec![uuid_of(&hall.community).into()]).await;
    assert_eq!(
        staff_action(&hall, &hall.ada, "pause", reason()).await.status,
        404,
        "not allowed for its admin"
    );
    staff_action(&hall, &sam, "pause", reason()).await.expect(200);
    staff_action(&hall, &sam, "unpause", reason()).await.expect(200);
    assert_eq!(
        (audit_count(&hall, "group_pause").await, audit_count(&hall, "group_unpause").await),
        (1, 1)
    );
    hall.app.make_table_unavailable("events").await;
    assert_snapshot!(staff_action(&hall, &sam, "pause", reason()).await, @"500 Failed to change the pause");
}

#[tokio::test]
async fn staff_search_communities_by_name_prefix_or_id() {
    let hall = CommunityFixture::open().await;
    let sam = hall.app.staff("sam").await;
    let circle = hall.app.community(&hall.ada, "100% oaks", &[]).await;
    hall.app.make_community_private(&circle).await;
    let found = async |q: &str| {
        texts(&sam.get(&format!("/api/staff/communities?q={q}")).await.expect(200), "name")
    };
    assert_eq!(found("").await.len(), 2);
    assert_eq!(found("100%25").await, ["100% oaks"]);
    assert_eq!(found("LONG").await, ["Long spans"]);
    assert_eq!(found(&circle).await, ["100% oaks"]);
    assert!(found("oaks").await.is_empty(), "only prefixes match");
    assert!(found("%25").await.is_empty(), "wildcards are escaped");
    let first = sam.get("/api/staff/communities?limit=1").await.expect(200);
    let cursor = first.body["nextCursor"].as_str().expect("there is more").to_owned();
    let second = sam.get(&format!("/api/staff/communities?limit=1&cursor={cursor}")).await;
    assert_ne!(texts(&first, "name"), texts(&second.expect(200), "name"));
    assert_eq!(hall.ada.get("/api/staff/communities").await.status, 404);
}
