//! The live stream: who hears what, from when on and until when.

use crate::hall::Hall;
use crate::kit::{Browser, LiveStream, TestApp, uuid_of};
use futures::future::join_all;
use insta::assert_snapshot;
use platform::events::Topic;
use serde_json::{Value, json};

/// Something that only they hear, to see what came before it.
async fn mark(app: &TestApp, who: &Browser) {
    app.clock.advance(chrono::Duration::minutes(61));
    app.community(who, "A mark", &[]).await;
}

/// The types of what they heard up to that mark.
async fn heard(stream: &mut LiveStream) -> Vec<(String, Value)> {
    let mut heard = Vec::new();
    loop {
        let frame = stream.next().await.expect("the stream goes on").data;
        let kind = frame["type"].as_str().unwrap().to_owned();
        if kind == "community.created" {
            return heard;
        }
        heard.push((kind, frame));
    }
}

fn posts(heard: &[(String, Value)]) -> Vec<String> {
    let posts = heard.iter().filter(|(kind, _)| kind == "post.created");
    posts.map(|(_, frame)| frame["post"]["content"].as_str().unwrap().to_owned()).collect()
}

async fn opened(who: &Browser) -> LiveStream {
    let mut stream = who.live().await;
    assert_eq!(stream.status, 200);
    stream.until("hello").await;
    stream
}

#[tokio::test]
async fn a_member_hears_what_is_said_as_it_is_said() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let mut stream = opened(&bob).await;
    let post = hall.say(&hall.ada, "Can you hear me?").await.expect(201).body;
    let told = stream.until("post.created").await;
    assert_eq!(told["post"], post);
    assert_eq!(told["threadId"].as_str(), Some(hall.thread.as_str()));
    let told = stream.until("thread.updated").await;
    assert_eq!(told["numposts"], 1);
    assert_eq!(told["lastPost"]["excerpt"], "Can you hear me?");
    let path = format!("/api/posts/{}/like", post["id"].as_str().unwrap());
    hall.ada.post(&path, json!({})).await.expect(200);
    let told = stream.until("post.liked").await;
    assert_eq!((&told["likes"], &told["liked"]), (&json!(1), &json!(true)));
    assert_eq!(told["userId"].as_str(), Some(hall.app.id_of(&hall.ada).await.as_str()));
    let thread = crate::hall::start(&hall.ada, &hall.community, "New").await.expect(201).body;
    assert_eq!(stream.until("thread.created").await["thread"], thread);
}

#[tokio::test]
async fn the_stream_is_for_members_in_good_standing() {
    let app = TestApp::open().await;
    let visitor = app.browser().get("/api/live").await;
    assert_snapshot!(visitor, @"401 User not authenticated");
    let newcomer = app.newcomer("nia").await;
    assert_eq!(newcomer.get("/api/live").await.status, 403);
}

#[tokio::test]
async fn who_joins_hears_at_once_and_who_is_not_in_hears_nothing() {
    let hall = Hall::open().await;
    let bob = hall.app.member("bob").await;
    let mut stream = opened(&bob).await;
    hall.say(&hall.ada, "Before").await.expect(201);
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    hall.say(&hall.ada, "After").await.expect(201);
    mark(&hall.app, &bob).await;
    let heard = heard(&mut stream).await;
    assert_eq!(posts(&heard), ["After"]);
    let joined = heard.iter().filter(|(kind, _)| kind == "membership.joined").count();
    assert_eq!(joined, 2, "one for the community and one for the mark");
}

#[tokio::test]
async fn who_is_removed_hears_of_it_and_of_nothing_after() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let mut stream = opened(&bob).await;
    hall.say(&hall.ada, "For all").await.expect(201);
    stream.until("post.created").await;
    let id = hall.app.id_of(&bob).await;
    hall.ada.delete(&hall.path(&format!("/members/{id}"))).await.expect(204);
    hall.say(&hall.ada, "Without bob").await.expect(201);
    mark(&hall.app, &bob).await;
    let heard = heard(&mut stream).await;
    assert!(posts(&heard).is_empty());
    let removed: Vec<_> = heard.iter().filter(|(kind, _)| kind == "membership.removed").collect();
    assert_eq!(removed.len(), 1);
    assert_eq!(removed[0].1["userId"].as_str(), Some(id.as_str()));
}

