//! Threads, announcements, events and messages: found by those who may read them only.

use super::{find, find_at};
use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, TestApp};
use chrono::Duration;
use platform::db::count_queries;
use serde_json::{Value, json};

fn texts(items: &[Value], field: &str) -> Vec<String> {
    items.iter().map(|item| item[field].as_str().unwrap_or_default().to_owned()).collect()
}

async fn found(who: &Browser, kind: &str) -> usize {
    find(who, kind, "granite").await.len()
}

/// A community with one text of each kind, in the given words.
async fn write_all(hall: &CommunityFixture, who: &Browser) -> [String; 3] {
    let thread = start_thread(who, &hall.community, "Granite thread").await.expect(201).id();
    let announcement = json!({ "content": "Granite **news**" });
    let announcement = who.post(&hall.path("/announcements"), announcement).await.expect(201).id();
    let event = json!({
        "content": "Granite walk", "startsAt": hall.app.clock.now() + Duration::days(2),
        "location": "Basalt hall",
    });
    let event = who.post(&hall.path("/announcements"), event).await.expect(201).id();
    [thread, announcement, event]
}

const KINDS: [&str; 3] = ["threads", "announcements", "events"];

#[tokio::test]
async fn new_kinds_are_found_in_own_communities_only() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let olaf = hall.app.member("olaf").await;
    let staff = hall.app.staff("sam").await;
    hall.app.clock.advance_by(Duration::seconds(1));
    let written = write_all(&hall, &hall.ada).await;
    for (kind, id) in KINDS.into_iter().zip(written) {
        assert_eq!(find(&bob, kind, "granite").await[0]["id"], json!(id), "{kind}");
        for (who, count) in [(&hall.ada, 1), (&bob, 1), (&staff, 1), (&olaf, 0)] {
            assert_eq!(found(who, kind).await, count, "{kind}");
        }
    }
    let thread = &find(&bob, "threads", "granite").await[0];
    assert_eq!(
        (&thread["caption"], &thread["matches"]),
        (&json!("Granite thread"), &json!([[0, 7]]))
    );
    assert_eq!(thread["author"]["firstName"], "Ada");
    let announcement = &find(&bob, "announcements", "news").await[0];
    assert_eq!(announcement["excerpt"], "Granite news");
    assert_eq!(announcement["communityName"], "Long spans");
    let event = &find(&bob, "events", "basalt").await[0];
    assert_eq!((&event["place"], event["endsAt"].is_null()), (&json!("Basalt hall"), true));
    assert!(event["startsAt"].is_string());
    let all = bob.get("/api/search?q=granite").await.expect(200);
    assert_eq!(texts(all.items(), "type"), ["thread", "announcement", "event"]);
    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    for kind in KINDS {
        assert_eq!(found(&bob, kind).await, 0, "{kind} after leaving");
    }
}

#[tokio::test]
async fn new_kinds_respect_history_blocks_and_removal() {
    let hall = CommunityFixture::open().await;
    let [thread, announcement, event] = write_all(&hall, &hall.ada).await;
    hall.app.clock.advance_by(Duration::seconds(1));
    let bob = hall.member("bob").await;
    assert_eq!(found(&bob, "threads").await, 0, "before joining");
    assert_eq!(found(&bob, "announcements").await, 0, "before joining");
    assert_eq!(found(&bob, "events").await, 1, "it starts after joining");
    hall.app.clock.advance_by(Duration::seconds(1));
    let posts = hall.path(&format!("/threads/{thread}/posts"));
    hall.ada.post(&posts, json!({ "content": "More" })).await.expect(201);
    assert_eq!(found(&bob, "threads").await, 1, "with later posts");
    let block = format!("/api/users/{}/block", hall.app.id_of(&hall.ada).await);
    bob.main().put(&block, json!({})).await.expect(200);
    for kind in KINDS {
        assert_eq!(found(&bob, kind).await, 0, "{kind} of a blocked author");
    }
    hall.ada.delete(&hall.path(&format!("/threads/{thread}"))).await;
    for id in [announcement, event] {
        hall.ada.delete(&hall.path(&format!("/announcements/{id}"))).await;
    }
    hall.app.sql("UPDATE threads SET removed_at = created", vec![]).await;
    hall.app.sql("DELETE FROM announcements", vec![]).await;
    for kind in KINDS {
        assert_eq!(found(&hall.ada, kind).await, 0, "{kind} after removal");
    }
    let left = "SELECT COUNT(*) AS n FROM search_texts WHERE kind IN ('t', 'n')";
    assert_eq!(hall.app.count(left, vec![]).await, 0);
}

