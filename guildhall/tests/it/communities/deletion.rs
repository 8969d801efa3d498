//! Deleting a community: immediately, after a week, cancelled, and interrupted.

use super::house::{House, notice_count, open_stream};
use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, uuid_of};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration as Wait;

/// Rows of the community, and orphaned rows of any deleted community, by table.
async fn rows_left(hall: &CommunityFixture) -> BTreeMap<String, i64> {
    let mut left = hall.app.community_rows(&hall.community).await;
    left.extend(hall.app.orphaned_rows().await);
    left
}

/// Advances the clock past the end of every session, and signs `people` in again.
async fn advance_and_sign_in(hall: &CommunityFixture, time: Duration, people: &[(&Browser, &str)]) {
    hall.app.clock.advance_by(time);
    for (browser, name) in people {
        hall.app.sign_in(browser, "localhost", name).await;
    }
}

/// Creates a row in every table of a community. Returns a second member.
async fn fill_every_table(hall: &CommunityFixture) -> Browser {
    let bob = hall.member("bob").await;
    let post = hall.write_post(&hall.ada, "One").await.expect(201).id();
    hall.write_reply(&bob, &post, "Two").await.expect(201);
    bob.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
    bob.post(&hall.path("/read"), json!({})).await.expect(200);
    bob.put(&hall.path("/notifications"), json!({ "preference": "mentions" })).await.expect(200);
    let body = json!({ "content": "Picnic" });
    hall.ada.post(&hall.path("/announcements"), body).await.expect(201);
    let start = hall.app.clock.now() + Duration::days(60);
    let event = json!({ "content": "Walk", "startsAt": start });
    let event = hall.ada.post(&hall.path("/announcements"), event).await.expect(201).id();
    let rsvp = hall.path(&format!("/announcements/{event}/rsvp"));
    bob.put(&rsvp, json!({ "answer": "yes" })).await.expect(200);
    let rest = json!({ "userId": hall.app.id_of(&bob).await, "preset": "7d" });
    hall.ada.post(&hall.path("/timeouts"), rest).await.expect(201);
    hall.app.member("cleo").await.post(&hall.path("/join-requests"), json!({})).await.expect(201);
    hall.app.work().await;
    bob
}

#[tokio::test]
async fn sole_member_deletes_a_community_immediately() {
    let hall = CommunityFixture::open().await;
    hall.write_post(&hall.ada, "Nobody here").await.expect(201);
    let staff = hall.app.staff("sam").await;
    let deleted = hall.ada.post(&hall.path("/deletion"), json!({})).await.expect(200).body;
    assert_eq!(deleted["deleted"], true);
    for who in [&hall.ada, &staff] {
        assert_eq!(who.get(&hall.path("")).await.to_string(), "404 Community not found");
    }
    assert!(hall.ada.get("/api/communities").await.items().is_empty());
    assert_eq!(hall.ada.get("/api/me").await.body["communitiesJoined"], json!([]));
    hall.app.work().await;
    assert_eq!(rows_left(&hall).await, BTreeMap::new());
}

#[tokio::test]
async fn community_and_all_its_data_are_deleted_after_seven_days() {
    let hall = CommunityFixture::open().await;
    let bob = fill_every_table(&hall).await;
    let path = hall.path("/deletion");
    assert_snapshot!(bob.post(&path, json!({})).await, @"403 Only community administrators can delete the community");
    let before = notice_count(&hall.app, &bob, "system_message").await;
    let asked = hall.ada.post(&path, json!({})).await.expect(200).body;
    assert_eq!(asked["deleted"], false);
    let status = &asked["deletionStatus"];
    assert_eq!((&status["isPending"], &status["approvedBy"]), (&json!(true), &Value::Null));
    assert_eq!(status["requestedBy"], json!(hall.app.id_of(&hall.ada).await));
    assert_eq!(bob.get(&hall.path("")).await.body["deletionStatus"], *status);
    assert_snapshot!(hall.ada.post(&path, json!({})).await, @"409 Community is already scheduled for deletion");
    assert_eq!(notice_count(&hall.app, &bob, "system_message").await, before + 1);
    advance_and_sign_in(&hall, Duration::days(6) + Duration::hours(1), &[(&bob, "bob")]).await;
    assert_eq!(notice_count(&hall.app, &bob, "system_message").await, before + 2, "a day before");
    bob.get(&hall.path("")).await.expect(200);
    advance_and_sign_in(&hall, Duration::hours(23) - Duration::minutes(1), &[(&bob, "bob")]).await;
    hall.app.work().await;
    bob.get(&hall.path("")).await.expect(200);
    let mut stream = open_stream(&bob).await;
    let left_off = stream.last_id.clone();
    hall.app.clock.advance_by(Duration::minutes(1));
    hall.app.work().await;
    stream.until("community.deleted").await;
    // A client that reconnects later receives the event too, although the membership no longer exists.
    let mut back = bob.main().live(left_off.as_deref()).await;
    assert_eq!(back.until("community.deleted").await["communityId"], json!(hall.community));
    assert_eq!(rows_left(&hall).await, BTreeMap::new());
    assert_eq!(bob.get(&hall.path("")).await.status, 404);
}

