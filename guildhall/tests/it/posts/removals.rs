//! Posts are deleted by their authors, or removed with a reason by moderators; their content is erased and
//! all counts stay exact (G-079).

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, LiveStream, Reply, uuid_of};
use futures::future::join_all;
use insta::assert_snapshot;
use serde_json::{Value, json};
use uuid::Uuid;

async fn delete(who: &Browser, post: &str) -> Reply {
    who.delete(&format!("/api/posts/{post}")).await
}

async fn remove(who: &Browser, post: &str, reason: &str) -> Reply {
    who.post(&format!("/api/posts/{post}/removal"), json!({ "reason": reason })).await
}

async fn open_stream(who: &Browser, last: Option<&str>) -> LiveStream {
    let mut stream = who.main().live(last).await;
    stream.until("hello").await;
    stream
}

/// Asserts that all stored and shown counts match the posts. Returns their number.
async fn check_counts(hall: &CommunityFixture) -> i64 {
    let thread = hall.ada.get(&hall.path("/threads")).await.items()[0].clone();
    let community = hall.ada.get(&hall.path("")).await.body;
    let there = "SELECT COUNT(*) AS n FROM posts WHERE community_id = $1 AND removed_at IS NULL";
    let there = hall.app.count(there, vec![uuid_of(&hall.community).into()]).await;
    assert_eq!((&thread["numposts"], &community["totalPosts"]), (&json!(there), &json!(there)));
    let wrong = "SELECT COUNT(*) AS n FROM posts p WHERE p.reply_count <> (SELECT COUNT(*) \
        FROM posts r WHERE r.parent_post_id = p.id AND r.removed_at IS NULL)";
    assert_eq!(hall.app.count(wrong, vec![]).await, 0);
    let last = "SELECT COUNT(*) AS n FROM threads t WHERE t.last_post_id IS DISTINCT FROM \
        (SELECT p.id FROM posts p WHERE p.thread_id = t.id AND p.removed_at IS NULL \
        ORDER BY p.created DESC, p.id DESC LIMIT 1)";
    assert_eq!(hall.app.count(last, vec![]).await, 0);
    assert_eq!(wrong_participants(hall).await, 0);
    there
}

/// Number of differences between the stored thread participants and the authors of posts.
async fn wrong_participants(hall: &CommunityFixture) -> i64 {
    let said = "SELECT thread_id, author_id, MAX(created) FROM posts \
        WHERE author_id IS NOT NULL AND removed_at IS NULL GROUP BY thread_id, author_id";
    let kept = "SELECT thread_id, author_id, spoke_at FROM thread_speakers";
    let mut all = 0;
    for (one, other) in [(said, kept), (kept, said)] {
        let sql = format!("SELECT COUNT(*) AS n FROM ({one} EXCEPT {other}) AS apart");
        all += hall.app.count(&sql, vec![]).await;
    }
    let counted = "SELECT COUNT(*) AS n FROM threads t WHERE t.speakers <> \
        (SELECT COUNT(*) FROM thread_speakers s WHERE s.thread_id = t.id)";
    all + hall.app.count(counted, vec![]).await
}

#[tokio::test]
async fn thread_participants_follow_remaining_posts_by_latest_first() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let named = async || {
        let thread = hall.ada.get(&hall.path("/threads")).await.items()[0].clone();
        let first = |person: &Value| person["firstName"].as_str().unwrap().to_owned();
        let people = thread["participants"].as_array().unwrap().iter().map(first).collect();
        (people, thread["participantCount"].as_i64().unwrap())
    };
    let mut said = Vec::new();
    for who in [&bob, &cleo, &hall.ada, &bob, &bob] {
        hall.app.clock.advance_by(chrono::Duration::seconds(1));
        said.push(hall.write_post(who, "A word").await.expect(201).id());
    }
    let names = |names: &[&str]| -> Vec<String> { names.iter().map(ToString::to_string).collect() };
    assert_eq!(named().await, (names(&["Bob", "Ada", "Cleo"]), 3));
    delete(&bob, &said[3]).await.expect(200);
    assert_eq!(named().await, (names(&["Bob", "Ada", "Cleo"]), 3));
    delete(&bob, &said[4]).await.expect(200);
    assert_eq!(named().await, (names(&["Ada", "Cleo", "Bob"]), 3), "his first post remains");
    remove(&hall.ada, &said[0], "Rude").await.expect(200);
    assert_eq!(named().await, (names(&["Ada", "Cleo"]), 2));
    assert_eq!(wrong_participants(&hall).await, 0);
    let sql = "DELETE FROM users WHERE id = $1";
    hall.app.sql(sql, vec![uuid_of(&hall.app.id_of(&cleo).await).into()]).await;
    assert_eq!(named().await, (names(&["Ada"]), 1), "a former member is not named");
    assert_eq!(wrong_participants(&hall).await, 0);
}