#[tokio::test]
async fn portal_search_finds_new_kinds_of_its_own_communities_only() {
    let app = TestApp::open().await;
    let oak = app.portal("Oak House", "oak").await;
    let ada = app.member("ada").await;
    app.add_to_affiliation(&ada, &oak.affiliation).await;
    app.sign_in(&ada, "oak.localhost", "ada").await;
    let linked: &[&str] = &[&oak.affiliation];
    for (name, affiliations) in [("Inside", linked), ("Outside", &[])] {
        let community = app.community(&ada, name, affiliations).await;
        start_thread(&ada, &community, &format!("Granite {name}")).await.expect(201);
        let path = format!("/api/communities/{community}/announcements");
        ada.post(&path, json!({ "content": format!("Granite {name}") })).await.expect(201);
    }
    for (kind, field) in [("threads", "caption"), ("announcements", "excerpt")] {
        assert_eq!(find(&ada, kind, "granite").await.len(), 2);
        let here = find_at(ada.on("oak"), kind, "granite").await;
        assert_eq!(texts(&here, field), ["Granite Inside"]);
    }
    let filtered = find_at(ada.on("oak"), "threads", "granite in:outside").await;
    assert!(filtered.is_empty(), "a community of another site is unknown");
}

#[tokio::test]
async fn messages_are_found_by_their_participants_only() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let bob_id = hall.app.id_of(&bob).await;
    let started = json!({ "participantIds": [bob_id] });
    let id = hall.ada.post("/api/conversations", started).await.id();
    let path = format!("/api/conversations/{id}/messages");
    hall.ada.post(&path, json!({ "content": "Granite for 東京都" })).await.expect(201);
    let staff = hall.app.staff("sam").await;
    for (who, count) in [(&hall.ada, 1), (&bob, 1), (&cleo, 0), (&staff, 0)] {
        assert_eq!(found(who, "messages").await, count);
        assert_eq!(find(who, "messages", "東京都").await.len(), count);
    }
    let message = &find(&bob, "messages", "granit").await[0];
    assert_eq!(message["conversation"]["id"], json!(id));
    assert_eq!(
        (&message["sender"]["firstName"], &message["matches"]),
        (&json!("Ada"), &json!([[0, 6]]))
    );
    assert_eq!(find(&bob, "messages", "granite from:ada").await.len(), 1);
    assert_eq!(find(&bob, "messages", "granite from:me").await.len(), 0);
    assert_eq!(find(&bob, "messages", "granite in:long").await.len(), 0);
    assert_eq!(find(&bob, "messages", "granite has:image").await.len(), 0);
    let sent = bob.get(&path).await.expect(200).items()[0]["id"].as_str().unwrap().to_owned();
    assert_eq!(message["id"], json!(sent));
    hall.ada.delete(&format!("{path}/{sent}")).await.expect(200);
    assert_eq!(found(&bob, "messages").await, 0);
    let left = "SELECT COUNT(*) AS n FROM search_texts WHERE kind = 'm'";
    assert_eq!(hall.app.count(left, vec![]).await, 0);
}

#[tokio::test]
async fn number_of_statements_does_not_depend_on_the_results() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let bob_id = hall.app.id_of(&bob).await;
    let started = json!({ "participantIds": [bob_id] });
    let conversation = hall.ada.post("/api/conversations", started).await.id();
    let write = async |who: &Browser| {
        hall.app.clock.advance_by(Duration::hours(2));
        write_all(&hall, &hall.ada).await;
        hall.write_post(who, "Granite").await.expect(201);
        let article = json!({ "title": "Granite", "content": "Stone" });
        who.post(&hall.path("/articles"), article).await.expect(201);
        let messages = format!("/api/conversations/{conversation}/messages");
        who.post(&messages, json!({ "content": "Granite" })).await.expect(201);
    };
    let counts = async || {
        let mut counts = Vec::new();
        for kind in ["threads", "posts", "articles", "announcements", "events", "messages"] {
            let (found, statements) = count_queries(find(&hall.ada, kind, "granite in:long")).await;
            assert_eq!(found.is_empty(), kind == "messages");
            counts.push(statements);
            counts.push(count_queries(find(&hall.ada, kind, "granite")).await.1);
        }
        counts
    };
    write(&hall.ada).await;
    counts().await;
    let one = counts().await;
    write(&bob).await;
    assert_eq!(counts().await, one);
    assert!(one.iter().all(|statements| *statements <= 10), "{one:?}");
}
