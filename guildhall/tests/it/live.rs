//! The live stream: which events a user receives, and when a stream begins and ends.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, LiveStream, TestApp, uuid_of};
use futures::future::join_all;
use insta::assert_snapshot;
use platform::events::Topic;
use serde_json::{Value, json};

/// Creates a community, whose event only `who` receives, as a marker in their stream.
async fn publish_marker(app: &TestApp, who: &Browser) {
    app.clock.advance_by(chrono::Duration::minutes(61));
    app.community(who, "A mark", &[]).await;
}

/// Types and data of the events up to the marker.
async fn events_until_marker(stream: &mut LiveStream) -> Vec<(String, Value)> {
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

fn post_contents(heard: &[(String, Value)]) -> Vec<String> {
    let posts = heard.iter().filter(|(kind, _)| kind == "post.created");
    posts.map(|(_, frame)| frame["post"]["content"].as_str().unwrap().to_owned()).collect()
}

async fn open_stream(who: &Browser) -> LiveStream {
    let mut stream = who.live().await;
    assert_eq!(stream.status, 200);
    stream.until("hello").await;
    stream
}

#[tokio::test]
async fn members_receive_post_thread_and_like_events() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let mut stream = open_stream(&bob).await;
    let post = hall.write_post(&hall.ada, "Can you hear me?").await.expect(201).body;
    let event = stream.until("post.created").await;
    assert_eq!(event["post"], post);
    assert_eq!(event["threadId"].as_str(), Some(hall.thread.as_str()));
    let event = stream.until("thread.updated").await;
    assert_eq!(event["numposts"], 1);
    assert_eq!(event["lastPost"]["excerpt"], "Can you hear me?");
    let path = format!("/api/posts/{}/like", post["id"].as_str().unwrap());
    hall.ada.post(&path, json!({})).await.expect(200);
    let event = stream.until("post.liked").await;
    assert_eq!((&event["likes"], &event["liked"]), (&json!(1), &json!(true)));
    assert_eq!(event["userId"].as_str(), Some(hall.app.id_of(&hall.ada).await.as_str()));
    let mut thread = crate::community_fixture::start_thread(&hall.ada, &hall.community, "New")
        .await
        .expect(201)
        .body;
    // The rights of the author are not those of the others who receive the event.
    thread["viewer"] = json!({ "mayManage": false, "mayModerate": false });
    assert_eq!(stream.until("thread.created").await["thread"], thread);
}

#[tokio::test]
async fn live_stream_requires_an_active_member() {
    let app = TestApp::open().await;
    let visitor = app.browser().get("/api/live").await;
    assert_snapshot!(visitor, @"401 User not authenticated");
    let newcomer = app.newcomer("nia").await;
    assert_eq!(newcomer.get("/api/live").await.status, 403);
}

#[tokio::test]
async fn events_of_a_community_reach_members_only_from_joining_on() {
    let hall = CommunityFixture::open().await;
    let bob = hall.app.member("bob").await;
    let mut stream = open_stream(&bob).await;
    hall.write_post(&hall.ada, "Before").await.expect(201);
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    hall.write_post(&hall.ada, "After").await.expect(201);
    publish_marker(&hall.app, &bob).await;
    let events = events_until_marker(&mut stream).await;
    assert_eq!(post_contents(&events), ["After"]);
    let joined = events.iter().filter(|(kind, _)| kind == "membership.joined").count();
    assert_eq!(joined, 2, "one for the community and one for the marker");
}

#[tokio::test]
async fn removed_member_receives_the_removal_and_nothing_after() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let mut stream = open_stream(&bob).await;
    hall.write_post(&hall.ada, "For all").await.expect(201);
    stream.until("post.created").await;
    let id = hall.app.id_of(&bob).await;
    hall.ada.delete(&hall.path(&format!("/members/{id}"))).await.expect(204);
    hall.write_post(&hall.ada, "Without bob").await.expect(201);
    publish_marker(&hall.app, &bob).await;
    let events = events_until_marker(&mut stream).await;
    assert!(post_contents(&events).is_empty());
    let removed: Vec<_> = events.iter().filter(|(kind, _)| kind == "membership.removed").collect();
    assert_eq!(removed.len(), 1);
    assert_eq!(removed[0].1["userId"].as_str(), Some(id.as_str()));
}

