//! Threads, posts, replies and likes.

mod answers;
mod at_once;
mod changes;
mod code;
pub mod files;
mod image_access;
mod image_formats;
pub mod images;
mod likers;
mod manage;
mod mentions;
pub mod polls;
mod previews;
mod reactions;
mod removals;
mod reports;
mod revisions;
mod without_text;

use crate::community_fixture::{CommunityFixture, contents, start_thread};
use crate::kit::{Browser, Reply, TestApp, uuid_of};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};
use uuid::Uuid;

async fn like(who: &Browser, post: &str) -> Reply {
    who.post(&format!("/api/posts/{post}/like"), json!({})).await
}

#[tokio::test]
async fn only_admins_start_threads_and_captions_are_validated() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    assert_snapshot!(start_thread(&bob, &hall.community, "Mine").await, @"403 Only admins can create threads");
    let path = hall.path("/threads");
    let missing = hall.ada.post(&path, json!({})).await;
    assert_snapshot!(missing, @"422 Missing required data to create thread");
    assert_snapshot!(start_thread(&hall.ada, &hall.community, "").await, @"422 Input is required");
    assert_snapshot!(start_thread(&hall.ada, &hall.community, " ").await, @"422 Content cannot be empty");
    let long = start_thread(&hall.ada, &hall.community, &"c".repeat(201)).await;
    assert_snapshot!(long, @"422 Title too long (max 200 characters)");
    let made = start_thread(&hall.ada, &hall.community, &"c".repeat(200)).await.expect(201).body;
    assert_eq!(made["threadId"], made["id"]);
    assert_eq!(made["numposts"], 0);
    assert_eq!(made["startedBy"]["displayName"], "Ada Tester");
    start_thread(&hall.ada, &hall.community, "The third").await.expect(201);
    let soon = start_thread(&hall.ada, &hall.community, "The fourth").await.expect(429);
    assert!(soon.to_string().starts_with("429 Rate limit exceeded. Try again at "));
    assert_eq!(hall.ada.get(&hall.path("")).await.body["totalThreads"], 3);
}

#[tokio::test]
async fn post_refusals_have_the_specified_messages() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.app.member("cleo").await);
    let send = |body: Value| {
        let (bob, path) = (bob.clone(), hall.posts_path());
        async move { bob.post(&path, body).await }
    };
    assert_snapshot!(send(json!({})).await, @"422 Missing required data to create post");
    assert_snapshot!(send(json!({ "content": " \n " })).await, @"422 Message cannot be empty");
    assert_snapshot!(send(json!({ "content": "<script>x</script>" })).await, @"422 Message contains prohibited content");
    assert_snapshot!(send(json!({ "content": "a; b" })).await, @"422 Message contains prohibited content");
    let long = send(json!({ "content": "p".repeat(301) })).await;
    assert_snapshot!(long, @"422 Post exceeds maximum length of 300 characters");
    assert_eq!(long.body["errors"][0]["field"], "content");
    let post = send(json!({ "content": "p".repeat(300) })).await.expect(201).id();
    assert_snapshot!(send(json!({ "parentPostId": post })).await, @"422 Missing required data to create reply");
    let long = hall.write_reply(&bob, &post, &"r".repeat(5001)).await;
    assert_snapshot!(long, @"422 Message too long (max 5000 characters)");
    let reply = hall.write_reply(&bob, &post, &"r".repeat(5000)).await.expect(201).body;
    assert_eq!(reply["parentPostId"].as_str(), Some(post.as_str()));

    let other = start_thread(&hall.ada, &hall.community, "Bearings").await.expect(201).id();
    let elsewhere = hall.path(&format!("/threads/{other}/posts"));
    let astray = bob.post(&elsewhere, json!({ "content": "x", "parentPostId": post })).await;
    assert_snapshot!(astray, @"404 Post not found");
    let nowhere = hall.path(&format!("/threads/{post}/posts"));
    let lost = bob.post(&nowhere, json!({ "content": "x" })).await;
    assert_snapshot!(lost, @"404 Failed to load thread posts");
    assert_snapshot!(hall.write_post(&cleo, "x").await, @"403 User is not a member of this community");
    assert_snapshot!(cleo.get(&hall.posts_path()).await, @"403 Unable to load posts. Please check your permissions.");
    assert_snapshot!(cleo.get(&hall.path("/threads")).await, @"403 Unable to load threads. Please check your permissions.");
}

