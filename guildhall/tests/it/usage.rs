//! Usage analytics: recorded events per site, and who may read the aggregates.

use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, Reply, TestApp, uuid_of};
use chrono::Duration;
use serde_json::{Value, json};
use tenant_runtime::analytics;

/// Aggregates all events so far.
async fn aggregate_events(app: &TestApp) {
    analytics::schedule_count(app.services()).await.unwrap();
    app.clock.advance_by(Duration::seconds(301));
    app.work().await;
}

async fn action_counts(who: &Browser, path: &str) -> Value {
    let report = who.get(path).await.expect(200).body;
    let actions = report["actions"].as_array().unwrap().iter();
    actions
        .map(|action| (action["eventType"].as_str().unwrap().to_owned(), action["count"].clone()))
        .collect()
}

async fn event_count(app: &TestApp, event: &str, portal: Option<&str>) -> i64 {
    let of = match portal {
        Some(affiliation) => {
            ("AND affiliation_id = $2", vec![event.into(), uuid_of(affiliation).into()])
        }
        None => ("AND affiliation_id IS NULL", vec![event.into()]),
    };
    let sql = format!("SELECT COUNT(*) AS n FROM analytics_events WHERE event_type = $1 {}", of.0);
    app.count(&sql, of.1).await
}

#[tokio::test]
async fn every_action_is_recorded_once_with_its_site() {
    let hall = CommunityFixture::open().await;
    let app = &hall.app;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&bob, "Rivets").await.expect(201).id();
    let like = format!("/api/posts/{post}/like");
    for _ in 0..3 {
        hall.ada.post(&like, json!({})).await.expect(200);
    }
    let article = json!({ "title": "Steel", "content": "<p>Steel remembers.</p>" });
    let article = bob.post(&hall.path("/articles"), article).await.expect(201).id();
    let path = format!("/api/articles/{article}");
    hall.ada.get(&path).await.expect(200);
    hall.ada.post(&format!("{path}/view"), json!({})).await;
    hall.ada.post(&format!("{path}/like"), json!({})).await.expect(200);
    hall.ada.post(&format!("{path}/comments"), json!({ "content": "It does." })).await.expect(201);
    let expected = [
        ("user_join", 2),
        ("user_login", 2),
        ("create_thread", 1),
        ("group_join", 1),
        ("create_post", 1),
        // Liked, unliked, and liked again.
        ("like_post", 2),
        ("create_article", 1),
        ("like_article", 1),
        ("create_comment", 1),
    ];
    for (event, times) in expected {
        assert_eq!(event_count(app, event, None).await, times, "{event}");
    }
    // Refused actions are not recorded.
    hall.write_post(&bob, "").await.expect(422);
    assert_eq!(event_count(app, "create_post", None).await, 1);
}

#[tokio::test]
async fn admins_see_analytics_of_their_portal_and_staff_of_all() {
    let app = TestApp::open().await;
    let (oak, elm) = (app.portal("Oak", "oak").await, app.portal("Elm", "elm").await);
    let (ada, eve, staff) =
        (app.member("ada").await, app.member("eve").await, app.staff("stella").await);
    for (who, name, portal) in [(&ada, "ada", &oak), (&eve, "eve", &elm)] {
        app.add_to_affiliation(who, &portal.affiliation).await;
        app.make_affiliation_admin(who, &portal.affiliation).await;
        app.sign_in(who, &format!("{}.localhost", portal.subdomain), name).await;
    }
    let rooms = app.community(&ada, "Oak General", &[&oak.affiliation]).await;
    start_thread(&ada, &rooms, "Said on main").await.expect(201);
    let threads = format!("/api/communities/{rooms}/threads");
    ada.on("oak").post(&threads, json!({ "caption": "Said at Oak" })).await.expect(201);
    assert_eq!(event_count(&app, "create_thread", Some(&oak.affiliation)).await, 1);
    assert_eq!(event_count(&app, "create_thread", None).await, 1);

    let of = |portal: &str| format!("/api/affiliations/{portal}/analytics");
    let before = ada.get(&of(&oak.affiliation)).await.expect(200).body;
    assert_eq!((&before["countedUntil"], &before["actions"]), (&Value::Null, &json!([])));
    aggregate_events(&app).await;
    let own = json!({ "create_thread": 1, "user_login": 1 });
    assert_eq!(action_counts(&ada, &of(&oak.affiliation)).await, own);
    assert_eq!(action_counts(&eve, &of(&elm.affiliation)).await, json!({ "user_login": 1 }));
    let hidden = "404 Affiliation not found or you don't have permission to view it.";
    assert_eq!(ada.get(&of(&elm.affiliation)).await.to_string(), hidden);
    assert_eq!(ada.on("oak").get(&of(&oak.affiliation)).await.status, 200);
    assert_eq!(ada.on("oak").get(&of(&elm.affiliation)).await.status, 404);
    assert_eq!(ada.get("/api/staff/analytics").await.status, 404);

    let everything = action_counts(&staff, "/api/staff/analytics").await;
    assert_eq!((&everything["create_thread"], &everything["user_join"]), (&json!(2), &json!(3)));
    let one = format!("/api/staff/analytics?affiliationId={}", oak.affiliation);
    assert_eq!(action_counts(&staff, &one).await, own);
    let report = staff.get(&one).await.expect(200).body;
    assert_eq!(report["activeMembers"], json!({ "now": 1, "before": 0 }));
    assert_eq!(report["newMembers"], json!({ "now": 1, "before": 0 }));
}

