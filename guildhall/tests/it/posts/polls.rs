//! Polls of posts: votes, counts, closing, and who may know who voted.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply, uuid_of};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};
use uuid::Uuid;

/// A post with a poll.
pub struct PolledPost {
    pub post: String,
    /// Path of the post.
    path: String,
    /// Ids of the options.
    options: Vec<String>,
}

impl PolledPost {
    /// Writes a post with a poll; `poll` adds to the options "Steel" and "Rope".
    pub async fn create(hall: &CommunityFixture, who: &Browser, poll: Value) -> Self {
        let created = create(hall, who, poll).await.expect(201).body;
        let post = created["id"].as_str().unwrap().to_owned();
        let options = created["poll"]["options"].as_array().unwrap();
        let options = options.iter().map(|one| one["id"].as_str().unwrap().to_owned()).collect();
        Self { path: format!("{}/{post}", hall.posts_path()), post, options }
    }

    pub async fn vote(&self, who: &Browser, options: &[usize]) -> Reply {
        let chosen: Vec<&String> = options.iter().map(|at| &self.options[*at]).collect();
        who.put(&self.votes_path(), json!({ "optionIds": chosen })).await
    }

    fn votes_path(&self) -> String {
        format!("{}/poll/votes", self.path)
    }

    async fn close(&self, who: &Browser) -> Reply {
        who.post(&format!("{}/poll/close", self.path), json!({})).await
    }

    fn voters_path(&self, option: usize) -> String {
        format!("{}/poll/options/{}/voters", self.path, self.options[option])
    }
}

async fn create(hall: &CommunityFixture, who: &Browser, more: Value) -> Reply {
    let mut poll = json!({ "options": ["Steel", "Rope"] });
    poll.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    who.post(&hall.posts_path(), json!({ "content": "Which cable?", "poll": poll })).await
}

/// Votes of the options, and the number of voters.
fn counts(poll: &Value) -> (Vec<i64>, i64) {
    let options = poll["options"].as_array().unwrap().iter();
    let votes = options.map(|option| option["votes"].as_i64().unwrap()).collect();
    (votes, poll["voters"].as_i64().unwrap())
}

async fn shown(hall: &CommunityFixture, who: &Browser) -> Value {
    who.get(&hall.posts_path()).await.expect(200).items().last().unwrap()["poll"].clone()
}

fn names(page: &Reply) -> Vec<&str> {
    page.items().iter().map(|person| person["firstName"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn votes_are_cast_changed_withdrawn_and_counted() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let it = PolledPost::create(&hall, &bob, json!({})).await;
    let poll = shown(&hall, &cleo).await;
    assert_eq!((counts(&poll), &poll["chosen"]), ((vec![0, 0], 0), &json!([])));
    assert_eq!((&poll["closed"], &poll["mayClose"]), (&json!(false), &json!(false)));
    assert_eq!(shown(&hall, &bob).await["mayClose"], true);
    let mut stream = cleo.live().await;
    stream.until("hello").await;
    let voted = it.vote(&bob, &[0]).await.expect(200).body;
    assert_eq!((counts(&voted), &voted["chosen"]), ((vec![1, 0], 1), &json!([it.options[0]])));
    let event = stream.until("poll.updated").await;
    assert_eq!((&event["postId"], counts(&event["poll"])), (&json!(it.post), (vec![1, 0], 1)));
    let bob_id = hall.app.id_of(&bob).await;
    assert_eq!(event["post"]["authorId"], json!(bob_id), "for readers who blocked the author");
    assert!(event["poll"].get("chosen").is_none() && event.get("userId").is_none());
    it.vote(&bob, &[0]).await.expect(200);
    assert_eq!(counts(&it.vote(&cleo, &[1]).await.expect(200).body), (vec![1, 1], 2));
    let event = stream.until("poll.updated").await;
    assert_eq!(counts(&event["poll"]), (vec![1, 1], 2), "a repeated vote publishes nothing");
    assert_eq!(counts(&it.vote(&bob, &[1]).await.expect(200).body), (vec![0, 2], 2));
    let withdrawn = it.vote(&bob, &[]).await.expect(200).body;
    assert_eq!((counts(&withdrawn), &withdrawn["chosen"]), ((vec![0, 1], 1), &json!([])));
    assert_eq!(shown(&hall, &cleo).await["chosen"], json!([it.options[1]]));
    assert_snapshot!(it.vote(&bob, &[0, 1]).await, @"422 Only one option can be chosen in this poll");
}

#[tokio::test]
async fn own_choice_reaches_the_other_devices_of_the_voter_only() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let it = PolledPost::create(&hall, &hall.ada, json!({ "secret": true })).await;
    let device = hall.app.browser();
    hall.app.sign_in(&device, "localhost", "bob").await;
    let (mut own, mut other) = (device.live().await, cleo.live().await);
    own.until("hello").await;
    other.until("hello").await;
    it.vote(&bob, &[1]).await.expect(200);
    let answered = own.until("poll.answered").await;
    assert_eq!(
        (&answered["postId"], &answered["chosen"]),
        (&json!(it.post), &json!([it.options[1]]))
    );
    it.vote(&bob, &[]).await.expect(200);
    assert_eq!(own.until("poll.answered").await["chosen"], json!([]));
    it.vote(&cleo, &[0]).await.expect(200);
    let told = other.until("poll.answered").await;
    assert_eq!(told["chosen"], json!([it.options[0]]), "no one else's choice came before");
}

#[tokio::test]
async fn several_options_count_one_voter() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let it = PolledPost::create(&hall, &hall.ada, json!({ "multiple": true })).await;
    let both = it.vote(&bob, &[1, 0, 0]).await.expect(200).body;
    assert_eq!((counts(&both), &both["chosen"]), ((vec![1, 1], 1), &json!(it.options)));
    assert_eq!(counts(&it.vote(&bob, &[1]).await.expect(200).body), (vec![0, 1], 1));
    let other = PolledPost::create(&hall, &hall.ada, json!({})).await;
    let foreign = json!({ "optionIds": [other.options[0]] });
    assert_snapshot!(bob.put(&it.votes_path(), foreign).await, @"404 Poll not found");
    let plain = hall.write_post(&hall.ada, "No poll").await.expect(201).id();
    let path = format!("{}/{plain}/poll/votes", hall.posts_path());
    assert_snapshot!(bob.put(&path, json!({ "optionIds": [] })).await, @"404 Poll not found");
}

