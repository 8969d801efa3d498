//! What members have read, per thread (G-129, C-089).

mod devices;
mod lists;
mod refusals;
mod walk;

use crate::community_fixture::{CommunityFixture, start_thread};
use crate::kit::{Browser, Reply, uuid_of};
use chrono::Duration;
use serde_json::{Value, json};

/// A community with two threads, and Bob, a member.
struct Reading {
    hall: CommunityFixture,
    bob: Browser,
    /// "Cables" and "Piers".
    threads: [String; 2],
}

impl Reading {
    async fn open() -> Self {
        let hall = CommunityFixture::open().await;
        let piers = start_thread(&hall.ada, &hall.community, "Piers").await.expect(201).id();
        let bob = hall.member("bob").await;
        let threads = [hall.thread.clone(), piers];
        let reading = Self { hall, bob, threads };
        reading.wait(1);
        reading
    }

    /// Advances the clock, so that no rate limit applies.
    fn wait(&self, minutes: i64) {
        self.hall.app.clock.advance_by(Duration::minutes(minutes));
    }

    fn path(&self, thread: usize, rest: &str) -> String {
        self.hall.path(&format!("/threads/{}{rest}", self.threads[thread]))
    }

    /// Writes a post two minutes after the previous one.
    async fn write(&self, who: &Browser, thread: usize, text: &str) -> Value {
        self.wait(2);
        let path = self.path(thread, "/posts");
        who.post(&path, json!({ "content": text })).await.expect(201).body
    }

    async fn read(&self, who: &Browser, thread: usize, body: Value) -> Reply {
        who.put(&self.path(thread, "/read"), body).await
    }

    async fn read_until(&self, who: &Browser, thread: usize, post: &Value) -> Value {
        self.read(who, thread, json!({ "upTo": post["created"] })).await.expect(200).body
    }

    async fn unread_from(&self, who: &Browser, thread: usize, post: &Value) -> Reply {
        who.put(&self.path(thread, "/unread-from"), json!({ "postId": post["id"] })).await
    }

    /// Unread posts of each thread. All other counts must agree with them.
    async fn unread(&self, who: &Browser) -> [i64; 2] {
        let list = who.get(&self.hall.path("/threads")).await.expect(200);
        let mut counts = [0, 0];
        for (thread, count) in self.threads.iter().zip(&mut counts) {
            let listed = list.items().iter().find(|item| item["id"] == json!(thread)).unwrap();
            let one = who.get(&self.hall.path(&format!("/threads/{thread}"))).await.expect(200);
            assert_eq!(one.body["unreadMessages"], listed["unreadMessages"]);
            assert_eq!(one.body["lastReadTimestamp"], listed["lastReadTimestamp"]);
            *count = listed["unreadMessages"].as_i64().unwrap();
        }
        let sum = json!(counts.iter().sum::<i64>());
        let community = who.get(&self.hall.path("")).await.expect(200).body;
        let badges = who.get("/api/me/badges").await.expect(200).body;
        assert_eq!([&community["viewer"]["unread"], &badges["communities"]], [&sum, &sum]);
        counts
    }

    /// Number of Bob's marks of threads.
    async fn marks(&self) -> i64 {
        let sql = "SELECT COUNT(*) AS n FROM thread_read_status WHERE user_id = $1";
        let bob = uuid_of(&self.hall.app.id_of(&self.bob).await);
        self.hall.app.count(sql, vec![bob.into()]).await
    }
}