#[tokio::test]
async fn weekly_counts_are_idempotent_and_compare_periods() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let first = app.clock.now();
    aggregate_events(&app).await;
    app.clock.advance_by(Duration::weeks(4));
    app.sign_in(&staff, "localhost", "stella").await;
    aggregate_events(&app).await;
    aggregate_events(&app).await;
    let read = async |query: &str| staff.get(&format!("/api/staff/analytics{query}")).await;
    let report = read("?weeks=4").await.expect(200).body;
    let weeks = report["byWeek"].as_array().unwrap();
    let active: Vec<_> = weeks.iter().map(|week| week["active"].as_i64().unwrap()).collect();
    assert_eq!((active, weeks.len()), (vec![0, 0, 0, 1], 4));
    assert_eq!(report["activeMembers"], json!({ "now": 1, "before": 1 }));
    assert_eq!(report["newMembers"], json!({ "now": 0, "before": 1 }));
    let longer = read("").await.expect(200).body;
    assert_eq!((&longer["weeks"], &longer["newMembers"]["now"]), (&json!(12), &json!(1)));
    let signed_in = |report: &Value| {
        let hours = report["signInsByHour"].as_array().unwrap().iter();
        hours.flat_map(|day| day.as_array().unwrap()).map(|n| n.as_i64().unwrap()).sum::<i64>()
    };
    assert_eq!((signed_in(&report), signed_in(&longer)), (1, 2));
    // A year on, the first weeks are those of the year before.
    let year = first + Duration::weeks(52) - app.clock.now();
    app.clock.advance_by(year);
    app.sign_in(&staff, "localhost", "stella").await;
    aggregate_events(&app).await;
    let report = read("?weeks=4").await.expect(200).body;
    assert_eq!(report["byWeek"][3]["activeYearBefore"], 1);
}

#[tokio::test]
async fn sign_ins_by_hour_use_the_requested_time_zone() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let hour = |report: &Value| {
        let hours = report["signInsByHour"].as_array().unwrap();
        let all = hours.iter().flat_map(|day| day.as_array().unwrap());
        all.map(|n| n.as_i64().unwrap()).position(|n| n > 0).unwrap()
    };
    aggregate_events(&app).await;
    let read = async |zone: &str| staff.get(&format!("/api/staff/analytics{zone}")).await;
    let utc = hour(&read("").await.expect(200).body);
    let tokyo = hour(&read("?timeZone=Asia/Tokyo").await.expect(200).body);
    assert_eq!((utc + 9) % (7 * 24), tokyo);
}

#[tokio::test]
async fn invalid_analytics_queries_are_rejected() {
    let app = TestApp::open().await;
    let staff = app.staff("stella").await;
    let ask =
        async |query: &str| -> Reply { staff.get(&format!("/api/staff/analytics?{query}")).await };
    assert_eq!(ask("weeks=5").await.to_string(), "400 Choose 4, 12 or 52 weeks");
    assert_eq!(ask("timeZone=Mars/Olympus").await.to_string(), "400 This time zone is not known");
    assert_eq!(ask("affiliationId=oak").await.status, 400);
}

#[tokio::test]
async fn account_deletion_anonymises_events_but_keeps_counts() {
    let app = TestApp::open().await;
    let ada = app.member("ada").await;
    let id = uuid_of(&app.id_of(&ada).await);
    let mine = "SELECT COUNT(*) AS n FROM analytics_events WHERE user_id = $1";
    assert_eq!(app.count(mine, vec![id.into()]).await, 2);
    let mut system = app.services().system("forget somebody's events in a test");
    let tx = system.begin().await.unwrap();
    let user = platform::UserId::from(id);
    assert_eq!(analytics::delete_events_of(&tx, user, 1).await.unwrap(), 1);
    assert_eq!(analytics::delete_events_of(&tx, user, 500).await.unwrap(), 1);
    assert_eq!(analytics::delete_events_of(&tx, user, 500).await.unwrap(), 0);
    tx.commit().await.unwrap();
    assert_eq!(app.count(mine, vec![id.into()]).await, 0);
    assert_eq!(event_count(&app, "user_join", None).await, 1);
}