#[tokio::test]
async fn posting_is_limited_to_five_posts_per_minute() {
    let hall = CommunityFixture::open().await;
    for n in 0..5 {
        hall.write_post(&hall.ada, &format!("Post {n}")).await.expect(201);
    }
    let soon = hall.write_post(&hall.ada, "One more").await.expect(429);
    assert!(soon.to_string().starts_with("429 Rate limit exceeded. Try again at "));
    hall.app.clock.advance_by(Duration::seconds(61));
    hall.write_post(&hall.ada, "One more").await.expect(201);
}

#[tokio::test]
async fn relaxed_content_filter_is_announced_and_allows_shell_characters() {
    let strict = TestApp::open().await.browser().get("/api/boot").await.expect(200);
    assert_eq!(strict.body["features"]["relaxedContent"], false);
    let hall =
        CommunityFixture::open_in(TestApp::open_with(&[("content.filter", "relaxed")]).await).await;
    let facts = hall.ada.get("/api/boot").await.expect(200);
    assert_eq!(facts.body["features"]["relaxedContent"], true);
    hall.write_post(&hall.ada, "Bread; butter && `jam`").await.expect(201);
    assert_snapshot!(hall.write_post(&hall.ada, "javascript:x").await, @"422 Message contains prohibited content");
}

#[tokio::test]
async fn strict_filter_refuses_sql_statements_but_not_prose_with_their_words() {
    let hall = CommunityFixture::open().await;
    for statement in ["DROP TABLE users", "insert into x (a) values (1)", "delete from x where 1"] {
        let refused = hall.write_post(&hall.ada, statement).await.to_string();
        assert_eq!(refused, "422 Message contains prohibited content", "{statement}");
    }
    for prose in
        ["Insert into the slot, and delete from your list", "A well--known --verbose option"]
    {
        hall.write_post(&hall.ada, prose).await.expect(201);
    }
}

#[tokio::test]
async fn post_updates_counts_of_thread_community_and_parent() {
    let hall = CommunityFixture::open().await;
    let post = hall.write_post(&hall.ada, "A <b>bold</b> <i onclick=\"\">start").await;
    assert_snapshot!(post, @"422 Message contains prohibited content");
    let post = hall.write_post(&hall.ada, "A **bold** <h1>start</h1>").await.expect(201).body;
    assert_eq!(post["content"], "A **bold** <h1>start</h1>");
    let id = post["id"].as_str().unwrap();
    let reply = hall.write_reply(&hall.ada, id, "And a reply").await.expect(201).body;
    let thread = hall.ada.get(&hall.path("/threads")).await.items()[0].clone();
    assert_eq!(thread["numposts"], 2);
    assert_eq!(thread["lastUpdated"], reply["created"]);
    assert_eq!(thread["lastPost"]["excerpt"], "And a reply");
    assert_eq!(thread["lastPost"]["authorName"], "Ada Tester");
    assert_eq!(thread["participantCount"], 1);
    assert_eq!(thread["users"], json!([hall.app.id_of(&hall.ada).await]));
    let community = hall.ada.get(&hall.path("")).await.body;
    assert_eq!(community["totalPosts"], 2);
    assert_eq!(community["lastUpdated"], reply["created"]);
    let posts = hall.ada.get(&hall.posts_path()).await;
    assert_eq!(posts.items()[0]["replyCount"], 1);
    let one = hall.ada.get(&hall.path(&format!("/threads/{}", hall.thread))).await.expect(200);
    assert_eq!(one.body, thread);
}