#[tokio::test]
async fn any_admin_can_cancel_a_pending_deletion() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let path = hall.path("/deletion");
    assert_snapshot!(hall.ada.delete(&path).await, @"409 No deletion request is pending");
    hall.ada.post(&path, json!({})).await.expect(200);
    assert_snapshot!(bob.delete(&path).await, @"403 Only community administrators can cancel deletion");
    let bob_id = hall.app.id_of(&bob).await;
    hall.ada.post(&hall.path(&format!("/members/{bob_id}/promote")), json!({})).await.expect(200);
    let kept = bob.delete(&path).await.expect(200).body;
    assert_eq!(kept["deletionStatus"]["isPending"], false);
    assert_eq!(
        notice_count(&hall.app, &cleo, "system_message").await,
        2,
        "asked for and cancelled"
    );
    assert_eq!(hall.rows("scheduled_deletions").await, 0);
    advance_and_sign_in(&hall, Duration::days(8), &[(&bob, "bob"), (&cleo, "cleo")]).await;
    hall.app.work().await;
    cleo.get(&hall.path("")).await.expect(200);
    hall.app.make_table_unavailable("events").await;
    assert_snapshot!(bob.post(&path, json!({})).await, @"500 Failed to initiate community deletion");
    hall.app.sql("UPDATE communities SET deletion_pending = TRUE", vec![]).await;
    assert_snapshot!(bob.delete(&path).await, @"500 Failed to cancel community deletion");
}

#[tokio::test]
async fn staff_deletion_request_is_recorded_as_approved_by_staff() {
    let house = House::open().await;
    let sam = house.app.staff("sam").await;
    let asked = sam.post(&house.path("/deletion"), json!({})).await.expect(200).body;
    assert_eq!(asked["deleted"], false, "the requester is not the only member");
    let sam_id = json!(house.app.id_of(&sam).await);
    assert_eq!(asked["deletionStatus"]["approvedBy"], sam_id);
    house.ada.delete(&house.path("/deletion")).await.expect(200);
}

#[tokio::test]
async fn staff_confirm_a_pending_deletion_once() {
    let house = House::open().await;
    let mel = house.member_with_role("mel", "member").await;
    let (sam, stella) = (house.app.staff("sam").await, house.app.staff("stella").await);
    let path = house.path("/deletion");
    let asked = house.ada.post(&path, json!({})).await.expect(200).body["deletionStatus"].clone();
    let mut stream = open_stream(&mel).await;
    let confirmed = sam.post(&path, json!({})).await.expect(200).body;
    stream.until("community.updated").await;
    assert_eq!(confirmed["deleted"], false);
    let status = &confirmed["deletionStatus"];
    assert_eq!(status["approvedBy"], json!(house.app.id_of(&sam).await));
    for unchanged in ["isPending", "requestedBy", "requestedAt", "scheduledFor"] {
        assert_eq!(status[unchanged], asked[unchanged], "{unchanged}");
    }
    assert_eq!(house.ada.get(&house.path("")).await.body["deletionStatus"], *status);
    for again in [&sam, &stella, &house.ada] {
        let refused = again.post(&path, json!({})).await.to_string();
        assert_eq!(refused, "409 Community is already scheduled for deletion");
    }
    let log = sam.get("/api/staff/audit?action=community.confirm-deletion").await.expect(200);
    let entry = &log.items()[0];
    assert_eq!(
        (&entry["before"]["approvedBy"], &entry["after"]["approvedBy"]),
        (&Value::Null, &status["approvedBy"])
    );
    let kept = house.ada.delete(&path).await.expect(200).body["deletionStatus"].clone();
    assert_eq!((&kept["isPending"], &kept["approvedBy"]), (&json!(false), &Value::Null));
}