#[tokio::test]
async fn voters_of_a_named_poll_are_listed_in_pages_without_blocked_users() {
    let hall = CommunityFixture::open().await;
    let mut voters = Vec::new();
    for name in ["bob", "cleo", "dan"] {
        voters.push(hall.member(name).await);
    }
    hall.app.clock.advance_by(Duration::seconds(1));
    let it = PolledPost::create(&hall, &hall.ada, json!({})).await;
    for voter in &voters {
        hall.app.clock.advance_by(Duration::seconds(1));
        it.vote(voter, &[0]).await.expect(200);
    }
    let path = it.voters_path(0);
    let first = hall.ada.get(&format!("{path}?limit=2")).await.expect(200);
    assert_eq!(names(&first), ["Dan", "Cleo"]);
    let cursor = first.body["nextCursor"].as_str().unwrap();
    let rest = hall.ada.get(&format!("{path}?limit=2&cursor={cursor}")).await.expect(200);
    assert_eq!((names(&rest), rest.body["nextCursor"].is_null()), (vec!["Bob"], true));
    assert_eq!(names(&hall.ada.get(&it.voters_path(1)).await.expect(200)), [""; 0]);
    let block = format!("/api/users/{}/block", hall.app.id_of(&voters[1]).await);
    voters[0].main().put(&block, json!({})).await.expect(200);
    assert_eq!(names(&voters[0].get(&path).await.expect(200)), ["Dan", "Bob"]);
    let other = PolledPost::create(&hall, &hall.ada, json!({})).await;
    let crossed = format!("{}/poll/options/{}/voters", it.path, other.options[0]);
    assert_snapshot!(hall.ada.get(&crossed).await, @"404 Poll not found");
    assert_eq!(hall.ada.get(&format!("{path}?cursor=x")).await.status, 400);
}

#[tokio::test]
async fn secret_poll_does_not_reveal_its_voters() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let it = PolledPost::create(&hall, &hall.ada, json!({ "secret": true })).await;
    let mut stream = hall.ada.live().await;
    stream.until("hello").await;
    it.vote(&bob, &[1]).await.expect(200);
    let voter = hall.app.id_of(&bob).await;
    let event = stream.until("poll.updated").await.to_string();
    assert!(!event.contains(&voter), "{event}");
    let staff = hall.app.staff("sam").await;
    for who in [&hall.ada, &bob, &cleo, &staff] {
        assert_eq!(
            who.get(&it.voters_path(1)).await.to_string(),
            "403 The votes of this poll are secret"
        );
        let page = who.get(&hall.posts_path()).await.expect(200).text;
        assert!(!page.contains(&voter), "{page}");
    }
    let lines = hall.ada.get(&hall.path("/export")).await.expect(200).text;
    let poll = lines.lines().find(|line| line.contains("\"kind\":\"poll\"")).unwrap();
    let poll: Value = serde_json::from_str(poll).unwrap();
    assert_eq!(counts(&poll), (vec![0, 1], 1));
    assert!(!lines.contains(&voter));
    for (who, votes) in [(&bob, 1), (&cleo, 0)] {
        let posts = exported_posts(&hall, who).await;
        let own = posts["pollVotes"].as_array().unwrap();
        assert_eq!(own.len(), votes);
        assert!(own.iter().all(|vote| vote["option"] == "Rope"));
    }
}

