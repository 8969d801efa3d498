//! Housekeeping deletes expired records and keeps valid ones.

use crate::kit::TestApp;
use chrono::Duration;
use platform::retention;

#[tokio::test]
async fn housekeeping_deletes_expired_records_and_schedules_one_next_run() {
    let app = TestApp::open().await;
    let ada = app.newcomer("ada").await;
    let marks = "SELECT COUNT(*) AS n FROM used_tokens";
    let links = "SELECT COUNT(*) AS n FROM email_tokens";
    let runs = "SELECT COUNT(*) AS n FROM jobs WHERE kind = 'housekeeping' AND state = 'ready'";
    assert_eq!((app.count(marks, vec![]).await, app.count(links, vec![]).await), (1, 1));

    for _ in 0..2 {
        retention::schedule_sweep(app.services()).await.unwrap();
    }
    assert_eq!(
        app.count(runs, vec![]).await,
        1,
        "one run per hour, regardless of the number of workers"
    );

    app.clock.advance_by(Duration::hours(2));
    app.work().await;
    assert_eq!((app.count(marks, vec![]).await, app.count(links, vec![]).await), (0, 1));
    assert_eq!(app.count(runs, vec![]).await, 1);
    ada.post("/api/usersCheckAuthStatus", serde_json::json!({})).await.expect(200);
}