#[tokio::test]
async fn interrupted_deletion_resumes_until_nothing_is_left() {
    let hall = CommunityFixture::open().await;
    fill_every_table(&hall).await;
    insert_posts(&hall, 10_000).await;
    hall.ada.post(&hall.path("/deletion"), json!({})).await.expect(200);
    hall.app.clock.advance_by(Duration::days(7));
    let mut interruptions = 0;
    let posts = async || hall.rows("posts").await;
    let mut last = posts().await;
    while last > 0 {
        let worker = guildhall::app::build_worker(hall.app.services());
        // Dropped between two statements, like a process that is killed.
        let cut = tokio::time::timeout(
            Wait::from_millis(40 + interruptions * 7),
            worker.run_until_idle(),
        );
        drop(cut.await);
        interruptions += 1;
        assert!(interruptions < 400, "{last} posts are left");
        // A killed worker holds the job until its lease ends.
        hall.app.clock.advance_by(Duration::minutes(2));
        last = posts().await;
        assert!(
            last == 0 || last % 500 == 2,
            "{last} posts are left: a chunk is deleted as a whole"
        );
    }
    hall.app.work().await;
    assert_eq!(rows_left(&hall).await, BTreeMap::new());
}

async fn insert_posts(hall: &CommunityFixture, count: usize) {
    let (community, thread) = (uuid_of(&hall.community), uuid_of(&hall.thread));
    let author = uuid_of(&hall.app.id_of(&hall.ada).await);
    let now = hall.app.clock.now();
    for some in (0..count).collect::<Vec<_>>().chunks(500) {
        let rows: Vec<String> = some
            .iter()
            .map(|_| {
                let id = uuid::Uuid::now_v7();
                let id = match hall.app.services().system("a test").backend() {
                    sea_orm::DbBackend::Sqlite => format!("X'{}'", id.simple()),
                    _ => format!("'{id}'"),
                };
                format!("({id}, $1, $2, $3, 'One of many', $4)")
            })
            .collect();
        let sql = format!(
            "INSERT INTO posts (id, community_id, thread_id, author_id, content, created) VALUES {}",
            rows.join(", ")
        );
        let values = vec![community.into(), thread.into(), author.into(), now.into()];
        hall.app.sql(&sql, values).await;
    }
}

#[tokio::test]
async fn writes_concurrent_with_deletion_succeed_before_it_or_return_404() {
    let hall = CommunityFixture::open().await;
    hall.app.make_everyone_premium().await;
    for n in 0..6 {
        hall.app.clock.advance_by(Duration::minutes(61));
        let id = hall.app.community(&hall.ada, &format!("Short-lived {n}"), &[]).await;
        let thread = start_thread(&hall.ada, &id, "Cables").await.expect(201).id();
        let path = |rest: &str| format!("/api/communities/{id}{rest}");
        let posts = path(&format!("/threads/{thread}/posts"));
        let post = hall.ada.post(&posts, json!({ "content": "One" })).await.expect(201).id();
        let (like, article) = (format!("/api/posts/{post}/like"), path("/articles"));
        let actions = [
            (posts.clone(), json!({ "content": "Two" })),
            (posts, json!({ "content": "Three" })),
            (like, json!({})),
            (path("/threads"), json!({ "caption": "Bearings" })),
            (article, json!({ "title": "On cables", "content": "They hold" })),
            (path("/announcements"), json!({ "content": "Picnic" })),
            (path("/private-code"), json!({})),
            (path("/read"), json!({})),
        ];
        let done = join_all(actions.map(|(path, body)| {
            let ada = hall.ada.clone();
            async move { ada.post(&path, body).await }
        }));
        let ends = path("/deletion");
        let (done, gone) = tokio::join!(done, hall.ada.post(&ends, json!({})));
        assert_eq!(gone.expect(200).body["deleted"], true);
        for reply in done {
            assert!([200, 201, 404].contains(&reply.status), "{reply}");
        }
        hall.app.work().await;
        assert_eq!(hall.app.community_rows(&id).await, BTreeMap::new());
    }
    assert_eq!(hall.app.orphaned_rows().await, BTreeMap::new());
}

#[tokio::test]
async fn housekeeping_removes_orphaned_schedules_and_requeues_lost_jobs() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.ada.post(&hall.path("/deletion"), json!({})).await.expect(200);
    let sql = "INSERT INTO scheduled_deletions (community_id, scheduled_for, created_at) \
        VALUES ($1, $2, $2)";
    let unknown_community = uuid::Uuid::now_v7();
    hall.app.sql(sql, vec![unknown_community.into(), hall.app.clock.now().into()]).await;
    hall.app.work().await;
    hall.app.delete_all_rows("jobs").await;
    hall.app.clock.advance_by(Duration::days(7));
    platform::retention::schedule_sweep(hall.app.services()).await.unwrap();
    advance_and_sign_in(&hall, Duration::hours(2), &[(&bob, "bob")]).await;
    hall.app.work().await;
    let records = "SELECT COUNT(*) AS n FROM scheduled_deletions";
    assert_eq!(hall.app.count(records, vec![]).await, 0);
    assert_eq!(bob.get(&hall.path("")).await.status, 404);
    assert_eq!(rows_left(&hall).await, BTreeMap::new());
}
