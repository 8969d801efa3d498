//! Reports of messages to staff: the message and its neighbours only, recorded in the audit log.

use super::{Pair, open_stream, path_of, send};
use crate::kit::uploads::{plain, upload};
use crate::kit::{Browser, Reply};
use image::ImageFormat;
use serde_json::json;

async fn report(who: &Browser, conversation: &str, message: &str) -> Reply {
    let path = path_of(conversation, &format!("/messages/{message}/report"));
    who.post(&path, json!({ "reason": "Threats" })).await
}

async fn audited(pair: &Pair, action: &str) -> i64 {
    let sql = "SELECT COUNT(*) AS n FROM audit_log WHERE action = $1";
    pair.hall.app.count(sql, vec![action.into()]).await
}

#[tokio::test]
async fn staff_see_the_reported_message_with_three_neighbours_and_each_look_is_audited() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let mut ids = Vec::new();
    for number in 0..9 {
        let who = if number == 4 { &pair.bob } else { pair.ada() };
        ids.push(send(who, &conversation, &number.to_string()).await.expect(201).id());
    }
    let staff = pair.hall.app.staff("sam").await;
    let mut stream = open_stream(staff.main()).await;
    let receipt = report(pair.ada(), &conversation, &ids[4]).await.expect(201);
    assert_eq!(
        (&receipt.body["reason"], &receipt.body["status"]),
        (&json!("Threats"), &json!("open"))
    );
    let event = stream.until("message-report.changed").await;
    assert_eq!(event["messageReportId"], receipt.id());

    let list = staff.get("/api/staff/message-reports").await.expect(200);
    assert_eq!(list.body["openCount"], 1);
    let listed = &list.items()[0];
    assert_eq!(listed["sender"]["userId"].as_str(), Some(pair.bob_id.as_str()));
    assert_eq!(listed["reporter"]["userId"].as_str(), Some(pair.ada_id.as_str()));
    assert!(!list.body.to_string().contains("content"), "the list has no text");
    assert_eq!(audited(&pair, "message-report.read").await, 0);
    let path = format!("/api/staff/message-reports/{}", receipt.id());
    let details = staff.get(&path).await.expect(200);
    let shown = details.body["messages"].as_array().unwrap();
    let texts: Vec<&str> = shown.iter().map(|one| one["content"].as_str().unwrap()).collect();
    assert_eq!(texts, ["1", "2", "3", "4", "5", "6", "7"]);
    let marked: Vec<bool> = shown.iter().map(|one| one["reported"] == true).collect();
    assert_eq!(marked, [false, false, false, true, false, false, false]);
    staff.get(&path).await.expect(200);
    assert_eq!(audited(&pair, "message-report.read").await, 2);
    assert_eq!(staff.get(&path_of(&conversation, "/messages")).await.status, 404);
}

#[tokio::test]
async fn report_is_closed_once_and_can_be_made_again() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let message = send(&pair.bob, &conversation, "Rude").await.expect(201).id();
    let first = report(pair.ada(), &conversation, &message).await.expect(201).id();
    let again = report(pair.ada(), &conversation, &message).await.expect(409);
    assert_eq!(again.body["detail"], "You have already reported this");
    let staff = pair.hall.app.staff("sam").await;
    let path = format!("/api/staff/message-reports/{first}");
    let closed = staff.post(&format!("{path}/resolve"), json!({})).await.expect(200);
    assert_eq!(closed.body["status"], "resolved");
    let twice = staff.post(&format!("{path}/dismiss"), json!({})).await.expect(409);
    assert_eq!(twice.body["detail"], "This report was already handled");
    assert_eq!(audited(&pair, "message-report.resolve").await, 1);
    assert_eq!(staff.get("/api/staff/message-reports").await.items().len(), 0);
    let resolved = staff.get("/api/staff/message-reports?status=resolved").await.expect(200);
    assert_eq!(resolved.items().len(), 1);
    assert_eq!(staff.get("/api/staff/message-reports?status=new").await.status, 422);
    report(pair.ada(), &conversation, &message).await.expect(201);
}

#[tokio::test]
async fn only_readable_messages_of_others_can_be_reported() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let message = send(&pair.bob, &conversation, "Rude").await.expect(201).id();
    let own = report(&pair.bob, &conversation, &message).await.expect(422);
    assert_eq!(own.body["detail"], "You cannot report your own content");
    let eve = pair.hall.member("eve").await;
    assert_eq!(report(&eve, &conversation, &message).await.status, 404);
    let path = path_of(&conversation, &format!("/messages/{message}/report"));
    assert_eq!(pair.ada().post(&path, json!({ "reason": "" })).await.status, 422);
    pair.bob.delete(&path_of(&conversation, &format!("/messages/{message}"))).await.expect(200);
    assert_eq!(report(pair.ada(), &conversation, &message).await.status, 404);
    for member in [pair.ada(), &eve] {
        assert_eq!(member.get("/api/staff/message-reports").await.status, 404);
    }
}

#[tokio::test]
async fn staff_see_images_of_a_reported_message_until_the_report_is_closed() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let file = plain(200, 120, [9, 99, 9], ImageFormat::Png);
    let image = upload(&pair.bob, &path_of(&conversation, "/images"), &file).await.expect(201).body;
    let url = image["url"].as_str().unwrap();
    let body = json!({ "imageIds": [image["id"]] });
    let message = pair.bob.post(&path_of(&conversation, "/messages"), body).await.expect(201).id();
    let staff = pair.hall.app.staff("sam").await;
    assert_eq!(staff.get(url).await.status, 404);
    let report = report(pair.ada(), &conversation, &message).await.expect(201).id();
    let path = format!("/api/staff/message-reports/{report}");
    let details = staff.get(&path).await.expect(200);
    assert_eq!(details.body["messages"][0]["images"], json!([image]));
    assert_eq!(staff.get(url).await.status, 200);
    staff.post(&format!("{path}/dismiss"), json!({})).await.expect(200);
    assert_eq!(staff.get(url).await.status, 404);
}

#[tokio::test]
async fn ten_messages_can_be_reported_in_a_minute() {
    let pair = Pair::open().await;
    let conversation = pair.conversation().await;
    let mut messages = Vec::new();
    for number in 0..11 {
        messages.push(send(&pair.bob, &conversation, &number.to_string()).await.expect(201).id());
    }
    for message in &messages[..10] {
        report(pair.ada(), &conversation, message).await.expect(201);
    }
    let refused = report(pair.ada(), &conversation, &messages[10]).await.expect(429);
    assert_eq!(refused.body["code"], "rate-limited");
    send(pair.ada(), &conversation, "Another bucket").await.expect(201);
}
