//! The numbers in the navigation (communities.md C-019 to C-021, C-128).

use crate::hall::Hall;
use crate::kit::{Browser, uuid_of};
use serde_json::{Value, json};

async fn waiting(who: &Browser) -> Value {
    who.get("/api/me/badges").await.expect(200).body["communities"].clone()
}

#[tokio::test]
async fn what_others_said_in_all_communities_waits_until_it_is_read() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    assert_eq!(waiting(&bob).await, 0);
    hall.say(&hall.ada, "One").await.expect(201);
    hall.say(&hall.ada, "Two").await.expect(201);
    hall.say(&bob, "My own").await.expect(201);
    assert_eq!((waiting(&bob).await, waiting(&hall.ada).await), (json!(2), json!(1)));

    let other = hall.app.community(&bob, "Short spans", &[]).await;
    hall.ada.post(&format!("/api/communities/{other}/join"), json!({})).await.expect(200);
    let thread = json!({ "caption": "Beams" });
    let threads = format!("/api/communities/{other}/threads");
    let thread = bob.post(&threads, thread).await.expect(201).id();
    let post = json!({ "content": "Three" });
    bob.post(&format!("{threads}/{thread}/posts"), post).await.expect(201);
    assert_eq!(waiting(&hall.ada).await, 2, "both communities count");

    bob.post(&hall.path("/read"), json!({})).await.expect(200);
    assert_eq!(waiting(&bob).await, 0);
}

#[tokio::test]
async fn a_portal_counts_only_what_belongs_to_it() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let oak = hall.app.portal("Oak House", "oak").await;
    hall.app.belongs(&bob, &oak.affiliation).await;
    hall.say(&hall.ada, "Not of the house").await.expect(201);
    hall.app.sign_in(&bob, "oak.localhost", "bob").await;
    let portal = bob.on("oak").get("/api/me/badges").await.expect(200);
    assert_eq!((waiting(&bob).await, &portal.body["communities"]), (json!(1), &json!(0)));
}

/// Writes posts of a member's, by rows: a person may not write so fast.
async fn flood(hall: &Hall, author: &Browser, posts: i64) {
    let author = uuid_of(&hall.app.id_of(author).await);
    let sql = "INSERT INTO posts (id, community_id, thread_id, author_id, content, likes, created) \
        VALUES ($1, $2, $3, $4, 'More', 0, $5)";
    let now = hall.app.clock.now();
    for n in 0..posts {
        let values = vec![
            uuid::Uuid::now_v7().into(),
            uuid_of(&hall.community).into(),
            uuid_of(&hall.thread).into(),
            author.into(),
            (now + chrono::Duration::milliseconds(n)).into(),
        ];
        hall.app.sql(sql, values).await;
    }
}

#[tokio::test]
async fn no_more_is_counted_than_a_badge_tells_apart_and_blocks_hold_before_that() {
    let hall = Hall::open().await;
    let (bob, eve) = (hall.member("bob").await, hall.member("eve").await);
    hall.app.clock.advance(chrono::Duration::minutes(1));
    flood(&hall, &eve, 120).await;
    flood(&hall, &hall.ada, 99).await;
    let shown = async |who: &Browser| {
        let here = who.get(&hall.path("")).await.expect(200).body["viewer"]["unread"].clone();
        let threads = who.get(&hall.path("/threads")).await.expect(200);
        (waiting(who).await, here, threads.items()[0]["unreadMessages"].clone())
    };
    assert_eq!(shown(&bob).await, (json!(100), json!(100), json!(100)));
    let path = format!("/api/users/{}/block", hall.app.id_of(&eve).await);
    bob.main().put(&path, json!({})).await.expect(200);
    assert_eq!(shown(&bob).await, (json!(99), json!(99), json!(99)), "hers are not counted at all");
}

#[tokio::test]
async fn a_community_is_marked_as_read_sixty_times_a_minute() {
    let hall = Hall::open().await;
    let read = async || hall.ada.post(&hall.path("/read"), json!({})).await;
    for _ in 0..60 {
        read().await.expect(200);
    }
    let refused = read().await.to_string();
    assert!(refused.starts_with("429 Rate limit exceeded. Try again at "), "{refused}");
    hall.say(&hall.ada, "Who reads a lot may still write").await.expect(201);
    hall.app.clock.advance(chrono::Duration::seconds(61));
    read().await.expect(200);
}