#[tokio::test]
async fn post_without_replies_is_deleted_completely() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let first = hall.write_post(&hall.ada, "Stays").await.expect(201).id();
    let post = hall.write_post(&hall.ada, "Goes").await.expect(201).id();
    assert_eq!(bob.get(&hall.path("")).await.body["viewer"]["unread"], 2);
    let mut stream = open_stream(&bob, None).await;
    assert_snapshot!(delete(&bob, &post).await, @"403 You can only change your own posts");
    let deleted = delete(&hall.ada, &post).await.expect(200).body;
    assert_eq!(
        (&deleted["removed"], &deleted["isTombstone"], &deleted["numposts"]),
        (&json!("deleted"), &json!(false), &json!(1))
    );
    let event = stream.until("post.removed").await;
    assert_eq!((event["postId"].as_str(), &event["numposts"]), (Some(post.as_str()), &json!(1)));
    let event = stream.until("thread.updated").await;
    assert_eq!(event["lastPost"]["excerpt"], "Stays");
    assert_eq!(hall.read_posts(&bob).await, ["Stays"]);
    assert_eq!(bob.get(&hall.path("")).await.body["viewer"]["unread"], 1);
    let thread = bob.get(&hall.path("/threads")).await.items()[0].clone();
    assert_eq!((&thread["numposts"], &thread["unreadMessages"]), (&json!(1), &json!(1)));
    assert_eq!(check_counts(&hall).await, 1);
    assert_snapshot!(delete(&hall.ada, &post).await, @"404 Post not found");
    delete(&hall.ada, &first).await.expect(200);
    let thread = bob.get(&hall.path("/threads")).await.items()[0].clone();
    assert_eq!((&thread["lastPost"], &thread["participantCount"]), (&Value::Null, &json!(0)));
    assert_eq!(check_counts(&hall).await, 0);
}

#[tokio::test]
async fn deleted_post_with_replies_is_a_tombstone_until_the_last_reply_is_deleted() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&bob, "Question").await.expect(201).id();
    let reply = hall.write_reply(&hall.ada, &post, "Answer").await.expect(201).id();
    let deeper = hall.write_reply(&bob, &reply, "Thanks").await.expect(201).id();
    hall.ada.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
    assert_eq!(delete(&bob, &post).await.expect(200).body["isTombstone"], true);
    assert_eq!(check_counts(&hall).await, 2);
    let page = hall.ada.get(&hall.posts_path()).await;
    let empty = &page.items()[0];
    assert_eq!((&empty["removed"], &empty["content"]), (&json!("deleted"), &json!("")));
    assert_eq!((&empty["likes"], &empty["replyCount"]), (&json!(0), &json!(1)));
    assert_eq!(
        (&empty["author"]["displayName"], &empty["authorHandle"]),
        (&json!("Former member"), &Value::Null)
    );
    for answer in [
        hall.write_reply(&hall.ada, &post, "Late").await,
        hall.ada.post(&format!("/api/posts/{post}/like"), json!({})).await,
        bob.patch(&format!("/api/posts/{post}"), json!({ "content": "Back" })).await,
        delete(&bob, &post).await,
        remove(&hall.ada, &post, "Again").await,
    ] {
        assert_eq!(answer.to_string(), "404 Post not found");
    }
    assert_eq!(delete(&hall.ada, &reply).await.expect(200).body["isTombstone"], true);
    assert_eq!(check_counts(&hall).await, 1);
    assert_eq!(hall.rows("posts").await, 3);
    assert_eq!(delete(&bob, &deeper).await.expect(200).body["isTombstone"], false);
    assert_eq!(hall.rows("posts").await, 0, "tombstones without replies are deleted");
    assert_eq!(check_counts(&hall).await, 0);
}

#[tokio::test]
async fn moderators_remove_posts_with_a_reason_that_the_author_receives() {
    let hall = CommunityFixture::open().await;
    let (bob, tess) = (hall.member("bob").await, hall.member("tess").await);
    hall.set_role(&tess, "trustee").await;
    let sam = hall.app.staff("sam").await;
    let mut posts = Vec::new();
    for words in ["For ada", "For tess", "For sam"] {
        posts.push(hall.write_post(&bob, words).await.expect(201).id());
    }
    assert_snapshot!(remove(&bob, &posts[0], "Mine").await, @"403 Admin privileges required");
    assert_snapshot!(remove(&hall.ada, &posts[0], "").await, @"422 Input is required");
    assert_snapshot!(remove(&hall.ada, &posts[0], " ").await, @"422 Content cannot be empty");
    let long = remove(&hall.ada, &posts[0], &"r".repeat(501)).await;
    assert_snapshot!(long, @"422 Content exceeds maximum length of 500 characters");
    assert_eq!(long.body["errors"][0]["field"], "reason");
    let mut stream = open_stream(&bob, None).await;
    for (who, post) in [&hall.ada, &tess, &sam].into_iter().zip(&posts) {
        let deleted = remove(who, post, "Off topic").await.expect(200).body;
        assert_eq!(deleted["removed"], "removed");
        let notice = stream.until("notification.created").await["notification"].clone();
        assert_eq!(notice["title"], "Your post was removed");
        assert_eq!(notice["message"], "Long spans: Off topic");
        assert_eq!(notice["data"]["postId"].as_str(), Some(post.as_str()));
    }
    assert_eq!(check_counts(&hall).await, 0);
    let audited = "SELECT COUNT(*) AS n FROM audit_log WHERE action = 'post.remove' \
        AND reason = 'Off topic'";
    assert_eq!(hall.app.count(audited, vec![]).await, 3);
}