#[tokio::test]
async fn reading_a_thread_leaves_others_unread_and_opening_marks_nothing() {
    let reading = Reading::open().await;
    let ada = &reading.hall.ada;
    let bob = &reading.bob;
    reading.write(ada, 0, "One").await;
    let two = reading.write(ada, 0, "Two").await;
    reading.write(ada, 1, "Three").await;
    bob.get(&reading.path(0, "/posts")).await.expect(200);
    bob.get(&reading.hall.path("")).await.expect(200);
    assert_eq!(reading.unread(bob).await, [2, 1], "opening a community and a thread marks nothing");

    let mark = reading.read(bob, 0, json!({})).await.expect(200).body;
    let expected = json!({
        "communityId": reading.hall.community, "threadId": reading.threads[0],
        "lastReadTimestamp": two["created"], "unreadMessages": 0, "communityUnread": 1,
    });
    assert_eq!(mark, expected);
    assert_eq!(reading.unread(bob).await, [0, 1]);
    assert_eq!(reading.unread(ada).await, [0, 0], "own posts are never unread");
    reading.write(ada, 0, "Four").await;
    assert_eq!(reading.unread(bob).await, [1, 1]);
}

#[tokio::test]
async fn partial_read_leaves_newer_posts_unread_and_never_moves_back() {
    let reading = Reading::open().await;
    let (ada, bob) = (&reading.hall.ada, &reading.bob);
    let one = reading.write(ada, 0, "One").await;
    let two = reading.write(ada, 0, "Two").await;
    let three = reading.write(ada, 0, "Three").await;
    let mark = reading.read_until(bob, 0, &two).await;
    assert_eq!((&mark["unreadMessages"], &mark["lastReadTimestamp"]), (&json!(1), &two["created"]));
    let late = reading.read_until(bob, 0, &one).await;
    assert_eq!((&late["unreadMessages"], &late["lastReadTimestamp"]), (&json!(1), &two["created"]));
    let future = json!({ "upTo": reading.hall.app.clock.now() + Duration::days(1) });
    let end = reading.read(bob, 0, future).await.expect(200).body;
    assert_eq!(end["lastReadTimestamp"], three["created"], "a mark is never in the future");
    reading.write(ada, 0, "Four").await;
    assert_eq!(reading.unread(bob).await, [1, 0]);

    bob.post(&reading.hall.path("/read"), json!({})).await.expect(200);
    reading.read_until(bob, 0, &one).await;
    assert_eq!(
        reading.unread(bob).await,
        [0, 0],
        "nor does it override a later mark of the community"
    );
}

#[tokio::test]
async fn unread_from_a_post_overrides_the_mark_of_the_community_until_all_is_read() {
    let reading = Reading::open().await;
    let (ada, bob) = (&reading.hall.ada, &reading.bob);
    reading.write(ada, 0, "One").await;
    let two = reading.write(ada, 0, "Two").await;
    reading.write(ada, 0, "Three").await;
    reading.write(ada, 1, "Four").await;
    bob.post(&reading.hall.path("/read"), json!({})).await.expect(200);
    assert_eq!((reading.unread(bob).await, reading.marks().await), ([0, 0], 0));

    let mark = reading.unread_from(bob, 0, &two).await.expect(200).body;
    assert_eq!((&mark["unreadMessages"], &mark["communityUnread"]), (&json!(2), &json!(2)));
    assert_eq!(reading.unread(bob).await, [2, 0]);
    reading.write(ada, 0, "Five").await;
    reading.write(ada, 1, "Six").await;
    assert_eq!(reading.unread(bob).await, [3, 1]);
    reading.read(bob, 1, json!({})).await.expect(200);
    assert_eq!((reading.unread(bob).await, reading.marks().await), ([3, 0], 2));

    // An older mark of the community, made offline, reads until then and keeps what is later.
    let path = reading.hall.path(&format!("/read?upTo={}", two["created"].as_str().unwrap()));
    bob.post(&path, json!({})).await.expect(200);
    assert_eq!((reading.unread(bob).await, reading.marks().await), ([2, 0], 2));
    bob.post(&reading.hall.path("/read"), json!({})).await.expect(200);
    assert_eq!((reading.unread(bob).await, reading.marks().await), ([0, 0], 0));
}

