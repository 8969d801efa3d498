//! Introductions.

use super::{cord, count_activity, strength};
use crate::kit::{Browser, Reply, TestApp};
use chrono::Duration;
use futures::future::join_all;
use insta::assert_snapshot;
use platform::retention;
use serde_json::{Value, json};
use tenant_runtime::introductions;

/// Ada, who introduces Bob and Cleo.
struct Three {
    app: TestApp,
    ada: Browser,
    bob: Browser,
    cleo: Browser,
    bob_id: String,
    cleo_id: String,
}

impl Three {
    async fn open() -> Self {
        Self::open_in(TestApp::open().await).await
    }

    async fn open_in(app: TestApp) -> Self {
        let (ada, bob, cleo) =
            (app.member("ada").await, app.member("bob").await, app.member("cleo").await);
        let (bob_id, cleo_id) = (app.id_of(&bob).await, app.id_of(&cleo).await);
        Self { app, ada, bob, cleo, bob_id, cleo_id }
    }

    async fn introduce(&self, message: &str) -> Reply {
        introduce(&self.ada, &[&self.bob_id, &self.cleo_id], message).await
    }
}

async fn introduce(who: &Browser, people: &[&str], message: &str) -> Reply {
    who.post("/api/introductions", json!({ "userIds": people, "message": message })).await
}

async fn answer(who: &Browser, introduction: &str, answer: &str) -> Reply {
    who.post(&format!("/api/introductions/{introduction}/{answer}"), json!({})).await
}

async fn list(who: &Browser, query: &str) -> Vec<Value> {
    who.get(&format!("/api/introductions{query}")).await.expect(200).items().clone()
}

