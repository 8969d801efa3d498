//! A block hides two users from each other in lists, streams and searches (G-072).

use crate::community_fixture::{CommunityFixture, texts};
use crate::kit::{Browser, TestApp};
use insta::assert_snapshot;
use serde_json::{Value, json};

async fn block(app: &TestApp, who: &Browser, whom: &Browser) {
    let id = app.id_of(whom).await;
    who.main().put(&format!("/api/users/{id}/block"), json!({})).await.expect(200);
}

async fn unblock(app: &TestApp, who: &Browser, whom: &Browser) {
    let id = app.id_of(whom).await;
    who.delete(&format!("/api/users/{id}/block")).await.expect(200);
}

/// A community in which Bob and Cleo, both plain members, have posted; Bob has blocked Cleo.
async fn blocked_pair() -> (CommunityFixture, Browser, Browser) {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    hall.write_post(&bob, "From Bob").await.expect(201);
    hall.write_post(&hall.ada, "From Ada").await.expect(201);
    hall.write_post(&cleo, "From Cleo").await.expect(201);
    block(&hall.app, &bob, &cleo).await;
    (hall, bob, cleo)
}

#[tokio::test]
async fn blocked_pair_do_not_see_each_others_posts() {
    let (hall, bob, cleo) = blocked_pair().await;
    let dan = hall.member("dan").await;
    let staff = hall.app.staff("sam").await;
    assert_eq!(hall.read_posts(&bob).await, ["From Bob", "From Ada"]);
    assert_eq!(hall.read_posts(&cleo).await, ["From Ada", "From Cleo"]);
    let all = ["From Bob", "From Ada", "From Cleo"];
    assert_eq!(hall.read_posts(&hall.ada).await, all);
    assert_eq!(hall.read_posts(&staff).await, all);
    hall.write_post(&cleo, "Again").await.expect(201);
    assert_eq!(hall.read_posts(&dan).await, ["Again"], "only posts after joining");
    unblock(&hall.app, &bob, &cleo).await;
    assert_eq!(hall.read_posts(&bob).await, ["From Bob", "From Ada", "From Cleo", "Again"]);
}

#[tokio::test]
async fn thread_list_and_badges_exclude_the_blocked_author() {
    let (hall, bob, _) = blocked_pair().await;
    let thread = || async {
        let page = bob.get(&hall.path("/threads")).await.expect(200);
        page.items()[0].clone()
    };
    let parted = thread().await;
    assert_eq!(parted["lastPost"], Value::Null);
    assert_eq!(parted["participantCount"], 2);
    assert_eq!(parted["unreadMessages"], 1, "Ada's");
    let badges = bob.get("/api/me/badges").await.expect(200);
    assert_eq!(badges.body["communities"], 1);
    let community = bob.get(&hall.path("")).await.expect(200);
    assert_eq!(community.body["viewer"]["unread"], 1);
    hall.write_post(&hall.ada, "Ada again").await.expect(201);
    assert_eq!(thread().await["lastPost"]["excerpt"], "Ada again");
    assert_eq!(thread().await["lastPost"]["authorId"], json!(hall.app.id_of(&hall.ada).await));
}

#[tokio::test]
async fn blocked_pair_cannot_reply_to_or_like_each_other() {
    let (hall, bob, cleo) = blocked_pair().await;
    let posts = hall.ada.get(&hall.posts_path()).await.expect(200);
    let id = |at: usize| posts.items()[at]["id"].as_str().unwrap().to_owned();
    let like = |id: String| format!("/api/posts/{id}/like");
    assert_snapshot!(bob.post(&like(id(2)), json!({})).await, @"404 Post not found");
    assert_snapshot!(cleo.post(&like(id(0)), json!({})).await, @"404 Post not found");
    assert_snapshot!(hall.write_reply(&cleo, &id(0), "You there").await, @"404 Post not found");
    cleo.post(&like(id(1)), json!({})).await.expect(200);
    let seen = bob.get(&hall.posts_path()).await.expect(200);
    let ada = &seen.items()[1];
    assert_eq!(
        (&ada["likes"], &ada["likedBy"]),
        (&json!(1), &json!([])),
        "the like is counted but not named"
    );
}

#[tokio::test]
async fn member_lists_hide_the_blocked_pair_from_each_other() {
    let (hall, bob, cleo) = blocked_pair().await;
    let oak = hall.app.affiliation("Oak").await;
    for who in [&hall.ada, &bob, &cleo] {
        hall.app.add_to_affiliation(who, &oak).await;
    }
    for path in [hall.path("/members"), format!("/api/affiliations/{oak}/members")] {
        assert_eq!(first_names(&bob, &path).await, ["Ada", "Bob"], "{path}");
        assert_eq!(first_names(&cleo, &path).await, ["Ada", "Cleo"], "{path}");
        assert_eq!(first_names(&hall.ada, &path).await, ["Ada", "Bob", "Cleo"], "{path}");
    }
}

async fn first_names(who: &Browser, path: &str) -> Vec<String> {
    texts(&who.get(path).await.expect(200), "firstName")
}

#[tokio::test]
async fn admin_sees_posts_of_members_who_block_them() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    hall.write_post(&bob, "Unseen?").await.expect(201);
    block(&hall.app, &bob, &hall.ada).await;
    assert_eq!(hall.read_posts(&hall.ada).await, ["Unseen?"]);
    hall.write_post(&hall.ada, "Seen by all but one").await.expect(201);
    assert_eq!(hall.read_posts(&bob).await, ["Unseen?"]);
    unblock(&hall.app, &bob, &hall.ada).await;
    block(&hall.app, &hall.ada, &bob).await;
    assert_eq!(
        hall.read_posts(&hall.ada).await,
        ["Seen by all but one"],
        "their own block applies"
    );
    let members = hall.ada.get(&hall.path("/members")).await.expect(200);
    assert_eq!(texts(&members, "firstName"), ["Ada", "Bob"], "and they can still remove them");
}

#[tokio::test]
async fn block_and_unblock_take_effect_on_open_streams() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let (mut to_bob, mut to_cleo) = (bob.live().await, cleo.live().await);
    for stream in [&mut to_bob, &mut to_cleo] {
        stream.until("hello").await;
    }
    block(&hall.app, &bob, &cleo).await;
    for stream in [&mut to_bob, &mut to_cleo] {
        stream.until("resync").await;
    }
    hall.write_post(&cleo, "To the wind").await.expect(201);
    hall.write_post(&bob, "To the wall").await.expect(201);
    hall.write_post(&hall.ada, "To both").await.expect(201);
    let event = to_bob.until("post.created").await;
    assert_eq!(event["post"]["content"], "To the wall", "his own post, not Cleo's before it");
    assert_eq!(to_bob.until("post.created").await["post"]["content"], "To both");
    assert_eq!(to_cleo.until("post.created").await["post"]["content"], "To the wind");
    assert_eq!(to_cleo.until("post.created").await["post"]["content"], "To both");
    unblock(&hall.app, &bob, &cleo).await;
    to_bob.until("resync").await;
    hall.write_post(&cleo, "Well met").await.expect(201);
    assert_eq!(to_bob.until("post.created").await["post"]["content"], "Well met");
}