/// `posts.json` of a user's own export.
async fn exported_posts(hall: &CommunityFixture, who: &Browser) -> Value {
    let export = who.post("/api/me/export", json!({})).await.expect(200).id();
    hall.app.work().await;
    let key = format!("users/{}/export-{export}.zip", hall.app.id_of(who).await).parse().unwrap();
    let stored = hall.app.services().blob().get(&key).await.unwrap().unwrap();
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(stored.bytes)).unwrap();
    let posts = std::io::read_to_string(archive.by_name("posts.json").unwrap()).unwrap();
    serde_json::from_str(&posts).unwrap()
}

#[tokio::test]
async fn poll_closes_at_its_time_and_by_its_author_or_an_admin() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let end = hall.app.clock.now() + Duration::hours(1);
    let it = PolledPost::create(&hall, &bob, json!({ "closesAt": end })).await;
    it.vote(&cleo, &[0]).await.expect(200);
    hall.app.clock.advance_by(Duration::minutes(61));
    assert_eq!(shown(&hall, &cleo).await["closed"], true);
    for votes in [&[1][..], &[]] {
        assert_eq!(it.vote(&cleo, votes).await.to_string(), "409 This poll is closed");
    }
    let it = PolledPost::create(&hall, &bob, json!({})).await;
    it.vote(&cleo, &[0]).await.expect(200);
    assert_snapshot!(it.close(&cleo).await, @"403 Only the author and admins can close a poll");
    let mut stream = cleo.live().await;
    stream.until("hello").await;
    let closed = it.close(&bob).await.expect(200).body;
    assert_eq!((&closed["closed"], &closed["mayClose"]), (&json!(true), &json!(false)));
    assert_eq!(stream.until("poll.updated").await["poll"]["closed"], true);
    assert_eq!(it.close(&hall.ada).await.expect(200).body["closed"], true);
    assert_snapshot!(it.vote(&cleo, &[1]).await, @"409 This poll is closed");
    assert_eq!(counts(&shown(&hall, &bob).await), (vec![1, 0], 1));
    let it = PolledPost::create(&hall, &bob, json!({})).await;
    let closure = format!("/api/communities/{}/threads/{}/closure", hall.community, hall.thread);
    hall.ada.put(&closure, json!({})).await.expect(200);
    assert_snapshot!(it.vote(&cleo, &[0]).await, @"409 This thread is closed");
    it.close(&hall.ada).await.expect(200);
}

#[tokio::test]
async fn only_members_who_read_the_post_vote() {
    let hall = CommunityFixture::open().await;
    let (bob, olaf) = (hall.member("bob").await, hall.app.member("olaf").await);
    let it = PolledPost::create(&hall, &bob, json!({})).await;
    let staff = hall.app.staff("sam").await;
    assert_snapshot!(it.vote(&staff, &[0]).await, @"403 User is not a member of this community");
    hall.app.clock.advance_by(Duration::seconds(1));
    let late = hall.member("late").await;
    for who in [&olaf, &late] {
        assert_eq!(it.vote(who, &[0]).await.to_string(), "404 Post not found");
        assert_eq!(it.close(who).await.to_string(), "404 Post not found");
        assert_eq!(who.get(&it.voters_path(0)).await.to_string(), "404 Post not found");
    }
    let cleo = hall.member("cleo").await;
    let it = PolledPost::create(&hall, &cleo, json!({})).await;
    let block = format!("/api/users/{}/block", hall.app.id_of(&cleo).await);
    bob.main().put(&block, json!({})).await.expect(200);
    assert_snapshot!(it.vote(&bob, &[0]).await, @"404 Post not found");
    hall.time_out(&late, 5).await;
    assert_snapshot!(it.vote(&late, &[0]).await, @"403 You are currently timed out from this community");
    let elsewhere = hall.app.community(&cleo, "Elsewhere", &[]).await;
    let crossed = it.votes_path().replace(&hall.community, &elsewhere);
    assert_snapshot!(cleo.put(&crossed, json!({ "optionIds": [] })).await, @"404 Post not found");
    assert_eq!(hall.app.count("SELECT COUNT(*) AS n FROM poll_votes", vec![]).await, 0);
}

