//! The numbers in the navigation (communities.md C-019 to C-021, C-128).

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, uuid_of};
use serde_json::{Value, json};

async fn community_badge(who: &Browser) -> Value {
    who.get("/api/me/badges").await.expect(200).body["communities"].clone()
}

#[tokio::test]
async fn community_badge_counts_unread_posts_of_others_across_communities() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    assert_eq!(community_badge(&bob).await, 0);
    hall.write_post(&hall.ada, "One").await.expect(201);
    hall.write_post(&hall.ada, "Two").await.expect(201);
    assert_eq!(
        (community_badge(&bob).await, community_badge(&hall.ada).await),
        (json!(2), json!(0))
    );
    hall.write_post(&bob, "My own").await.expect(201);
    let both = (community_badge(&bob).await, community_badge(&hall.ada).await);
    assert_eq!(both, (json!(0), json!(1)), "who writes in a thread has read it");

    let other = hall.app.community(&bob, "Short spans", &[]).await;
    hall.ada.post(&format!("/api/communities/{other}/join"), json!({})).await.expect(200);
    let thread = json!({ "caption": "Beams" });
    let threads = format!("/api/communities/{other}/threads");
    let thread = bob.post(&threads, thread).await.expect(201).id();
    let post = json!({ "content": "Three" });
    bob.post(&format!("{threads}/{thread}/posts"), post).await.expect(201);
    assert_eq!(community_badge(&hall.ada).await, 2, "both communities count");

    bob.post(&hall.path("/read"), json!({})).await.expect(200);
    assert_eq!(community_badge(&bob).await, 0);
}

#[tokio::test]
async fn portal_badge_counts_only_its_own_communities() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let oak = hall.app.portal("Oak House", "oak").await;
    hall.app.add_to_affiliation(&bob, &oak.affiliation).await;
    hall.write_post(&hall.ada, "Not of the house").await.expect(201);
    hall.app.sign_in(&bob, "oak.localhost", "bob").await;
    let portal = bob.on("oak").get("/api/me/badges").await.expect(200);
    assert_eq!((community_badge(&bob).await, &portal.body["communities"]), (json!(1), &json!(0)));
}

/// Inserts posts as rows: the rate limit does not allow so many.
async fn insert_posts(hall: &CommunityFixture, author: &Browser, posts: i64) {
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
    let sql = "UPDATE threads SET last_updated = $2 WHERE id = $1";
    let newest = now + chrono::Duration::milliseconds(posts);
    hall.app.sql(sql, vec![uuid_of(&hall.thread).into(), newest.into()]).await;
}

#[tokio::test]
async fn unread_counts_stop_at_one_hundred_and_exclude_blocked_authors() {
    let hall = CommunityFixture::open().await;
    let (bob, eve) = (hall.member("bob").await, hall.member("eve").await);
    hall.app.clock.advance_by(chrono::Duration::minutes(1));
    insert_posts(&hall, &eve, 120).await;
    insert_posts(&hall, &hall.ada, 99).await;
    let shown = async |who: &Browser| {
        let here = who.get(&hall.path("")).await.expect(200).body["viewer"]["unread"].clone();
        let threads = who.get(&hall.path("/threads")).await.expect(200);
        (community_badge(who).await, here, threads.items()[0]["unreadMessages"].clone())
    };
    assert_eq!(shown(&bob).await, (json!(100), json!(100), json!(100)));
    let path = format!("/api/users/{}/block", hall.app.id_of(&eve).await);
    bob.main().put(&path, json!({})).await.expect(200);
    assert_eq!(shown(&bob).await, (json!(99), json!(99), json!(99)), "hers are not counted at all");
}

#[tokio::test]
async fn marking_a_community_read_is_limited_to_sixty_per_minute() {
    let hall = CommunityFixture::open().await;
    let read = async || hall.ada.post(&hall.path("/read"), json!({})).await;
    for _ in 0..60 {
        read().await.expect(200);
    }
    let refused = read().await.to_string();
    assert!(refused.starts_with("429 Rate limit exceeded. Try again at "), "{refused}");
    hall.write_post(&hall.ada, "Who reads a lot may still write").await.expect(201);
    hall.app.clock.advance_by(chrono::Duration::seconds(61));
    read().await.expect(200);
}
