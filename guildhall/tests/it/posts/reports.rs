//! Reports: one open report per user and object, handled by moderators and staff.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply};
use insta::assert_snapshot;
use serde_json::{Value, json};
use uuid::Uuid;

async fn report(who: &Browser, post: &str, reason: &str) -> Reply {
    who.post(&format!("/api/posts/{post}/reports"), json!({ "reason": reason })).await
}

async fn act(who: &Browser, report: &str, action: &str) -> Reply {
    who.post(&format!("/api/reports/{report}/{action}"), json!({})).await
}

#[tokio::test]
async fn report_reaches_moderators_and_staff_only() {
    let hall = CommunityFixture::open().await;
    let (bob, tess) = (hall.member("bob").await, hall.member("tess").await);
    hall.set_role(&tess, "trustee").await;
    let (sam, olaf) = (hall.app.staff("sam").await, hall.app.member("olaf").await);
    let post = hall.write_post(&hall.ada, "Debatable").await.expect(201).id();
    let mut streams = [tess.live().await, sam.live().await];
    for stream in &mut streams {
        stream.until("hello").await;
    }
    assert_snapshot!(report(&olaf, &post, "x").await, @"404 Post not found");
    assert_snapshot!(report(&hall.ada, &post, "x").await, @"422 You cannot report your own content");
    assert_snapshot!(report(&bob, &post, "").await, @"422 Input is required");
    let (key, path) = (Uuid::now_v7().to_string(), format!("/api/posts/{post}/reports"));
    let main = bob.main();
    let sent = main.post_keyed(&path, &key, json!({ "reason": "Rude" })).await.expect(201);
    assert_eq!((&sent.body["status"], &sent.body["reason"]), (&json!("open"), &json!("Rude")));
    let again = main.post_keyed(&path, &key, json!({ "reason": "Rude" })).await.expect(201);
    assert_eq!(again.id(), sent.id());
    assert_snapshot!(report(&bob, &post, "Rude").await, @"409 You have already reported this");
    let [tess_hears, sam_hears] = &mut streams;
    let notice = tess_hears.until("notification.created").await["notification"].clone();
    assert_eq!(notice["title"], "New report");
    assert_eq!(notice["data"]["reportId"].as_str(), Some(sent.id().as_str()));
    let event = sam_hears.until("report.opened").await;
    assert_eq!(event["reportId"].as_str(), Some(sent.id().as_str()));

    let queue = hall.path("/reports");
    assert_snapshot!(bob.get(&queue).await, @"403 Admin privileges required");
    let strange = hall.ada.get(&format!("{queue}?status=odd")).await;
    assert_snapshot!(strange, @"422 A report is open, resolved or dismissed");
    for (who, path) in
        [(&hall.ada, queue.as_str()), (&tess, &queue), (&sam, &queue), (&sam, "/api/staff/reports")]
    {
        let shown = who.get(path).await.expect(200).items()[0].clone();
        assert_eq!(shown["excerpt"], "Debatable");
        assert_eq!(shown["threadId"].as_str(), Some(hall.thread.as_str()));
        assert_eq!(shown["communityName"], "Long spans");
        assert_eq!(shown["author"]["displayName"], "Ada Tester");
        assert_eq!(shown["reporter"]["displayName"], "Bob Tester");
    }
}

#[tokio::test]
async fn report_is_handled_once_and_can_be_filed_again() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&hall.ada, "Debatable").await.expect(201).id();
    let first = report(&bob, &post, "Rude").await.expect(201).id();
    assert_snapshot!(act(&bob, &first, "dismiss").await, @"404 Report not found");
    let closed = act(&hall.ada, &first, "dismiss").await.expect(200).body;
    assert_eq!(
        (&closed["status"], &closed["handledBy"]["displayName"]),
        (&json!("dismissed"), &json!("Ada Tester"))
    );
    assert_snapshot!(act(&hall.ada, &first, "resolve").await, @"409 This report was already handled");
    let second = report(&bob, &post, "Still rude").await.expect(201).id();
    hall.ada.delete(&format!("/api/posts/{post}")).await.expect(200);
    let queue = hall.path("/reports");
    assert!(
        hall.ada.get(&queue).await.items().is_empty(),
        "it is resolved when its post is deleted"
    );
    let page = hall.ada.get(&format!("{queue}?status=resolved")).await;
    let settled = &page.items()[0];
    assert_eq!(settled["id"].as_str(), Some(second.as_str()));
    assert_eq!((&settled["excerpt"], &settled["threadId"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn former_trustee_receives_no_report_events() {
    let hall = CommunityFixture::open().await;
    let (bob, tess) = (hall.member("bob").await, hall.member("tess").await);
    let sam = hall.app.staff("sam").await;
    let tess_id = hall.app.id_of(&tess).await;
    let office = |action| {
        let community = &hall.community;
        format!("/api/staff/communities/{community}/members/{tess_id}/{action}")
    };
    let why = json!({ "reason": "For a test" });
    sam.post(&office("grant-trustee"), why.clone()).await.expect(200);
    let (mut to_tess, mut to_bob) = (tess.live().await, bob.live().await);
    for stream in [&mut to_tess, &mut to_bob] {
        stream.until("hello").await;
    }
    let post = hall.write_post(&hall.ada, "Debatable").await.expect(201).id();
    let report = format!("/api/posts/{post}/reports");
    let sent = bob.post(&report, json!({ "reason": "Rude" })).await.expect(201).id();
    assert_eq!(to_tess.until("report.opened").await["reportId"], json!(sent));
    let queue = tess.get(&hall.path("/reports")).await.expect(200).body;
    assert_eq!(queue["openCount"], 1);
    sam.post(&office("revoke-trustee"), why).await.expect(200);
    to_tess.until("membership.demoted").await;
    tess.post(&report, json!({ "reason": "Very rude" })).await.expect(201);
    hall.ada.post(&format!("/api/reports/{sent}/dismiss"), json!({})).await.expect(200);
    assert_eq!(hall.ada.get(&hall.path("/reports")).await.expect(200).body["openCount"], 1);
    hall.write_post(&hall.ada, "The end").await.expect(201);
    for stream in [&mut to_tess, &mut to_bob] {
        let mut kinds = Vec::new();
        loop {
            let frame: Value = stream.next().await.unwrap().data;
            kinds.push(frame["type"].as_str().unwrap().to_owned());
            if frame["post"]["content"] == "The end" {
                break;
            }
        }
        assert!(!kinds.iter().any(|kind| kind.starts_with("report.")), "{kinds:?}");
    }
}