#[tokio::test]
async fn an_account_that_is_paused_hears_nothing_more() {
    let hall = Hall::open().await;
    let (bob, staff) = (hall.member("bob").await, hall.app.staff("sam").await);
    let mut stream = opened(&bob).await;
    let path = format!("/api/staff/users/{}/pause", hall.app.id_of(&bob).await);
    staff.post(&path, json!({ "pausedUntil": null, "reason": "Rest" })).await.expect(200);
    hall.say(&hall.ada, "Without bob").await.expect(201);
    assert_eq!(stream.rest().await, ["session.ended"]);
    assert_eq!(bob.get("/api/live").await.status, 403);
}

#[tokio::test]
async fn staff_hear_the_community_that_they_look_at_for_as_long_as_they_are_staff() {
    let hall = Hall::open().await;
    let (sam, bob) = (hall.app.staff("sam").await, hall.app.member("bob").await);
    let (mut to_sam, mut to_bob) =
        (sam.main().live_at(&hall.community).await, bob.main().live_at(&hall.community).await);
    for stream in [&mut to_sam, &mut to_bob] {
        stream.until("hello").await;
    }
    let post = hall.say(&hall.ada, "For staff too").await.expect(201).id();
    assert_eq!(to_sam.until("post.created").await["post"]["content"], "For staff too");
    let other = hall.app.community(&hall.ada, "Elsewhere", &[]).await;
    crate::hall::start(&hall.ada, &other, "Not looked at").await.expect(201);

    let boss = hall.app.staff("boss").await;
    let revoke = format!("/api/staff/users/{}/revoke-staff", hall.app.id_of(&sam).await);
    boss.post(&revoke, json!({ "reason": "They left the team" })).await.expect(200);
    let before = until_changed(&mut to_sam).await;
    assert!(!before.contains(&"thread.created".to_owned()), "only what they look at");
    hall.say(&hall.ada, "Without sam").await.expect(201);
    let cleo = hall.member("cleo").await;
    hall.say(&cleo, "Rude").await.expect(201);
    let report = format!("/api/posts/{post}/reports");
    hall.appoint(&cleo, "admin").await;
    cleo.post(&report, json!({ "reason": "Rude" })).await.expect(201);
    mark(&hall.app, &sam).await;
    mark(&hall.app, &bob).await;
    let heard_by_sam = heard(&mut to_sam).await;
    assert!(posts(&heard_by_sam).is_empty());
    assert!(!heard_by_sam.iter().any(|(kind, _)| kind == "report.opened"), "nor what staff hear");
    assert!(posts(&heard(&mut to_bob).await).is_empty(), "naming a community opens none");
}

/// The types of what a stream tells until its viewer is told that they are something else now.
async fn until_changed(stream: &mut LiveStream) -> Vec<String> {
    let mut types = Vec::new();
    loop {
        let kind = stream.next().await.expect("it goes on").data["type"].clone();
        types.push(kind.as_str().unwrap_or_default().to_owned());
        if kind == "me.changed" {
            return types;
        }
    }
}

#[tokio::test]
async fn staff_who_come_back_hear_on_and_join_like_anybody() {
    let hall = Hall::open().await;
    let sam = hall.app.staff("sam").await;
    let mut stream = sam.main().live_at(&hall.community).await;
    stream.until("hello").await;
    sam.post(&hall.path("/join"), json!({})).await.expect(200);
    hall.say(&hall.ada, "Welcome").await.expect(201);
    sam.post(&hall.path("/leave"), json!({})).await.expect(204);
    hall.say(&hall.ada, "Still looking?").await.expect(201);
    mark(&hall.app, &sam).await;
    assert_eq!(posts(&heard(&mut stream).await), ["Welcome", "Still looking?"]);
    let mut nowhere = sam.main().live_at("tuesday").await;
    nowhere.until("hello").await;
}

