//! Private calendar feeds.

use super::files::{property, unfolded_lines};
use super::{answer, create_event, event_path, time_in};
use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply, TestApp, uuid_of};
use axum::body::Body;
use chrono::Duration;
use http::{Request, header};
use serde_json::{Value, json};

/// Requests an address as a calendar program does: without cookies and headers of a page.
async fn download(app: &TestApp, url: &str, known: Option<&str>) -> Reply {
    let (host, path) = url.strip_prefix("http://").unwrap().split_once('/').unwrap();
    let mut request = Request::get(format!("/{path}")).header(header::HOST, host);
    if let Some(known) = known {
        request = request.header(header::IF_NONE_MATCH, known);
    }
    app.browser().main().send(request.body(Body::empty()).unwrap()).await
}

async fn feed_url(who: &Browser) -> String {
    let made = who.post("/api/me/calendar-feed", json!({})).await.expect(200).body;
    made["url"].as_str().unwrap().to_owned()
}

fn summaries(file: &Reply) -> Vec<String> {
    let lines = unfolded_lines(file);
    lines.iter().filter_map(|line| line.strip_prefix("SUMMARY:").map(str::to_owned)).collect()
}

#[tokio::test]
async fn a_private_feed_is_read_without_a_session() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    create_event(&hall, Duration::minutes(5), json!({ "content": "Recent" })).await;
    create_event(&hall, Duration::days(40), json!({ "content": "Upcoming" })).await;
    let none = bob.get("/api/me/calendar-feed").await.expect(200).body;
    assert_eq!(none["createdAt"], Value::Null);
    let url = feed_url(&bob).await;
    let shown = bob.get("/api/me/calendar-feed").await.expect(200);
    assert_ne!(shown.body["createdAt"], Value::Null);
    let token = url.rsplit('/').next().unwrap().strip_suffix(".ics").unwrap();
    assert_eq!(token.len(), 43, "256 bits");
    assert!(!shown.text.contains(token));
    let stored = "SELECT COUNT(*) AS n FROM calendar_feeds WHERE token_hash = $1";
    assert_eq!(hall.app.count(stored, vec![token.into()]).await, 0);
    let file = download(&hall.app, &url, None).await.expect(200);
    assert_eq!(file.header("content-type"), "text/calendar; charset=utf-8");
    assert_eq!(file.header("cache-control"), "private, no-cache");
    assert_eq!(summaries(&file), ["Recent", "Upcoming"]);
    assert!(property(&file, "X-WR-CALNAME").is_some());
    let tag = file.header("etag").to_owned();
    let same = download(&hall.app, &url, Some(&tag)).await;
    assert_eq!((same.status, same.text.as_str()), (304, ""));
    hall.app.clock.advance_by(Duration::days(31));
    let later = download(&hall.app, &url, Some(&tag)).await.expect(200);
    assert_eq!(summaries(&later), ["Upcoming"]);
}

#[tokio::test]
async fn a_feed_is_renewed_and_revoked() {
    let hall = CommunityFixture::open().await;
    let first = feed_url(&hall.ada).await;
    let second = feed_url(&hall.ada).await;
    assert_ne!(first, second);
    let gone = "404 This calendar address is no longer valid";
    assert_eq!(download(&hall.app, &first, None).await.to_string(), gone);
    download(&hall.app, &second, None).await.expect(200);
    hall.ada.delete("/api/me/calendar-feed").await.expect(204);
    hall.ada.delete("/api/me/calendar-feed").await.expect(204);
    assert_eq!(download(&hall.app, &second, None).await.to_string(), gone);
    for path in ["x.ics", "x", ".ics", "%00.ics"] {
        let url = format!("http://localhost:8080/api/calendar/{path}");
        assert!([400, 404].contains(&download(&hall.app, &url, None).await.status), "{path}");
    }
}

#[tokio::test]
async fn a_feed_shows_joined_communities_to_people_in_good_standing_only() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let id = create_event(&hall, Duration::days(2), json!({ "content": "Walk" })).await;
    answer(&hall, &bob, &id, "no").await.expect(200);
    let url = feed_url(&bob).await;
    assert_eq!(summaries(&download(&hall.app, &url, None).await), ["Walk"]);
    hall.ada.post(&event_path(&hall, &id, "/cancel"), json!({})).await.expect(200);
    let cancelled = download(&hall.app, &url, None).await;
    assert_eq!(property(&cancelled, "STATUS").as_deref(), Some("CANCELLED"));
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert!(summaries(&download(&hall.app, &url, None).await.expect(200)).is_empty());
    hall.app.set_account_status_of_everyone("paused").await;
    assert_eq!(download(&hall.app, &url, None).await.status, 404);
    hall.app.set_account_status_of_everyone("active").await;
    download(&hall.app, &url, None).await.expect(200);
    hall.app.set_status_of_everyone(Some("banned")).await;
    assert_eq!(download(&hall.app, &url, None).await.status, 404);
    hall.app.set_status_of_everyone(None).await;
    hall.app.delete_all_rows("community_members").await;
    let user = uuid_of(&hall.app.id_of(&bob).await);
    hall.app.sql("DELETE FROM users WHERE id = $1", vec![user.into()]).await;
    assert_eq!(download(&hall.app, &url, None).await.status, 404);
}

#[tokio::test]
async fn a_feed_belongs_to_one_site() {
    let hall = CommunityFixture::open().await;
    let oak = hall.app.portal("Oak House", "oak").await;
    let bob = hall.member("bob").await;
    hall.app.add_to_affiliation(&bob, &oak.affiliation).await;
    hall.app.sign_in(&bob, "oak.localhost", "bob").await;
    let linked = hall.app.community(&bob, "Acorns", &[&oak.affiliation]).await;
    create_event(&hall, Duration::days(2), json!({ "content": "On main" })).await;
    let body = json!({ "content": "On oak", "startsAt": time_in(&hall, Duration::days(1)) });
    bob.post(&format!("/api/communities/{linked}/announcements"), body).await.expect(201);
    let main = feed_url(&bob).await;
    let made = bob.on("oak").post("/api/me/calendar-feed", json!({})).await.expect(200).body;
    let portal = made["url"].as_str().unwrap().to_owned();
    assert!(portal.starts_with("http://oak.localhost:8080/"), "{portal}");
    assert_eq!(summaries(&download(&hall.app, &main, None).await), ["On oak", "On main"]);
    assert_eq!(summaries(&download(&hall.app, &portal, None).await), ["On oak"]);
    for (url, from, to) in
        [(&main, "//localhost", "//oak.localhost"), (&portal, "//oak.localhost", "//localhost")]
    {
        let crossed = url.replace(from, to);
        assert_eq!(download(&hall.app, &crossed, None).await.status, 404, "{crossed}");
    }
    hall.app.sql("DELETE FROM affiliation_members", vec![]).await;
    assert_eq!(download(&hall.app, &portal, None).await.status, 404);
}

#[tokio::test]
async fn a_feed_has_a_rate_limit() {
    let hall = CommunityFixture::open().await;
    let url = feed_url(&hall.ada).await;
    for _ in 0..20 {
        download(&hall.app, &url, None).await.expect(200);
    }
    assert_eq!(download(&hall.app, &url, None).await.status, 429);
    hall.app.clock.advance_by(Duration::minutes(6));
    download(&hall.app, &url, None).await.expect(200);
}