#[tokio::test]
async fn pausing_an_account_ends_its_streams() {
    let hall = CommunityFixture::open().await;
    let (bob, staff) = (hall.member("bob").await, hall.app.staff("sam").await);
    let mut stream = open_stream(&bob).await;
    let path = format!("/api/staff/users/{}/pause", hall.app.id_of(&bob).await);
    staff.post(&path, json!({ "pausedUntil": null, "reason": "Rest" })).await.expect(200);
    hall.write_post(&hall.ada, "Without bob").await.expect(201);
    assert_eq!(stream.remaining_types().await, ["session.ended"]);
    assert_eq!(bob.get("/api/live").await.status, 403);
}

#[tokio::test]
async fn staff_receive_events_of_the_viewed_community_while_they_are_staff() {
    let hall = CommunityFixture::open().await;
    let (sam, bob) = (hall.app.staff("sam").await, hall.app.member("bob").await);
    let (mut to_sam, mut to_bob) =
        (sam.main().live_at(&hall.community).await, bob.main().live_at(&hall.community).await);
    for stream in [&mut to_sam, &mut to_bob] {
        stream.until("hello").await;
    }
    let post = hall.write_post(&hall.ada, "For staff too").await.expect(201).id();
    assert_eq!(to_sam.until("post.created").await["post"]["content"], "For staff too");
    let other = hall.app.community(&hall.ada, "Elsewhere", &[]).await;
    crate::community_fixture::start_thread(&hall.ada, &other, "Not looked at").await.expect(201);

    let boss = hall.app.staff("boss").await;
    let revoke = format!("/api/staff/users/{}/revoke-staff", hall.app.id_of(&sam).await);
    boss.post(&revoke, json!({ "reason": "They left the team" })).await.expect(200);
    let before = types_until_me_changed(&mut to_sam).await;
    assert!(!before.contains(&"thread.created".to_owned()), "only events of the viewed community");
    hall.write_post(&hall.ada, "Without sam").await.expect(201);
    let cleo = hall.member("cleo").await;
    hall.write_post(&cleo, "Rude").await.expect(201);
    let report = format!("/api/posts/{post}/reports");
    hall.set_role(&cleo, "admin").await;
    cleo.post(&report, json!({ "reason": "Rude" })).await.expect(201);
    publish_marker(&hall.app, &sam).await;
    publish_marker(&hall.app, &bob).await;
    let heard_by_sam = events_until_marker(&mut to_sam).await;
    assert!(post_contents(&heard_by_sam).is_empty());
    assert!(!heard_by_sam.iter().any(|(kind, _)| kind == "report.opened"), "no staff events");
    assert!(
        post_contents(&events_until_marker(&mut to_bob).await).is_empty(),
        "the parameter has no effect for other users"
    );
}

/// Types of the events up to `me.changed`.
async fn types_until_me_changed(stream: &mut LiveStream) -> Vec<String> {
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
async fn staff_receive_events_of_each_viewed_community_of_a_list() {
    let hall = CommunityFixture::open().await;
    let sam = hall.app.staff("sam").await;
    hall.app.clock.advance_by(chrono::Duration::minutes(61));
    let other = hall.app.community(&hall.ada, "Elsewhere", &[]).await;
    let mut stream = sam.main().live_at(&format!("{},{other}", hall.community)).await;
    stream.until("hello").await;
    crate::community_fixture::start_thread(&hall.ada, &other, "Also viewed").await.expect(201);
    assert_eq!(stream.until("thread.created").await["communityId"].as_str(), Some(&*other));
    hall.write_post(&hall.ada, "Viewed").await.expect(201);
    assert_eq!(stream.until("post.created").await["post"]["content"], "Viewed");
}

#[tokio::test]
async fn a_poll_ends_after_the_missed_events_with_the_position_to_resume_from() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let mut first = bob.main().live_poll(None).await;
    assert_eq!(first.remaining_types().await, ["hello", "position"]);
    hall.write_post(&hall.ada, "Between two polls").await.expect(201);
    let mut second = bob.main().live_poll(first.last_id.as_deref()).await;
    assert_eq!(
        second.remaining_types().await,
        ["hello", "post.created", "thread.updated", "position"]
    );
    let mut third = bob.main().live_poll(second.last_id.as_deref()).await;
    third.until("hello").await;
    hall.write_post(&hall.ada, "While bob polled").await.expect(201);
    assert_eq!(third.until("post.created").await["post"]["content"], "While bob polled");
    assert_eq!(third.remaining_types().await.last().map(String::as_str), Some("position"));
}

