//! A community's figures (communities.md C-131 to C-134, gaps G-053).

use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, Reply, TestApp};
use chrono::{Duration, Timelike};
use insta::assert_snapshot;
use platform::config::Config;
use serde_json::{Value, json};

async fn analytics(hall: &CommunityFixture, who: &Browser, query: &str) -> Reply {
    who.get(&hall.path(&format!("/analytics{query}"))).await
}

/// A community at 12:10 UTC, so that no hour or day ends while posts are written.
async fn open_at_noon() -> CommunityFixture {
    let app = TestApp::open().await;
    let now = app.clock.now();
    let of_day = i64::from(now.num_seconds_from_midnight());
    app.clock.advance_by(Duration::seconds(86_400 - of_day + 12 * 3_600 + 600));
    CommunityFixture::open_in(app).await
}

/// Writes posts as fast as the rate limit allows.
async fn write_posts(hall: &CommunityFixture, who: &Browser, thread: &str, count: usize) {
    for n in 0..count {
        if n % 5 == 0 {
            hall.app.clock.advance_by(Duration::seconds(61));
        }
        let path = hall.path(&format!("/threads/{thread}/posts"));
        who.post(&path, json!({ "content": format!("Post {n}") })).await.expect(201);
    }
}

fn numbers(figures: &Value, series: &str, field: &str) -> Vec<i64> {
    let series = figures[series].as_array().unwrap();
    series.iter().map(|one| one[field].as_i64().unwrap()).collect()
}

#[tokio::test]
async fn posts_joins_and_leaves_are_counted_by_hour_and_day() {
    let hall = open_at_noon().await;
    let bob = hall.member("bob").await;
    write_posts(&hall, &bob, &hall.thread, 3).await;
    hall.app.clock.advance_by(Duration::hours(1));
    let carol = hall.member("carol").await;
    carol.post(&hall.path("/leave"), json!({})).await.expect(204);
    write_posts(&hall, &hall.ada, &hall.thread, 1).await;
    hall.app.clock.advance_by(Duration::hours(24));
    let dora = hall.member("dora").await;
    write_posts(&hall, &dora, &hall.thread, 2).await;

    let staff = hall.app.staff("staff").await;
    let figures = analytics(&hall, &staff, "").await.expect(200).body;
    assert_eq!(numbers(&figures, "daily", "posts"), [0, 0, 0, 0, 0, 4, 2]);
    assert_eq!(numbers(&figures, "daily", "joined"), [0, 0, 0, 0, 0, 3, 1], "the founder too");
    assert_eq!(numbers(&figures, "daily", "left"), [0, 0, 0, 0, 0, 1, 0]);
    let hourly = numbers(&figures, "hourly", "posts");
    assert_eq!((hourly.len(), hourly[23], hourly.iter().sum::<i64>()), (24, 2, 2));
    let sums = ["posts", "joined", "left", "memberCount", "totalPosts", "activeMembers"];
    assert_eq!(sums.map(|field| figures[field].as_i64().unwrap()), [6, 4, 1, 3, 6, 3]);
    assert_eq!(figures["retentionRate"], 75.0);
    assert_eq!(figures["topPosters"], json!([]), "six posts are too few for a ranking");
    assert_eq!(figures["topThreads"][0]["posts"], 6);

    let in_auckland = analytics(&hall, &staff, "?timeZone=Pacific/Auckland").await.expect(200).body;
    let days = in_auckland["daily"].as_array().unwrap();
    assert_ne!(days[6]["day"], figures["daily"][6]["day"], "it is tomorrow there after noon");
    assert_eq!(in_auckland["timeZone"], "Pacific/Auckland");
    let of_a_day = analytics(&hall, &staff, "?days=1").await.expect(200).body;
    assert_eq!((&of_a_day["posts"], &of_a_day["joined"]), (&json!(2), &json!(1)));
    assert_eq!(of_a_day["retentionRate"], 100.0);
}

#[tokio::test]
async fn top_posters_are_listed_from_eleven_posts_on() {
    let hall = open_at_noon().await;
    let bob = hall.member("bob").await;
    let beams = start_thread(&hall.ada, &hall.community, "Beams").await.expect(201).id();
    write_posts(&hall, &bob, &hall.thread, 7).await;
    write_posts(&hall, &hall.ada, &beams, 4).await;
    let figures = analytics(&hall, &hall.ada, "").await.expect(200).body;
    let named = |n: usize| &figures["topPosters"][n];
    assert_eq!(named(0)["person"]["displayName"], "Bob Tester");
    assert_eq!((&named(0)["posts"], &named(1)["posts"]), (&json!(7), &json!(4)));
    let threads = figures["topThreads"].as_array().unwrap();
    let captions: Vec<_> = threads.iter().map(|thread| thread["caption"].clone()).collect();
    assert_eq!(captions, ["Cables", "Beams"]);
}

/// Replaces the membership events with a view that takes far longer than the timeout.
#[tokio::test]
async fn analytics_query_times_out() {
    assert_eq!(Config::default().analytics.statement_timeout_s, 15, "as specified");
    let app = TestApp::open_with(&[("analytics.statement_timeout_s", "1")]).await;
    let hall = CommunityFixture::open_in(app).await;
    hall.app.make_table_unavailable("membership_events").await;
    let endless = "CREATE VIEW membership_events AS SELECT e.* FROM membership_events_unavailable e WHERE 0 = \
        (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 9000) \
         SELECT COUNT(*) FROM n a, n b, n c WHERE a.x + b.x + c.x < 0)";
    hall.app.sql(endless, vec![]).await;
    let began = std::time::Instant::now();
    assert_snapshot!(analytics(&hall, &hall.ada, "").await, @"500 Failed to get analytics");
    assert!((1..10).contains(&began.elapsed().as_secs()), "{:?}", began.elapsed());
}

#[tokio::test]
async fn only_admins_and_staff_read_analytics() {
    let hall = CommunityFixture::open().await;
    let (bob, stranger) = (hall.member("bob").await, hall.app.member("stranger").await);
    let refused = analytics(&hall, &bob, "").await;
    assert_snapshot!(refused, @"403 Only community admins can view analytics");
    let refused = analytics(&hall, &stranger, "").await;
    assert_snapshot!(refused, @"403 Only community admins can view analytics");
    let staff = hall.app.staff("staff").await;
    let none = analytics(&hall, &staff, "").await.expect(200).body;
    assert_eq!(numbers(&none, "hourly", "posts"), [0; 24], "zero, not invented");
    assert_snapshot!(analytics(&hall, &staff, "?days=0").await, @"400 Choose between 1 and 365 days");
    assert_snapshot!(analytics(&hall, &staff, "?days=366").await, @"400 Choose between 1 and 365 days");
    let nowhere = analytics(&hall, &staff, "?timeZone=Atlantis/Poseidonis").await;
    assert_snapshot!(nowhere, @"400 This time zone is not known");
    hall.app.make_table_unavailable("membership_events").await;
    assert_snapshot!(analytics(&hall, &staff, "").await, @"500 Failed to get analytics");
}