async fn titles(who: &Browser) -> Vec<String> {
    let page = who.get("/api/activity").await.expect(200);
    page.items().iter().map(|one| one["title"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn conversation_opens_after_both_have_accepted() {
    let three = Three::open().await;
    let mut stream = three.cleo.live().await;
    stream.until("hello").await;
    let made = three.introduce("You both restore bridges.").await.expect(201);
    let id = made.id();
    assert_eq!(made.body["state"], "pending");
    assert_eq!(made.body["introducer"]["firstName"], "Ada");
    assert_eq!(made.body["people"][1]["firstName"], "Cleo");
    assert_eq!(stream.until("introduction.changed").await["introductionId"], json!(id));
    assert_eq!(titles(&three.cleo).await, ["Ada Tester would like to introduce you to Bob Tester"]);

    let first = answer(&three.bob, &id, "accept").await.expect(200).body;
    assert_eq!((&first["state"], &first["myAnswer"]), (&json!("pending"), &json!("accepted")));
    assert_eq!(three.bob.get("/api/conversations").await.items().len(), 0);
    let seen = list(&three.ada, "?state=pending").await;
    assert_eq!(seen[0]["myAnswer"], Value::Null, "the introducer does not see single answers");
    assert_snapshot!(answer(&three.bob, &id, "accept").await, @"409 You have already accepted this introduction");
    assert_snapshot!(answer(&three.ada, &id, "accept").await, @"403 Only the people who are introduced can answer");

    let second = answer(&three.cleo, &id, "accept").await.expect(200).body;
    assert_eq!(second["state"], "accepted");
    let conversation = second["conversationId"].as_str().unwrap();
    for who in [&three.ada, &three.bob, &three.cleo] {
        let path = format!("/api/conversations/{conversation}");
        let opened = who.get(&path).await.expect(200).body;
        assert_eq!(opened["participants"].as_array().unwrap().len(), 3);
        assert_eq!((&opened["title"], &opened["kind"]), (&json!("Bob and Cleo"), &json!("group")));
        let messages = who.get(&format!("{path}/messages")).await.expect(200);
        assert_eq!(messages.items()[0]["content"], "You both restore bridges.");
        assert_eq!(messages.items()[0]["sender"]["firstName"], "Ada");
        let reply = json!({ "content": "Hello" });
        who.post(&format!("{path}/messages"), reply).await.expect(201);
    }
    assert!(titles(&three.ada).await.iter().any(|one| one.ends_with("accepted your introduction")));
    assert_snapshot!(answer(&three.cleo, &id, "decline").await, @"409 This introduction can no longer be answered");
    assert_eq!(list(&three.ada, "?state=answered").await[0]["conversationId"], json!(conversation));

    count_activity(&three.app).await;
    let with_bob = cord(three.cleo.main(), &three.bob_id).await.expect(200).body;
    assert_eq!(strength(&with_bob, "weave"), 20.0);
    let with_ada = cord(three.ada.main(), &three.bob_id).await.expect(200).body;
    assert_eq!(strength(&with_ada, "weave"), 20.0);
}

#[tokio::test]
async fn introducer_does_not_learn_who_declined() {
    let three = Three::open().await;
    let id = three.introduce("You both restore bridges.").await.expect(201).id();
    answer(&three.bob, &id, "accept").await.expect(200);
    let declined = answer(&three.cleo, &id, "decline").await.expect(200).body;
    assert_eq!(
        (&declined["state"], &declined["myAnswer"]),
        (&json!("declined"), &json!("declined"))
    );
    assert_eq!(
        titles(&three.ada).await,
        ["Your introduction of Bob Tester and Cleo Tester did not come about"]
    );
    let seen = list(&three.ada, "?state=declined").await;
    assert_eq!((&seen[0]["myAnswer"], &seen[0]["conversationId"]), (&Value::Null, &Value::Null));
    let open = "SELECT COUNT(*) AS n FROM notifications WHERE action_required";
    assert_eq!(three.app.count(open, vec![]).await, 0);
    assert_eq!(three.bob.get("/api/conversations").await.items().len(), 0);
}

#[tokio::test]
async fn rejects_introductions_of_other_than_two_people() {
    let three = Three::open().await;
    let ada_id = three.app.id_of(&three.ada).await;
    let (bob, cleo) = (three.bob_id.as_str(), three.cleo_id.as_str());
    for people in [&[bob][..], &[bob, bob], &[bob, cleo, bob], &[bob, &ada_id], &[]] {
        let refused = introduce(&three.ada, people, "Meet").await.expect(422);
        assert_eq!(refused.body["detail"], "Choose two people to introduce");
    }
    let nobody = uuid::Uuid::now_v7().simple().to_string();
    assert_snapshot!(introduce(&three.ada, &[bob, &nobody], "Meet").await, @"404 This person cannot be found");
}

#[tokio::test]
async fn message_passes_the_content_filter_of_posts() {
    let three = Three::open().await;
    let refused = async |text: &str| {
        let refused = three.introduce(text).await.expect(422);
        refused.body["detail"].as_str().unwrap().to_owned()
    };
    assert_eq!(refused(" ").await, "Message cannot be empty");
    assert_eq!(refused("<script>").await, "Message contains prohibited content");
    let long = "a".repeat(501);
    assert_eq!(refused(&long).await, "Content exceeds maximum length of 500 characters");
    three.introduce(&long[..500]).await.expect(201);
}

#[tokio::test]
async fn people_who_blocked_each_other_are_not_introduced() {
    let three = Three::open().await;
    let block = |user: &str| format!("/api/users/{user}/block");
    three.bob.put(&block(&three.cleo_id), json!({})).await.expect(200);
    assert_snapshot!(three.introduce("Meet").await, @"409 These two people cannot be introduced to each other");
    three.bob.delete(&block(&three.cleo_id)).await.expect(200);
    let id = three.introduce("Meet").await.expect(201).id();
    assert_snapshot!(three.introduce("Meet").await, @"409 You have already introduced these two people");
    answer(&three.bob, &id, "accept").await.expect(200);
    three.bob.put(&block(&three.cleo_id), json!({})).await.expect(200);
    assert_snapshot!(answer(&three.cleo, &id, "accept").await, @"409 These two people cannot be introduced to each other");
    assert!(list(&three.cleo, "").await.is_empty(), "hidden because of the block");
    assert_eq!(three.cleo.get("/api/conversations").await.items().len(), 0);

    let ada_id = three.app.id_of(&three.ada).await;
    three.cleo.put(&block(&ada_id), json!({})).await.expect(200);
    assert_snapshot!(three.introduce("Meet").await, @"404 This person cannot be found");
}

#[tokio::test]
async fn others_do_not_find_an_introduction() {
    let three = Three::open().await;
    let id = three.introduce("Meet").await.expect(201).id();
    let eve = three.app.member("eve").await;
    for action in ["accept", "decline"] {
        let refused = answer(&eve, &id, action).await;
        assert_eq!(refused.to_string(), "404 Introduction not found");
    }
    assert!(list(&eve, "").await.is_empty());
}

#[tokio::test]
async fn at_most_five_introductions_a_day() {
    let three = Three::open().await;
    for number in 0..6 {
        let other = three.app.member(&format!("other{number}")).await;
        let other = three.app.id_of(&other).await;
        let made = introduce(&three.ada, &[&three.bob_id, &other], "Meet").await;
        assert_eq!(made.status, if number < 5 { 201 } else { 429 });
    }
}

#[tokio::test]
async fn repeated_idempotency_key_introduces_once() {
    let three = Three::open().await;
    let key = uuid::Uuid::now_v7().to_string();
    let body = json!({ "userIds": [three.bob_id, three.cleo_id], "message": "Meet" });
    let ada = three.ada.main();
    let first = ada.post_keyed("/api/introductions", &key, body.clone()).await.expect(201);
    let second = ada.post_keyed("/api/introductions", &key, body).await.expect(201);
    assert_eq!(first.id(), second.id());
    assert_eq!(list(&three.ada, "").await.len(), 1);
}

#[tokio::test]
async fn unanswered_introduction_expires() {
    let three = Three::open().await;
    let id = three.introduce("Meet").await.expect(201).id();
    answer(&three.bob, &id, "accept").await.expect(200);
    three.app.clock.advance_by(Duration::days(14));
    for (who, name) in [(&three.ada, "ada"), (&three.bob, "bob"), (&three.cleo, "cleo")] {
        three.app.sign_in(who, "localhost", name).await;
    }
    assert_eq!(list(&three.ada, "?state=expired").await.len(), 1, "before the hourly job");
    assert!(list(&three.ada, "?state=pending").await.is_empty());
    assert_snapshot!(answer(&three.cleo, &id, "accept").await, @"409 This introduction can no longer be answered");
    retention::schedule_sweep(three.app.services()).await.unwrap();
    let mut system = three.app.services().system("close expired introductions");
    introductions::sweep(&mut system).await.unwrap();
    introductions::sweep(&mut system).await.unwrap();
    let closed = "SELECT COUNT(*) AS n FROM introductions WHERE state = 'expired'";
    assert_eq!(three.app.count(closed, vec![]).await, 1);
    let told = "SELECT COUNT(*) AS n FROM notifications WHERE title LIKE '%did not come about'";
    assert_eq!(three.app.count(told, vec![]).await, 1);
}

#[tokio::test]
async fn two_acceptances_at_once_open_one_conversation() {
    let three = Three::open_in(TestApp::open_for_many().await).await;
    let id = three.introduce("Meet").await.expect(201).id();
    let accepting = [&three.bob, &three.cleo, &three.bob, &three.cleo];
    let replies = join_all(accepting.map(|who| answer(who, &id, "accept"))).await;
    let accepted = replies.iter().filter(|reply| reply.status == 200).count();
    assert_eq!(accepted, 2, "each once");
    let conversations = "SELECT COUNT(*) AS n FROM conversations";
    assert_eq!(three.app.count(conversations, vec![]).await, 1);
    assert_eq!(list(&three.ada, "?state=accepted").await.len(), 1);
}