#[tokio::test]
async fn a_poll_without_events_ends_after_its_timeout() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let mut first = bob.main().live_poll(None).await;
    first.remaining_types().await;
    let mut second = bob.main().live_poll(first.last_id.as_deref()).await;
    second.until("hello").await;
    hall.app.clock.advance_by(chrono::Duration::seconds(21));
    // Wakes the poll with an event that is not sent to clients.
    let mut system = hall.app.services().system("wake a poll");
    let tx = system.begin().await.unwrap();
    let topic = Topic::Community(uuid_of(&hall.community));
    tx.publish(topic, "audit.written", &json!({ "communityId": hall.community })).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(second.remaining_types().await, ["position"]);
}

#[tokio::test]
async fn staff_stream_continues_across_joining_and_leaving_the_viewed_community() {
    let hall = CommunityFixture::open().await;
    let sam = hall.app.staff("sam").await;
    let mut stream = sam.main().live_at(&hall.community).await;
    stream.until("hello").await;
    sam.post(&hall.path("/join"), json!({})).await.expect(200);
    hall.write_post(&hall.ada, "Welcome").await.expect(201);
    sam.post(&hall.path("/leave"), json!({})).await.expect(204);
    hall.write_post(&hall.ada, "Still looking?").await.expect(201);
    publish_marker(&hall.app, &sam).await;
    assert_eq!(
        post_contents(&events_until_marker(&mut stream).await),
        ["Welcome", "Still looking?"]
    );
    let mut nowhere = sam.main().live_at("tuesday").await;
    nowhere.until("hello").await;
}

#[tokio::test]
async fn signing_out_ends_the_streams_of_that_session_only() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let other = hall.app.browser();
    hall.app.sign_in(&other, "localhost", "bob").await;
    let (mut ended, mut stays) = (open_stream(&bob).await, open_stream(&other).await);
    bob.post("/api/usersSignout", json!({})).await.expect(204);
    hall.write_post(&hall.ada, "Still here?").await.expect(201);
    assert_eq!(ended.remaining_types().await, ["session.ended"]);
    assert_eq!(stays.until("post.created").await["post"]["content"], "Still here?");
}

#[tokio::test]
async fn stream_ends_when_its_session_expires() {
    // Without "Stay signed in" a session lives for a day, and for half a day without use.
    for hours in [13, 25] {
        assert_eq!(last_event_after(hours).await, "session.ended", "{hours}");
    }
    assert_eq!(last_event_after(11).await, "community.updated");
}

/// The first of `session.ended` and `community.updated` that a stream receives when an event is published this
/// number of hours after it was opened.
async fn last_event_after(hours: i64) -> String {
    let hall = CommunityFixture::open().await;
    let mut stream = open_stream(&hall.ada).await;
    hall.app.clock.advance_by(chrono::Duration::hours(hours));
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
async fn resumed_stream_replays_missed_events_once_and_in_order() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let mut stream = open_stream(&bob).await;
    hall.write_post(&hall.ada, "One").await.expect(201);
    stream.until("post.created").await;
    let last = stream.last_id.clone();
    drop(stream);
    hall.write_post(&hall.ada, "Two").await.expect(201);
    hall.write_post(&hall.ada, "Three").await.expect(201);
    let mut stream = bob.main().live(last.as_deref()).await;
    let hello = stream.until("hello").await;
    assert_eq!(hello["cursor"].as_str(), last.as_deref());
    hall.write_post(&hall.ada, "Four").await.expect(201);
    publish_marker(&hall.app, &bob).await;
    assert_eq!(post_contents(&events_until_marker(&mut stream).await), ["Two", "Three", "Four"]);
}

#[tokio::test]
async fn resumed_stream_omits_events_from_before_joining() {
    let hall = CommunityFixture::open().await;
    let bob = hall.app.member("bob").await;
    let stream = open_stream(&bob).await;
    let last = stream.last_id.clone();
    drop(stream);
    hall.write_post(&hall.ada, "Before").await.expect(201);
    bob.post(&hall.path("/join"), json!({})).await.expect(200);
    hall.write_post(&hall.ada, "After").await.expect(201);
    let mut stream = bob.main().live(last.as_deref()).await;
    publish_marker(&hall.app, &bob).await;
    assert_eq!(post_contents(&events_until_marker(&mut stream).await), ["After"]);
}

