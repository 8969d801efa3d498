//! Earlier texts of edited posts: shown to readers of the post, erased with it and with its author's
//! account.

use crate::community_fixture::CommunityFixture;
use crate::kit::{Browser, Reply};
use chrono::Duration;
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::io::{Cursor, Read};

async fn revisions(hall: &CommunityFixture, who: &Browser, post: &str) -> Reply {
    who.get(&format!("{}/{post}/revisions", hall.posts_path())).await
}

async fn texts(hall: &CommunityFixture, who: &Browser, post: &str) -> Vec<String> {
    crate::community_fixture::contents(&revisions(hall, who, post).await.expect(200))
}

async fn count(hall: &CommunityFixture) -> i64 {
    hall.app.count("SELECT COUNT(*) AS n FROM post_revisions", vec![]).await
}

async fn edit(hall: &CommunityFixture, who: &Browser, post: &str, content: &str) {
    hall.app.clock.advance_by(Duration::seconds(30));
    let body = json!({ "content": content });
    who.patch(&format!("/api/posts/{post}"), body).await.expect(200);
}

#[tokio::test]
async fn readers_see_all_texts_of_an_edited_post_newest_first() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&hall.ada, "One **bold**").await.expect(201).body;
    let id = post["id"].as_str().unwrap();
    let only = revisions(&hall, &bob, id).await.expect(200).body;
    assert_eq!(
        only,
        json!({ "items": [{ "content": "One **bold**", "created": post["created"] }] })
    );
    for content in ["Two", "Two", "Three"] {
        edit(&hall, &hall.ada, id, content).await;
    }
    let all = revisions(&hall, &bob, id).await.expect(200);
    assert_eq!(crate::community_fixture::contents(&all), ["Three", "Two", "One **bold**"]);
    let shown = bob.get(&hall.posts_path()).await.items()[0].clone();
    assert_eq!(all.items()[0]["created"], shown["editedAt"]);
    assert_eq!(all.items()[2]["created"], post["created"]);
    let times: Vec<&str> = all.items().iter().map(|one| one["created"].as_str().unwrap()).collect();
    assert!(times[0] > times[1] && times[1] > times[2], "{times:?}");
}

#[tokio::test]
async fn only_readers_of_a_post_see_its_texts() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.app.member("cleo").await);
    let post = hall.write_post(&hall.ada, "One").await.expect(201).id();
    edit(&hall, &hall.ada, &post, "Two").await;
    assert_snapshot!(revisions(&hall, &cleo, &post).await, @"403 Unable to load posts. Please check your permissions.");
    assert_snapshot!(revisions(&hall, &bob, &hall.community).await, @"404 Post not found");
    let elsewhere = hall.app.community(&bob, "Elsewhere", &[]).await;
    let path =
        format!("/api/communities/{elsewhere}/threads/{}/posts/{post}/revisions", hall.thread);
    assert_snapshot!(bob.get(&path).await, @"404 Post not found");
    let thread = crate::community_fixture::start_thread(&hall.ada, &hall.community, "Piers").await;
    let path = format!("/threads/{}/posts/{post}/revisions", thread.expect(201).id());
    assert_snapshot!(bob.get(&hall.path(&path)).await, @"404 Post not found");
    let dan = hall.member("dan").await;
    let other = hall.write_post(&bob, "By Bob").await.expect(201).id();
    assert_eq!(texts(&hall, &dan, &other).await, ["By Bob"]);
    let block = format!("/api/users/{}/block", hall.app.id_of(&bob).await);
    dan.main().put(&block, json!({})).await.expect(200);
    assert_snapshot!(revisions(&hall, &dan, &other).await, @"404 Post not found");
}

#[tokio::test]
async fn texts_are_erased_with_the_post() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let answered = hall.write_post(&bob, "One").await.expect(201).id();
    let lone = hall.write_post(&bob, "One").await.expect(201).id();
    hall.write_reply(&hall.ada, &answered, "Yes").await.expect(201);
    for post in [&answered, &lone] {
        edit(&hall, &bob, post, "Two").await;
        assert_eq!(texts(&hall, &hall.ada, post).await, ["Two", "One"]);
        bob.delete(&format!("/api/posts/{post}")).await.expect(200);
        let gone = revisions(&hall, &hall.ada, post).await;
        assert_eq!(gone.to_string(), "404 Post not found");
    }
    assert_eq!(count(&hall).await, 0);
}

#[tokio::test]
async fn oldest_text_makes_room_for_the_hundred_and_first() {
    let hall = CommunityFixture::open().await;
    let post = hall.write_post(&hall.ada, "Text 0").await.expect(201).id();
    for number in 1..=101 {
        edit(&hall, &hall.ada, &post, &format!("Text {number}")).await;
    }
    let all = texts(&hall, &hall.ada, &post).await;
    assert_eq!((all.len(), all[0].as_str(), all[100].as_str()), (101, "Text 101", "Text 1"));
    assert_eq!(count(&hall).await, 100);
}

#[tokio::test]
async fn texts_are_exported_and_deleted_with_the_account() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&bob, "One").await.expect(201).id();
    edit(&hall, &bob, &post, "Two").await;

    let copy = hall.ada.get(&hall.path("/export")).await.expect(200).text;
    let lines: Vec<Value> = copy.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let line = lines.iter().find(|line| line["kind"] == "postRevision").unwrap();
    assert_eq!((&line["postId"], &line["content"]), (&json!(post), &json!("One")));

    let asked = bob.post("/api/me/export", json!({})).await.expect(200).id();
    hall.app.work().await;
    let key = format!("users/{}/export-{asked}.zip", hall.app.id_of(&bob).await).parse().unwrap();
    let stored = hall.app.services().blob().get(&key).await.unwrap().unwrap();
    let mut zip = zip::ZipArchive::new(Cursor::new(stored.bytes)).unwrap();
    let mut text = String::new();
    zip.by_name("posts.json").unwrap().read_to_string(&mut text).unwrap();
    let own: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(own["earlierTexts"][0]["content"], "One");
    assert_eq!(own["earlierTexts"][0]["postId"], json!(post));

    bob.post("/api/me/deletion", json!({ "confirmation": "DELETE" })).await.expect(200);
    hall.app.clock.advance_by(Duration::days(8));
    hall.app.work().await;
    assert_eq!(count(&hall).await, 0);
    hall.app.sign_in(&hall.ada, "localhost", "ada").await;
    assert_eq!(texts(&hall, &hall.ada, &post).await, ["Two"]);
}