#[tokio::test]
async fn posts_are_paged_from_newest_page_in_ascending_order() {
    let hall = CommunityFixture::open().await;
    for n in 0..5 {
        hall.write_post(&hall.ada, &format!("Post {n}")).await.expect(201);
    }
    let page = |rest: String| {
        let path = format!("{}?limit=2{rest}", hall.posts_path());
        let ada = hall.ada.clone();
        async move { ada.get(&path).await.expect(200) }
    };
    let newest = page(String::new()).await;
    assert_eq!(contents(&newest), ["Post 3", "Post 4"]);
    let cursor = |page: &Reply| format!("&cursor={}", page.body["nextCursor"].as_str().unwrap());
    let older = page(cursor(&newest)).await;
    assert_eq!(contents(&older), ["Post 1", "Post 2"]);
    let oldest = page(cursor(&older)).await;
    assert_eq!(contents(&oldest), ["Post 0"]);
    assert_eq!(oldest.body["nextCursor"], Value::Null);
}

#[tokio::test]
async fn members_do_not_see_posts_from_before_joining() {
    let hall = CommunityFixture::open().await;
    let before = hall.write_post(&hall.ada, "Before bob").await.expect(201).id();
    let bob = hall.member("bob").await;
    assert!(hall.read_posts(&bob).await.is_empty());
    let thread = bob.get(&hall.path("/threads")).await.items()[0].clone();
    assert_eq!((&thread["lastPost"], &thread["participants"]), (&Value::Null, &json!([])));
    assert_eq!(thread["unreadMessages"], 0);
    assert_snapshot!(like(&bob, &before).await, @"404 Post not found");
    assert_snapshot!(hall.write_reply(&bob, &before, "Hm").await, @"404 Post not found");
    hall.write_post(&hall.ada, "After bob").await.expect(201);
    assert_eq!(hall.read_posts(&bob).await, ["After bob"]);
    assert_eq!(hall.read_posts(&hall.ada).await, ["Before bob", "After bob"]);

    bob.post(&hall.path("/leave"), json!({})).await.expect(204);
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    assert!(hall.read_posts(&bob).await.is_empty());
    let staff = hall.app.staff("sam").await;
    assert_eq!(hall.read_posts(&staff).await.len(), 2);
    hall.app.make_all_members_admins().await;
    assert_eq!(hall.read_posts(&bob).await.len(), 2);
}

#[tokio::test]
async fn concurrent_requests_with_one_idempotency_key_create_one_post() {
    let hall = CommunityFixture::open_in(TestApp::open_for_many().await).await;
    let key = Uuid::now_v7().to_string();
    let (main, path) = (hall.ada.main(), hall.posts_path());
    let send = || main.post_keyed(&path, &key, json!({ "content": "Once" }));
    let answers = join_all((0..20).map(|_| send())).await;
    let first = answers[0].id();
    for answer in &answers {
        assert_eq!((answer.status, answer.id()), (201, first.clone()), "{answer}");
        assert_eq!(answer.body["idempotencyKey"].as_str(), Some(key.as_str()));
    }
    let replayed = |answer: &&Reply| answer.header("idempotency-replayed") == "true";
    assert_eq!(answers.iter().filter(replayed).count(), 19);
    assert_eq!(hall.rows("posts").await, 1);
    let other = main.post_keyed(&path, &key, json!({ "content": "Twice" })).await;
    assert_snapshot!(other, @"422 This Idempotency-Key was already used for a different request.");
    // Replays do not consume the limit of five posts per minute.
    hall.write_post(&hall.ada, "Still allowed").await.expect(201);
}