#[tokio::test]
async fn stream_opened_since_a_cursor_sends_resync_if_events_were_missed() {
    let hall = CommunityFixture::open().await;
    let (bob, carl) = (hall.member("bob").await, hall.app.member("carl").await);
    let read = async |who: &Browser| {
        hall.app.until_delivered().await;
        let me = who.get("/api/me").await.expect(200).body;
        me["eventCursor"].as_str().unwrap().to_owned()
    };
    let reads_again = async |who: &Browser, cursor: &str| {
        let mut stream = who.main().live_since(cursor).await;
        publish_marker(&hall.app, who).await;
        events_until_marker(&mut stream).await.iter().any(|(kind, _)| kind == "resync")
    };
    let (bobs, carls) = (read(&bob).await, read(&carl).await);
    hall.write_post(&hall.ada, "While you were looking").await.expect(201);
    hall.app.until_delivered().await;
    assert!(reads_again(&bob, &bobs).await);
    assert!(!reads_again(&carl, &carls).await, "he is not a member");
    assert!(!reads_again(&bob, &read(&bob).await).await, "nothing happened since");
    assert!(!reads_again(&carl, "tuesday").await);
}

#[tokio::test]
async fn like_events_reach_only_users_who_may_read_the_post() {
    let hall = CommunityFixture::open().await;
    let before = hall.write_post(&hall.ada, "Before bob").await.expect(201).id();
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let after = hall.write_post(&hall.ada, "After bob").await.expect(201).id();
    let block = format!("/api/users/{}/block", hall.app.id_of(&hall.ada).await);
    cleo.main().put(&block, json!({})).await.expect(200);
    let sam = hall.app.staff("sam").await;
    sam.post(&hall.path("/join"), json!({})).await.expect(200);
    let (mut to_bob, mut to_cleo) = (open_stream(&bob).await, open_stream(&cleo).await);
    for post in [&before, &after] {
        sam.post(&format!("/api/posts/{post}/like"), json!({})).await.expect(200);
    }
    publish_marker(&hall.app, &bob).await;
    publish_marker(&hall.app, &cleo).await;
    let liked = |heard: Vec<(String, Value)>| -> Vec<String> {
        let likes = heard.into_iter().filter(|(kind, _)| kind == "post.liked");
        likes.map(|(_, frame)| frame["postId"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(
        liked(events_until_marker(&mut to_bob).await),
        [after],
        "no like on a post from before joining"
    );
    assert!(
        liked(events_until_marker(&mut to_cleo).await).is_empty(),
        "no like on a blocked user's post"
    );
}

#[tokio::test]
async fn unknown_last_event_id_sends_resync() {
    let hall = CommunityFixture::open().await;
    let mut stream = hall.ada.main().live(Some("987654321")).await;
    stream.until("hello").await;
    stream.until("resync").await;
    hall.write_post(&hall.ada, "On we go").await.expect(201);
    stream.until("post.created").await;
}

#[tokio::test]
async fn internal_events_never_reach_a_stream() {
    let hall = CommunityFixture::open().await;
    let mut stream = open_stream(&hall.ada).await;
    let mut system = hall.app.services().system("say something inside");
    let tx = system.begin().await.unwrap();
    let me = uuid_of(&hall.app.id_of(&hall.ada).await).into();
    let secret = json!({ "secret": "canary", "communityId": hall.community });
    for topic in [Topic::User(me), Topic::Community(uuid_of(&hall.community)), Topic::Internal] {
        tx.publish(topic, "audit.written", &secret).await.unwrap();
    }
    tx.commit().await.unwrap();
    publish_marker(&hall.app, &hall.ada).await;
    let events = events_until_marker(&mut stream).await;
    assert!(!format!("{events:?}").contains("canary"));
}

#[tokio::test]
async fn user_can_open_at_most_twenty_streams() {
    let hall = CommunityFixture::open().await;
    let mut streams = join_all((0..20).map(|_| hall.ada.live())).await;
    assert!(streams.iter().all(|stream| stream.status == 200));
    assert_eq!(hall.ada.live().await.status, 429);
    let bob = hall.member("bob").await;
    assert_eq!(bob.live().await.status, 200);
    streams.pop();
    assert_eq!(hall.ada.live().await.status, 200);
}

#[tokio::test]
async fn streams_of_a_second_process_receive_the_same_events() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let beside = hall.app.second_instance().await;
    let elsewhere = beside.browser();
    beside.sign_in(&elsewhere, "localhost", "bob").await;
    let (mut here, mut there) = (open_stream(&bob).await, open_stream(&elsewhere).await);
    hall.write_post(&hall.ada, "To all").await.expect(201);
    let (one, other) = (here.until("post.created").await, there.until("post.created").await);
    assert_eq!(one, other);
}