#[tokio::test]
async fn content_of_a_removed_post_is_erased_everywhere() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let stream = open_stream(&bob, None).await;
    let last = stream.last_id.clone();
    drop(stream);
    let key = Uuid::now_v7().to_string();
    let path = hall.posts_path();
    let main = hall.ada.main();
    let post = main.post_keyed(&path, &key, json!({ "content": "Regrettable words" })).await;
    let post = post.expect(201).id();
    hall.ada
        .patch(&format!("/api/posts/{post}"), json!({ "content": "Regrettable still" }))
        .await
        .expect(200);
    hall.write_reply(&bob, &post, "A reply").await.expect(201);
    remove(&hall.ada, &post, "Rude").await.expect(200);
    for table in ["posts", "events", "idempotency_keys", "notifications", "audit_log"] {
        let column = match table {
            "posts" => "content",
            "events" => "payload",
            "idempotency_keys" => "response",
            "notifications" => "data",
            _ => "before",
        };
        let sql = format!(
            "SELECT COUNT(*) AS n FROM {table} WHERE CAST({column} AS TEXT) LIKE '%Regrettable%'"
        );
        assert_eq!(hall.app.count(&sql, vec![]).await, 0, "{table}");
    }
    let mut stream = bob.main().live(last.as_deref()).await;
    stream.until("hello").await;
    let event = stream.until("post.removed").await;
    assert_eq!(
        event["postId"].as_str(),
        Some(post.as_str()),
        "a resumed stream reports the removal"
    );
    let again = main.post_keyed(&path, &key, json!({ "content": "Regrettable words" })).await;
    assert_eq!((again.status, &again.body["removed"]), (201, &json!("removed")), "{again}");
}

#[tokio::test]
async fn removal_events_reach_only_members_who_could_read_the_post() {
    let hall = CommunityFixture::open().await;
    let early = hall.write_post(&hall.ada, "Early").await.expect(201).id();
    let bob = hall.member("bob").await;
    let late = hall.write_post(&hall.ada, "Late").await.expect(201).id();
    let mut stream = open_stream(&bob, None).await;
    delete(&hall.ada, &early).await.expect(200);
    delete(&hall.ada, &late).await.expect(200);
    let event = stream.until("post.removed").await;
    assert_eq!(event["postId"].as_str(), Some(late.as_str()));
}

#[tokio::test]
async fn concurrent_removals_replies_and_likes_keep_counts_exact() {
    let hall = CommunityFixture::open().await;
    let mut people = Vec::new();
    for n in 0..6 {
        people.push(hall.member(&format!("member{n}")).await);
    }
    let mut posts = Vec::new();
    for who in &people {
        posts.push(hall.write_post(who, "Root").await.expect(201).id());
    }
    let turns = people.iter().enumerate().map(|(n, who)| {
        let (hall, posts) = (&hall, &posts);
        async move {
            hall.write_reply(who, &posts[(n + 1) % 6], "Reply").await;
            who.post(&format!("/api/posts/{}/like", posts[(n + 2) % 6]), json!({})).await;
            assert_eq!(delete(who, &posts[n]).await.status, 200);
        }
    });
    join_all(turns).await;
    check_counts(&hall).await;
}

#[tokio::test]
async fn moderators_remove_earlier_and_blocked_posts_they_cannot_read() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let early = hall.write_post(&bob, "From before").await.expect(201).id();
    let article = json!({ "title": "Rust", "content": "It never sleeps." });
    let article = bob.post(&hall.path("/articles"), article).await.expect(201).id();
    let article = format!("/api/articles/{article}/removal");
    let tess = hall.member("tess").await;
    // Both joined too late to read it; only one of them is a moderator.
    let cleo = hall.member("cleo").await;
    hall.set_role(&tess, "trustee").await;
    assert_eq!(remove(&cleo, &early, "Rude").await.to_string(), "404 Post not found");
    let why = json!({ "reason": "Rude" });
    assert_eq!(cleo.post(&article, why.clone()).await.to_string(), "404 Article not found");
    assert_eq!(remove(&tess, &early, "Rude").await.expect(200).body["removed"], "removed");
    tess.post(&article, why).await.expect(204);

    // A block hides posts, but does not prevent moderation.
    let late = hall.write_post(&bob, "And again").await.expect(201).id();
    let blocked = hall.app.id_of(&bob).await;
    tess.main().put(&format!("/api/users/{blocked}/block"), json!({})).await.expect(200);
    remove(&tess, &late, "Rude").await.expect(200);
    assert_eq!(remove(&tess, &late, "Rude").await.to_string(), "404 Post not found");
    assert_eq!(check_counts(&hall).await, 0);
}