#[tokio::test]
async fn like_toggles() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&hall.ada, "Likeable").await.expect(201).id();
    let liked = like(&bob, &post).await.expect(200).body;
    assert_eq!(
        liked,
        json!({ "id": post, "postId": post, "likes": 1, "liked": true, "message": "Post liked" })
    );
    let shown = bob.get(&hall.posts_path()).await.items()[0].clone();
    assert_eq!(shown["likedByMe"], true);
    assert_eq!(shown["likedBy"], json!([hall.app.id_of(&bob).await]));
    assert_eq!(hall.ada.get(&hall.posts_path()).await.items()[0]["likedByMe"], false);
    let unliked = like(&bob, &post).await.expect(200).body;
    assert_eq!((&unliked["likes"], &unliked["message"]), (&json!(0), &json!("Post unliked")));
    let nowhere = like(&bob, &hall.community).await;
    assert_snapshot!(nowhere, @"404 Post not found");
    let outsider = hall.app.member("cleo").await;
    assert_snapshot!(like(&outsider, &post).await, @"404 Post not found");
}

#[tokio::test]
async fn concurrent_likes_keep_the_count_exact() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let post = hall.write_post(&hall.ada, "Likeable").await.expect(201).id();
    let turns = [&hall.ada, &bob, &cleo].into_iter().enumerate().flat_map(|(n, who)| {
        let post = &post;
        (0..5 + n).map(move |_| async move { like(who, post).await.expect(200) })
    });
    join_all(turns).await;
    // Five toggles leave a like, six leave none, seven leave one.
    let shown = hall.ada.get(&hall.posts_path()).await.items()[0].clone();
    assert_eq!(shown["likes"], 2);
    let sql = "SELECT COUNT(*) AS n FROM post_likes";
    assert_eq!(hall.app.count(sql, vec![]).await, 2);
    assert_eq!(shown["likedBy"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn at_most_twenty_likers_are_listed() {
    let hall = CommunityFixture::open().await;
    let post = hall.write_post(&hall.ada, "Popular").await.expect(201).id();
    let now = hall.app.clock.now();
    for n in 0..24 {
        let id = Uuid::now_v7();
        let sql = "INSERT INTO users (id, email, first_name, last_name, joined_date, created_at, \
            updated_at) VALUES ($1, $2, 'A', 'Friend', $3, $3, $3)";
        let email = format!("friend{n}@people.example");
        hall.app.sql(sql, vec![id.into(), email.into(), now.into()]).await;
        let sql = "INSERT INTO post_likes (post_id, user_id, created_at) VALUES ($1, $2, $3)";
        hall.app.sql(sql, vec![uuid_of(&post).into(), id.into(), now.into()]).await;
    }
    like(&hall.ada, &post).await.expect(200);
    let shown = hall.ada.get(&hall.posts_path()).await.items()[0].clone();
    assert_eq!(shown["likes"], 25);
    assert_eq!(shown["likedByMe"], true);
    assert_eq!(shown["likedBy"].as_array().unwrap().len(), 20);
}

#[tokio::test]
async fn failed_post_operations_return_the_specified_messages() {
    let hall = CommunityFixture::open().await;
    let post = hall.write_post(&hall.ada, "Here").await.expect(201).id();
    hall.app.make_table_unavailable("post_likes").await;
    assert_snapshot!(like(&hall.ada, &post).await, @"500 Failed to like post");
    assert_snapshot!(hall.ada.get(&hall.posts_path()).await, @"500 Failed to load thread posts");
    hall.app.restore_table("post_likes").await;
    hall.app.make_table_unavailable("events").await;
    assert_snapshot!(hall.write_post(&hall.ada, "x").await, @"500 Failed to create post");
    assert_snapshot!(hall.write_reply(&hall.ada, &post, "x").await, @"500 Failed to create reply");
    assert_snapshot!(start_thread(&hall.ada, &hall.community, "x").await, @"500 Failed to create thread");
    hall.app.restore_table("events").await;
    assert_eq!(hall.read_posts(&hall.ada).await, ["Here"], "nothing was stored");
    assert_eq!(hall.ada.get(&hall.path("")).await.body["totalThreads"], 1);
}