#[tokio::test]
async fn signing_out_ends_the_streams_of_that_session_only() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let other = hall.app.browser();
    hall.app.sign_in(&other, "localhost", "bob").await;
    let (mut ended, mut stays) = (opened(&bob).await, opened(&other).await);
    bob.post("/api/usersSignout", json!({})).await.expect(204);
    hall.say(&hall.ada, "Still here?").await.expect(201);
    assert_eq!(ended.rest().await, ["session.ended"]);
    assert_eq!(stays.until("post.created").await["post"]["content"], "Still here?");
}

#[tokio::test]
async fn a_stream_ends_with_its_session_used_or_not() {
    // Without "Stay signed in" a session lives for a day, and for half a day without use.
    for hours in [13, 25] {
        assert_eq!(last_words_after(hours).await, "session.ended", "{hours}");
    }
    assert_eq!(last_words_after(11).await, "community.updated");
}

/// The last that a stream said when something happens so many hours after it was opened.
async fn last_words_after(hours: i64) -> String {
    let hall = Hall::open().await;
    let mut stream = opened(&hall.ada).await;
    hall.app.clock.advance(chrono::Duration::hours(hours));
    let mut system = hall.app.services().system("wake a stream");
    let tx = system.begin().await.unwrap();
    let topic = Topic::Community(uuid_of(&hall.community));
    tx.publish(topic, "community.updated", &json!({ "communityId": hall.community }))
        .await
        .unwrap();
    tx.commit().await.unwrap();
    loop {
        let said = stream.next().await.unwrap().data["type"].as_str().unwrap().to_owned();
        if ["session.ended", "community.updated"].contains(&said.as_str()) {
            return said;
        }
    }
}

#[tokio::test]
async fn what_was_missed_is_told_once_and_in_order() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let mut stream = opened(&bob).await;
    hall.say(&hall.ada, "One").await.expect(201);
    stream.until("post.created").await;
    let last = stream.last_id.clone();
    drop(stream);
    hall.say(&hall.ada, "Two").await.expect(201);
    hall.say(&hall.ada, "Three").await.expect(201);
    let mut stream = bob.main().live(last.as_deref()).await;
    let hello = stream.until("hello").await;
    assert_eq!(hello["cursor"].as_str(), last.as_deref());
    hall.say(&hall.ada, "Four").await.expect(201);
    mark(&hall.app, &bob).await;
    assert_eq!(posts(&heard(&mut stream).await), ["Two", "Three", "Four"]);
}

#[tokio::test]
async fn who_joined_meanwhile_does_not_hear_what_was_said_before() {
    let hall = Hall::open().await;
    let bob = hall.app.member("bob").await;
    let stream = opened(&bob).await;
    let last = stream.last_id.clone();
    drop(stream);
    hall.say(&hall.ada, "Before").await.expect(201);
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    hall.say(&hall.ada, "After").await.expect(201);
    let mut stream = bob.main().live(last.as_deref()).await;
    mark(&hall.app, &bob).await;
    assert_eq!(posts(&heard(&mut stream).await), ["After"]);
}

#[tokio::test]
async fn what_happens_between_reading_a_page_and_listening_is_not_lost() {
    let hall = Hall::open().await;
    let (bob, carl) = (hall.member("bob").await, hall.app.member("carl").await);
    let read = async |who: &Browser| {
        hall.app.until_told().await;
        let me = who.get("/api/me").await.expect(200).body;
        me["eventCursor"].as_str().unwrap().to_owned()
    };
    let reads_again = async |who: &Browser, cursor: &str| {
        let mut stream = who.main().live_since(cursor).await;
        mark(&hall.app, who).await;
        heard(&mut stream).await.iter().any(|(kind, _)| kind == "resync")
    };
    let (bobs, carls) = (read(&bob).await, read(&carl).await);
    hall.say(&hall.ada, "While you were looking").await.expect(201);
    hall.app.until_told().await;
    assert!(reads_again(&bob, &bobs).await);
    assert!(!reads_again(&carl, &carls).await, "he would not have heard it");
    assert!(!reads_again(&bob, &read(&bob).await).await, "nothing happened since");
    assert!(!reads_again(&carl, "tuesday").await);
}

