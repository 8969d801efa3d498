//! The calendar file of one event.

use super::{create_event, event_path, time_in};
use crate::community_fixture::CommunityFixture;
use crate::kit::Reply;
use chrono::Duration;
use serde_json::json;

/// Lines of a calendar file without folds.
pub fn unfolded_lines(file: &Reply) -> Vec<String> {
    assert!(file.text.split("\r\n").all(|line| line.len() <= 75), "{}", file.text);
    file.text.replace("\r\n ", "").split("\r\n").map(str::to_owned).collect()
}

/// Value of the first property with this name.
pub fn property(file: &Reply, name: &str) -> Option<String> {
    let prefix = format!("{name}:");
    unfolded_lines(file).iter().find_map(|line| line.strip_prefix(&prefix).map(str::to_owned))
}

#[tokio::test]
async fn an_event_is_downloaded_as_a_calendar_file() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let start = time_in(&hall, Duration::days(1));
    let more = json!({
        "content": "**Walk**; bring bread, jam\nand a long rope for the bridge, which is high, and a lamp",
        "endsAt": start + Duration::hours(2), "link": "https://hall.example/walk",
    });
    let id = create_event(&hall, Duration::days(1), more).await;
    let path = event_path(&hall, &id, "/event.ics");
    let file = bob.get(&path).await.expect(200);
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(file.header("content-disposition"), "attachment; filename=\"event.ics\"");
    assert_eq!(file.header("x-content-type-options"), "nosniff");
    let value = |name: &str| property(&file, name).unwrap_or_default();
    assert_eq!(value("DTSTART"), start.format("%Y%m%dT%H%M%SZ").to_string());
    let end = start + Duration::hours(2);
    assert_eq!(value("DTEND"), end.format("%Y%m%dT%H%M%SZ").to_string());
    assert_eq!(value("SUMMARY"), "Walk\\; bring bread\\, jam");
    assert_eq!(value("LOCATION"), "https://hall.example/walk");
    assert_eq!(value("CATEGORIES"), "Long spans");
    assert_eq!((value("SEQUENCE"), value("STATUS")), ("0".to_owned(), "CONFIRMED".to_owned()));
    assert!(value("DESCRIPTION").ends_with("and a lamp\\n\\nhttps://hall.example/walk"));
    let uid = value("UID");
    hall.app.clock.advance_by(Duration::minutes(1));
    hall.ada.post(&event_path(&hall, &id, "/cancel"), json!({})).await.expect(200);
    let cancelled = bob.get(&path).await.expect(200);
    assert_eq!(property(&cancelled, "UID"), Some(uid));
    assert_eq!(property(&cancelled, "SEQUENCE").as_deref(), Some("1"));
    assert_eq!(property(&cancelled, "STATUS").as_deref(), Some("CANCELLED"));
    assert_ne!(property(&cancelled, "DTSTAMP"), property(&file, "DTSTAMP"));
    let outsider = hall.app.member("otto").await;
    assert_eq!(outsider.get(&path).await.status, 403);
    assert_eq!(hall.app.browser().get(&path).await.status, 401);
    let plain = json!({ "content": "No event" });
    let plain = hall.ada.post(&hall.path("/announcements"), plain).await.expect(201).id();
    let refused = bob.get(&event_path(&hall, &plain, "/event.ics")).await;
    assert_eq!(refused.to_string(), "409 This announcement is not an event");
}