#[tokio::test]
async fn invalid_polls_are_refused() {
    let hall = CommunityFixture::open().await;
    let refused = async |poll: Value| create(&hall, &hall.ada, poll).await;
    assert_snapshot!(refused(json!({ "options": ["One"] })).await, @"422 A poll must have between 2 and 10 options");
    assert_snapshot!(refused(json!({ "options": ["One", "one "] })).await, @"422 The options of a poll must be different");
    assert_snapshot!(refused(json!({ "options": ["One", " "] })).await, @"422 Poll option cannot be empty");
    assert_snapshot!(refused(json!({ "options": ["One", "x".repeat(101)] })).await, @"422 Poll option exceeds maximum length of 100 characters");
    assert_snapshot!(refused(json!({ "options": ["One", "<script>"] })).await, @"422 Content contains potentially harmful code");
    for days in [-1, 400] {
        let end = hall.app.clock.now() + Duration::days(days);
        assert_eq!(
            refused(json!({ "closesAt": end })).await.to_string(),
            "422 A poll must close in the future, within a year"
        );
    }
    let post = hall.write_post(&hall.ada, "Steel").await.expect(201).id();
    let poll = json!({ "options": ["One", "Two"] });
    let reply = json!({ "content": "Which?", "parentPostId": post, "poll": poll });
    assert_snapshot!(hall.ada.post(&hall.posts_path(), reply).await, @"422 Replies cannot have a poll");
    let empty = json!({ "content": " ", "poll": poll });
    assert_snapshot!(hall.ada.post(&hall.posts_path(), empty).await, @"422 Message cannot be empty");
    assert_eq!(hall.app.count("SELECT COUNT(*) AS n FROM polls", vec![]).await, 0);
}

#[tokio::test]
async fn repeated_creation_has_one_poll_which_is_deleted_with_its_post() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let key = Uuid::now_v7().to_string();
    let end = hall.app.clock.now() + Duration::hours(1);
    let poll = json!({ "options": ["Steel", "Rope"], "closesAt": end });
    let post = json!({ "content": "Which?", "poll": poll });
    let at = bob.main();
    let first = at.post_keyed(&hall.posts_path(), &key, post.clone()).await.expect(201).body;
    let again = at.post_keyed(&hall.posts_path(), &key, post).await.expect(201).body;
    assert_eq!(first, again);
    assert_eq!(shown(&hall, &bob).await, first["poll"]);
    let post = first["id"].as_str().unwrap();
    let votes = format!("{}/{post}/poll/votes", hall.posts_path());
    let option = json!({ "optionIds": [first["poll"]["options"][0]["id"]] });
    hall.ada.put(&votes, option).await.expect(200);
    hall.write_reply(&hall.ada, post, "A reply keeps an empty place").await.expect(201);
    bob.delete(&format!("/api/posts/{post}")).await.expect(200);
    let page = hall.ada.get(&hall.posts_path()).await.expect(200);
    assert_eq!(page.items()[0]["poll"], Value::Null);
    for table in ["polls", "poll_options", "poll_votes"] {
        let sql = format!("SELECT COUNT(*) AS n FROM {table}");
        assert_eq!(hall.app.count(&sql, vec![]).await, 0, "{table}");
    }
    let replayed = hall.app.count(
        "SELECT COUNT(*) AS n FROM events WHERE CAST(payload AS TEXT) LIKE '%Rope%'",
        vec![],
    );
    assert_eq!(replayed.await, 0, "no event tells the options any more");
}

#[tokio::test]
async fn account_is_deleted_with_its_votes() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let it = PolledPost::create(&hall, &hall.ada, json!({ "multiple": true })).await;
    it.vote(&bob, &[0, 1]).await.expect(200);
    it.vote(&cleo, &[1]).await.expect(200);
    let id = hall.app.id_of(&bob).await;
    bob.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    hall.app.clock.advance_by(Duration::days(8));
    hall.app.work().await;
    hall.app.sign_in(&hall.ada, "localhost", "ada").await;
    assert_eq!(counts(&shown(&hall, &hall.ada).await), (vec![0, 1], 1));
    let votes = "SELECT COUNT(*) AS n FROM poll_votes WHERE user_id = $1";
    assert_eq!(hall.app.count(votes, vec![uuid_of(&id).into()]).await, 0);
}

#[tokio::test]
async fn simultaneous_votes_are_all_counted() {
    let hall = CommunityFixture::open_in(crate::kit::TestApp::open_for_many().await).await;
    let mut voters = Vec::new();
    for n in 0..5 {
        voters.push(hall.member(&format!("voter{n}")).await);
    }
    hall.app.clock.advance_by(Duration::seconds(1));
    let it = PolledPost::create(&hall, &hall.ada, json!({ "multiple": true })).await;
    let votes = voters.iter().flat_map(|who| [it.vote(who, &[0]), it.vote(who, &[0, 1])]);
    for reply in futures::future::join_all(votes).await {
        reply.expect(200);
    }
    let poll = shown(&hall, &hall.ada).await;
    let rows = "SELECT COUNT(*) AS n FROM poll_votes";
    let (votes, voters) = counts(&poll);
    assert_eq!((votes[0], voters), (5, 5));
    assert_eq!(hall.app.count(rows, vec![]).await, votes.iter().sum::<i64>());
}