#[tokio::test]
async fn likes_are_told_to_those_who_read_what_is_liked() {
    let hall = Hall::open().await;
    let before = hall.say(&hall.ada, "Before bob").await.expect(201).id();
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let after = hall.say(&hall.ada, "After bob").await.expect(201).id();
    let block = format!("/api/users/{}/block", hall.app.id_of(&hall.ada).await);
    cleo.main().put(&block, json!({})).await.expect(200);
    let sam = hall.app.staff("sam").await;
    sam.post(&hall.path("/join"), json!({})).await.expect(200);
    let (mut to_bob, mut to_cleo) = (opened(&bob).await, opened(&cleo).await);
    for post in [&before, &after] {
        sam.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
    }
    mark(&hall.app, &bob).await;
    mark(&hall.app, &cleo).await;
    let liked = |heard: Vec<(String, Value)>| -> Vec<String> {
        let likes = heard.into_iter().filter(|(kind, _)| kind == "post.liked");
        likes.map(|(_, frame)| frame["postId"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(liked(heard(&mut to_bob).await), [after], "nobody hears of what was before them");
    assert!(liked(heard(&mut to_cleo).await).is_empty(), "nor of what a block hides");
}

#[tokio::test]
async fn who_comes_from_nowhere_fetches_anew() {
    let hall = Hall::open().await;
    let mut stream = hall.ada.main().live(Some("987654321")).await;
    stream.until("hello").await;
    stream.until("resync").await;
    hall.say(&hall.ada, "On we go").await.expect(201);
    stream.until("post.created").await;
}

#[tokio::test]
async fn what_is_for_the_house_alone_stays_in_it() {
    let hall = Hall::open().await;
    let mut stream = opened(&hall.ada).await;
    let mut system = hall.app.services().system("say something inside");
    let tx = system.begin().await.unwrap();
    let me = uuid_of(&hall.app.id_of(&hall.ada).await).into();
    let secret = json!({ "secret": "canary", "communityId": hall.community });
    for topic in [Topic::User(me), Topic::Community(uuid_of(&hall.community)), Topic::Internal] {
        tx.publish(topic, "audit.written", &secret).await.unwrap();
    }
    tx.commit().await.unwrap();
    mark(&hall.app, &hall.ada).await;
    let heard = heard(&mut stream).await;
    assert!(!format!("{heard:?}").contains("canary"));
}

#[tokio::test]
async fn a_person_has_twenty_streams_at_most() {
    let hall = Hall::open().await;
    let mut streams = join_all((0..20).map(|_| hall.ada.live())).await;
    assert!(streams.iter().all(|stream| stream.status == 200));
    assert_eq!(hall.ada.live().await.status, 429);
    let bob = hall.member("bob").await;
    assert_eq!(bob.live().await.status, 200);
    streams.pop();
    assert_eq!(hall.ada.live().await.status, 200);
}

#[tokio::test]
async fn a_second_process_tells_the_same() {
    let hall = Hall::open().await;
    let bob = hall.member("bob").await;
    let beside = hall.app.beside().await;
    let elsewhere = beside.browser();
    beside.sign_in(&elsewhere, "localhost", "bob").await;
    let (mut here, mut there) = (opened(&bob).await, opened(&elsewhere).await);
    hall.say(&hall.ada, "To all").await.expect(201);
    let (one, other) = (here.until("post.created").await, there.until("post.created").await);
    assert_eq!(one, other);
}