#[tokio::test]
async fn marks_of_threads_are_replaced_by_one_of_the_community_when_nothing_is_unread() {
    let reading = Reading::open().await;
    let (ada, bob) = (&reading.hall.ada, &reading.bob);
    reading.write(ada, 0, "One").await;
    reading.write(ada, 1, "Two").await;
    reading.read(bob, 0, json!({})).await.expect(200);
    assert_eq!(reading.marks().await, 1);
    let last = reading.read(bob, 1, json!({})).await.expect(200).body;
    assert_eq!((&last["communityUnread"], reading.marks().await), (&json!(0), 0));
    assert_eq!(reading.unread(bob).await, [0, 0]);
    let own = reading.write(bob, 0, "Mine").await;
    assert_eq!((reading.unread(bob).await, reading.marks().await), ([0, 0], 1));
    reading.write(ada, 0, "Three").await;
    assert_eq!(reading.unread(bob).await, [1, 0]);
    reading.unread_from(bob, 0, &own).await.expect(200);
    assert_eq!(reading.unread(bob).await, [1, 0], "an own post is not unread");
    reading.write(bob, 0, "Thanks").await;
    assert_eq!((reading.unread(bob).await, reading.marks().await), ([0, 0], 0));
}

#[tokio::test]
async fn blocked_authors_removed_posts_and_posts_from_before_joining_are_not_unread() {
    let reading = Reading::open().await;
    let (ada, bob) = (&reading.hall.ada, &reading.bob);
    let eve = reading.hall.member("eve").await;
    let before = reading.write(ada, 0, "Before cleo").await;
    reading.wait(2);
    let cleo = reading.hall.member("cleo").await;
    reading.write(&eve, 0, "Blocked").await;
    let gone = reading.write(ada, 0, "Deleted").await;
    reading.write(ada, 0, "There").await;
    assert_eq!((reading.unread(bob).await, reading.unread(&cleo).await), ([4, 0], [3, 0]));
    let eve_id = reading.hall.app.id_of(&eve).await;
    bob.put(&format!("/api/users/{eve_id}/block"), json!({})).await.expect(200);
    assert_eq!(reading.unread(bob).await, [3, 0]);
    let post = format!("/api/posts/{}", gone["id"].as_str().unwrap());
    ada.delete(&post).await.expect(200);
    assert_eq!((reading.unread(bob).await, reading.unread(&cleo).await), ([2, 0], [2, 0]));
    let refused = reading.unread_from(&cleo, 0, &before).await;
    assert_eq!(refused.to_string(), "404 Post not found");

    // If the community shows its history, posts from before joining are readable but not unread.
    let open = json!({ "historyFromJoin": false });
    ada.patch(&reading.hall.path(""), open).await.expect(200);
    let mark = reading.unread_from(&cleo, 0, &before).await.expect(200).body;
    assert_eq!(mark["unreadMessages"], 2);
    assert_eq!(reading.unread(&cleo).await, [2, 0]);
}

#[tokio::test]
async fn leaving_deletes_the_marks_and_exports_contain_them() {
    let reading = Reading::open().await;
    let (ada, bob) = (&reading.hall.ada, &reading.bob);
    reading.write(ada, 0, "One").await;
    reading.write(ada, 1, "Two").await;
    let mark = reading.read(bob, 0, json!({})).await.expect(200).body;
    let id = uuid_of(&reading.hall.app.id_of(bob).await);
    let system = reading.hall.app.services().system("read what a member would be given");
    let history =
        tenant_runtime::communities::history_of(&system, platform::UserId(id)).await.unwrap();
    let expected = json!([{
        "communityId": reading.hall.community, "threadId": reading.threads[0],
        "lastReadTimestamp": mark["lastReadTimestamp"],
    }]);
    assert_eq!(history["threadsReadUntil"], expected);
    bob.post(&reading.hall.path("/leave"), json!({})).await.expect(204);
    assert_eq!(reading.marks().await, 0);
    reading.wait(1);
    bob.post(&reading.hall.path("/join"), json!({})).await.expect(200);
    reading.write(ada, 0, "Three").await;
    assert_eq!(reading.unread(bob).await, [1, 0]);
}
