//! Images in messages: attached to one message, served to its readers, deleted with it.

use super::{Pair, block, path_of, send, start};
use crate::kit::uploads::{plain, upload};
use crate::kit::{Browser, Reply};
use image::ImageFormat;
use platform::retention;
use serde_json::{Value, json};

async fn upload_to(who: &Browser, conversation: &str) -> Reply {
    let file = plain(200, 120, [9, 99, 9], ImageFormat::Png);
    upload(who, &path_of(conversation, "/images"), &file).await
}

async fn send_images(who: &Browser, conversation: &str, ids: &[&str]) -> Reply {
    let body = json!({ "content": "", "imageIds": ids });
    who.post(&path_of(conversation, "/messages"), body).await
}

fn id_and_url(image: &Value) -> (&str, &str) {
    (image["id"].as_str().unwrap(), image["url"].as_str().unwrap())
}

async fn is_stored(pair: &Pair, url: &str) -> bool {
    let key = url.strip_prefix("/media/").unwrap().parse().unwrap();
    pair.hall.app.services().blob().get(&key).await.unwrap().is_some()
}

#[tokio::test]
async fn image_is_served_to_participants_and_deleted_with_its_message() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let image = upload_to(pair.ada(), &conversation).await.expect(201).body;
    let (id, url) = id_and_url(&image);
    assert!(url.starts_with(&format!("/media/conversations/{conversation}/picture-")), "{url}");
    assert_eq!(pair.ada().get(url).await.status, 200, "to its uploader before it is sent");
    assert_eq!(pair.bob.get(url).await.status, 404);
    let sent = send_images(pair.ada(), &conversation, &[id]).await.expect(201);
    assert_eq!(sent.body["images"], json!([image]));
    let served = pair.bob.get(url).await.expect(200);
    assert_eq!(served.header("content-type"), "image/jpeg");
    assert_eq!(served.header("cache-control"), "private, no-cache");
    let eve = pair.hall.member("eve").await;
    let staff = pair.hall.app.staff("sam").await;
    for other in [&eve, &staff, &pair.hall.app.browser()] {
        assert!([401, 404].contains(&other.get(url).await.status));
    }
    let page = pair.bob.get(&path_of(&conversation, "/messages")).await.expect(200);
    assert_eq!(page.items()[0]["images"], json!([image]));
    let list = pair.bob.get("/api/conversations").await.expect(200);
    let last = &list.items()[0]["lastMessage"];
    assert_eq!((&last["excerpt"], &last["imageCount"]), (&json!(""), &json!(1)));
    let path = path_of(&conversation, &format!("/messages/{}", sent.id()));
    let deleted = pair.ada().delete(&path).await.expect(200);
    assert_eq!(deleted.body["images"], json!([]));
    pair.hall.app.work().await;
    assert_eq!(pair.ada().get(url).await.status, 404);
    assert!(!is_stored(&pair, url).await);
}

#[tokio::test]
async fn message_takes_four_own_images_of_its_conversation() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let image = upload_to(pair.ada(), &conversation).await.expect(201).body;
    let (id, _) = id_and_url(&image);
    let gone = "This picture is no longer available. Please choose it again.";
    let refused = send_images(&pair.bob, &conversation, &[id]).await.expect(422);
    assert_eq!(refused.body["detail"], gone, "another person's");
    let cleo = pair.hall.member("cleo").await;
    let other = start(pair.ada(), &[&pair.hall.app.id_of(&cleo).await]).await.expect(201).id();
    let refused = send_images(pair.ada(), &other, &[id]).await.expect(422);
    assert_eq!(refused.body["detail"], gone, "of another conversation");
    let five = send_images(pair.ada(), &conversation, &[id; 5]).await.expect(422);
    assert_eq!(five.body["detail"], "A message may have at most 4 pictures");
    let empty = send_images(pair.ada(), &conversation, &[]).await.expect(422);
    assert_eq!(empty.body["detail"], "Message cannot be empty");
    send_images(pair.ada(), &conversation, &[id]).await.expect(201);
    let refused = send_images(pair.ada(), &conversation, &[id]).await.expect(422);
    assert_eq!(refused.body["detail"], gone, "a second time");
}

#[tokio::test]
async fn upload_is_refused_to_others_and_after_a_block() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    send(pair.ada(), &conversation, "Hello").await.expect(201);
    let eve = pair.hall.member("eve").await;
    assert_eq!(upload_to(&eve, &conversation).await.status, 404);
    let image = upload_to(pair.ada(), &conversation).await.expect(201).body;
    let (id, url) = id_and_url(&image);
    send_images(pair.ada(), &conversation, &[id]).await.expect(201);
    block(&pair.bob, &pair.ada_id).await;
    let refused = upload_to(pair.ada(), &conversation).await.expect(403);
    assert_eq!(refused.body["detail"], "You cannot send messages to this person");
    assert_eq!(pair.bob.get(url).await.status, 200, "earlier messages stay readable");
}

#[tokio::test]
async fn unsent_image_is_deleted_after_one_day() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let image = upload_to(pair.ada(), &conversation).await.expect(201).body;
    let (_, url) = id_and_url(&image);
    retention::schedule_sweep(pair.hall.app.services()).await.unwrap();
    pair.hall.app.clock.advance_by(chrono::Duration::hours(25));
    pair.hall.app.work().await;
    assert!(!is_stored(&pair, url).await);
    assert_eq!(pair.hall.app.count("SELECT COUNT(*) AS n FROM message_images", vec![]).await, 0);
}

#[tokio::test]
async fn group_member_sees_no_image_from_before_joining() {
    let pair = Pair::open().await;
    let dan = pair.hall.member("dan").await;
    let dan_id = pair.hall.app.id_of(&dan).await;
    let cleo = pair.hall.member("cleo").await;
    let cleo_id = pair.hall.app.id_of(&cleo).await;
    let group = start(pair.ada(), &[&pair.bob_id, &cleo_id]).await.expect(201).id();
    let image = upload_to(pair.ada(), &group).await.expect(201).body;
    let (id, url) = id_and_url(&image);
    send_images(pair.ada(), &group, &[id]).await.expect(201);
    pair.hall.app.clock.advance_by(chrono::Duration::seconds(1));
    let add = path_of(&group, "/participants");
    pair.ada().post(&add, json!({ "userIds": [dan_id] })).await.expect(200);
    assert_eq!(dan.get(url).await.status, 404);
    assert_eq!(cleo.get(url).await.status, 200);
    cleo.delete(&path_of(&group, "/participants/me")).await.expect(204);
    assert_eq!(cleo.get(url).await.status, 404, "after leaving");
}
