//! What has served its time goes, and what still serves stays.

use crate::kit::TestApp;
use chrono::Duration;
use platform::housekeeping;

#[tokio::test]
async fn an_hour_after_their_time_spent_things_are_gone_and_the_next_run_is_left() {
    let app = TestApp::open().await;
    let ada = app.newcomer("ada").await;
    let marks = "SELECT COUNT(*) AS n FROM used_tokens";
    let links = "SELECT COUNT(*) AS n FROM email_tokens";
    let runs = "SELECT COUNT(*) AS n FROM jobs WHERE kind = 'housekeeping' AND state = 'ready'";
    assert_eq!((app.count(marks, vec![]).await, app.count(links, vec![]).await), (1, 1));

    for _ in 0..2 {
        housekeeping::schedule(app.services()).await.unwrap();
    }
    assert_eq!(app.count(runs, vec![]).await, 1, "an hour has one run, however many workers ask");

    app.clock.advance(Duration::hours(2));
    app.work().await;
    assert_eq!((app.count(marks, vec![]).await, app.count(links, vec![]).await), (0, 1));
    assert_eq!(app.count(runs, vec![]).await, 1);
    ada.post("/api/usersCheckAuthStatus", serde_json::json!({})).await.expect(200);
}
