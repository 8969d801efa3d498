//! Lists of events of a community and of all communities of a person.

use super::{create_event, event_path, time_in};
use crate::community_fixture::CommunityFixture;
use crate::kit::Reply;
use chrono::Duration;
use serde_json::{Value, json};

fn contents(page: &Reply) -> Vec<String> {
    let text = |item: &Value| {
        let event = item.get("announcement").unwrap_or(item);
        event["content"].as_str().unwrap().to_owned()
    };
    page.items().iter().map(text).collect()
}

async fn event_named(hall: &CommunityFixture, name: &str, from_now: Duration) -> String {
    create_event(hall, from_now, json!({ "content": name })).await
}

#[tokio::test]
async fn upcoming_events_are_listed_by_start_and_past_ones_on_request() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let ends = json!({ "content": "Long", "endsAt": time_in(&hall, Duration::days(3)) });
    create_event(&hall, Duration::minutes(5), ends).await;
    event_named(&hall, "Short", Duration::minutes(6)).await;
    event_named(&hall, "Later", Duration::days(9)).await;
    event_named(&hall, "Next", Duration::days(2)).await;
    let ended = event_named(&hall, "Ended", Duration::days(2)).await;
    hall.ada.post(&event_path(&hall, &ended, "/end"), json!({})).await.expect(200);
    let plain = json!({ "content": "No event" });
    hall.ada.post(&hall.path("/announcements"), plain).await.expect(201);
    let path = hall.path("/events");
    assert_eq!(contents(&bob.get(&path).await.expect(200)), ["Long", "Short", "Next", "Later"]);
    assert!(bob.get(&format!("{path}?past=true")).await.expect(200).items().is_empty());
    hall.app.clock.advance_by(Duration::minutes(67));
    hall.app.sign_in(&bob, "localhost", "bob").await;
    for path in [path.as_str(), "/api/me/events"] {
        assert_eq!(contents(&bob.get(path).await.expect(200)), ["Long", "Next", "Later"]);
        assert_eq!(contents(&bob.get(&format!("{path}?past=true")).await.expect(200)), ["Short"]);
        let page = bob.get(&format!("{path}?limit=2")).await.expect(200);
        assert_eq!(contents(&page), ["Long", "Next"]);
        let next = page.body["nextCursor"].as_str().unwrap();
        let page = bob.get(&format!("{path}?limit=2&cursor={next}")).await.expect(200);
        assert_eq!(
            (contents(&page), &page.body["nextCursor"]),
            (vec!["Later".to_owned()], &Value::Null)
        );
    }
    hall.app.clock.advance_by(Duration::days(4));
    hall.app.sign_in(&bob, "localhost", "bob").await;
    let past = format!("{path}?past=true");
    assert_eq!(contents(&bob.get(&past).await.expect(200)), ["Next", "Short", "Long"]);
    let page = bob.get(&format!("{past}&limit=1")).await.expect(200);
    let next = page.body["nextCursor"].as_str().unwrap();
    let page = bob.get(&format!("{past}&limit=1&cursor={next}")).await.expect(200);
    assert_eq!(contents(&page), ["Short"]);
}

#[tokio::test]
async fn own_events_are_those_of_joined_communities_on_the_site() {
    let hall = CommunityFixture::open().await;
    let oak = hall.app.portal("Oak House", "oak").await;
    let bob = hall.member("bob").await;
    hall.app.add_to_affiliation(&bob, &oak.affiliation).await;
    hall.app.sign_in(&bob, "oak.localhost", "bob").await;
    let linked = hall.app.community(&bob, "Acorns", &[&oak.affiliation]).await;
    event_named(&hall, "On main", Duration::days(2)).await;
    let body = json!({ "content": "On oak", "startsAt": time_in(&hall, Duration::days(1)) });
    let path = format!("/api/communities/{linked}/announcements");
    bob.post(&path, body).await.expect(201);
    let main = bob.get("/api/me/events").await.expect(200);
    assert_eq!(contents(&main), ["On oak", "On main"]);
    assert_eq!(main.items()[0]["communityName"], "Acorns");
    let portal = bob.on("oak").get("/api/me/events").await.expect(200);
    assert_eq!(contents(&portal), ["On oak"]);
    let events = hall.path("/events");
    assert_eq!(bob.on("oak").get(&events).await.to_string(), "404 Community not found");
    let outsider = hall.app.member("otto").await;
    assert!(outsider.get("/api/me/events").await.expect(200).items().is_empty());
    let refused = outsider.get(&events).await;
    assert_eq!(
        refused.to_string(),
        "403 Unable to load communities. Please check your permissions."
    );
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    assert_eq!(contents(&bob.get("/api/me/events").await.expect(200)), ["On oak"]);
    hall.app.mark_all_communities_deleted().await;
    assert!(bob.get("/api/me/events").await.expect(200).items().is_empty());
}
