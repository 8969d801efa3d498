//! A typed text is displayed, excerpted and offered for editing as it was typed, wherever it appears: as text, never
//! as HTML. Rows that were stored as HTML are read as what was typed for them.

use crate::community_fixture::{CommunityFixture, texts};
use crate::kit::{Browser, uuid_of};
use serde_json::{Value, json};
use tenant_runtime::search_index;

/// Texts that HTML would take for something else.
const TYPED: [&str; 3] = [
    "https://maps.example/?a=1&region=eu&section=2&copy=3",
    "R&D &amp &lt &nbsp &#39 &copy\n<p> </p>\n<b>bold</b> and <img src=x> and </div>\nif x<y and y>z",
    "<a href=\"https://x.example\">there</a>\nsay \"hello\" & it's fine, <5 > 3 <!doctype x>\nünï\u{a0}cödé 🌉 字",
];

/// One field of every item of a list.
async fn field_of_items(who: &Browser, path: &str, field: &str) -> Vec<String> {
    texts(&who.get(path).await.expect(200), field)
}

#[tokio::test]
async fn post_text_is_identical_everywhere_it_is_shown() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    for typed in TYPED {
        let mut stream = bob.live().await;
        stream.until("hello").await;
        hall.app.clock.advance_by(chrono::Duration::seconds(1));
        let post = hall.write_post(&hall.ada, typed).await.expect(201);
        assert_eq!(post.body["content"], typed, "the answer");
        assert_eq!(stream.until("post.created").await["post"]["content"], typed, "live");
        assert_eq!(
            hall.read_posts(&bob).await.last().map(String::as_str),
            Some(typed),
            "the thread"
        );
        let threads = bob.get(&hall.path("/threads")).await.expect(200);
        assert_begins(&threads.items()[0]["lastPost"]["excerpt"], typed);
        assert_begins(&bob.get("/api/feed").await.expect(200).items()[0]["content"], typed);
        let report = json!({ "reason": typed });
        bob.post(&format!("/api/posts/{}/reports", post.id()), report).await.expect(201);
        let queue = hall.ada.get(&hall.path("/reports")).await.expect(200);
        let report = queue.items().iter().find(|report| report["reason"] == typed);
        assert_begins(&report.expect("the report in the queue")["excerpt"], typed);
        let path = format!("/api/posts/{}", post.id());
        let same = hall.ada.patch(&path, json!({ "content": typed })).await.expect(200);
        assert_eq!(same.body["isEdited"], false, "the text for editing is the stored text");
    }
    let found = bob.get("/api/search?type=posts&q=region").await.expect(200);
    assert_eq!(found.items()[0]["excerpt"], TYPED[0]);
    let copy = hall.ada.get(&hall.path("/export")).await.expect(200).text;
    let lines: Vec<Value> = copy.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let copied = lines.iter().filter(|line| line["kind"] == "post").map(|line| &line["content"]);
    assert_eq!(copied.collect::<Vec<_>>(), TYPED);
}

#[tokio::test]
async fn replies_comments_and_announcements_keep_their_typed_text() {
    let hall = CommunityFixture::open().await;
    let (bob, cleo) = (hall.member("bob").await, hall.member("cleo").await);
    let post = hall.write_post(&hall.ada, "First").await.expect(201).id();
    let article = json!({ "title": "Cables", "content": "Long spans", "shared": false });
    let article = hall.ada.post(&hall.path("/articles"), article).await.expect(201).id();
    let comments = format!("/api/articles/{article}/comments");
    for typed in TYPED {
        hall.app.clock.advance_by(chrono::Duration::seconds(1));
        let reply = hall.write_reply(&bob, &post, typed).await.expect(201);
        assert_eq!(reply.body["content"], typed);
        let comment = cleo.post(&comments, json!({ "content": typed })).await.expect(201);
        assert_eq!(comment.body["content"], typed);
        assert!(field_of_items(&hall.ada, &comments, "content").await.contains(&typed.to_owned()));
        let path = hall.path("/announcements");
        let made = hall.ada.post(&path, json!({ "content": typed })).await.expect(201);
        assert_eq!(made.body["content"], typed);
        assert_eq!(field_of_items(&bob, &path, "content").await[0], typed);
        hall.app.work().await;
        let notifications = bob.get("/api/notifications").await.expect(200);
        let of_it = |notice: &&Value| notice["data"]["announcementId"] == made.body["id"];
        let notice = notifications.items().iter().find(of_it).expect("a notification of it");
        assert_begins(&notice["message"], typed);
    }
}

#[tokio::test]
async fn text_stored_as_html_is_read_as_typed_text() {
    let hall = CommunityFixture::open().await;
    let bob = hall.member("bob").await;
    let post = hall.write_post(&hall.ada, "Placeholder").await.expect(201).id();
    let announcements = hall.path("/announcements");
    let made = hall.ada.post(&announcements, json!({ "content": "Placeholder" })).await.expect(201);
    let stored = "<b>Map</b>: https://maps.example/?a=1&region=eu&copy=3 <a href=\"https://x.example/a\">here</a>";
    let typed = "**Map**: https://maps.example/?a=1&region=eu&copy=3 [here](https://x.example/a)";
    let plain = "Map: https://maps.example/?a=1&region=eu&copy=3 here";
    for (table, id) in [("posts", post.clone()), ("announcements", made.id())] {
        let sql = format!("UPDATE {table} SET content = $1, content_format = 'html' WHERE id = $2");
        hall.app.sql(&sql, vec![stored.into(), uuid_of(&id).into()]).await;
    }
    search_index::schedule(hall.app.services()).await.unwrap();
    hall.app.work().await;
    assert_eq!(hall.read_posts(&bob).await, [typed]);
    assert_eq!(field_of_items(&bob, &announcements, "content").await, [typed]);
    assert_eq!(field_of_items(&bob, "/api/feed", "content").await, [plain]);
    let found = bob.get("/api/search?type=posts&q=region").await.expect(200);
    assert_eq!(found.items()[0]["excerpt"], plain);
    let path = format!("/api/posts/{post}");
    let same = hall.ada.patch(&path, json!({ "content": typed })).await.expect(200);
    assert_eq!(same.body["isEdited"], false, "the text for editing is the current text");
    let other = hall.ada.patch(&path, json!({ "content": "<b>Map</b>" })).await.expect(200);
    assert_eq!(other.body["content"], "<b>Map</b>");
    assert_eq!(hall.read_posts(&bob).await, ["<b>Map</b>"]);
}

#[tokio::test]
async fn text_of_invisible_characters_is_rejected_as_empty() {
    let hall = CommunityFixture::open().await;
    for invisible in ["\u{200B}\u{200D}", "\u{202E}\u{2066}", "\u{FE0F}", "\u{3164}", "\u{2800} "] {
        let refused = hall.write_post(&hall.ada, invisible).await.to_string();
        assert_eq!(refused, "422 Message cannot be empty", "{invisible:?}");
        let path = hall.path("/announcements");
        let refused = hall.ada.post(&path, json!({ "content": invisible })).await.to_string();
        assert_eq!(refused, "422 Message cannot be empty", "{invisible:?}");
    }
}

#[tokio::test]
async fn ideographs_count_as_words_of_an_article() {
    let hall = CommunityFixture::open().await;
    let write = async |ideographs: usize| {
        let article = json!({ "title": "桥", "content": "桥".repeat(ideographs), "shared": false });
        hall.ada.post(&hall.path("/articles"), article).await
    };
    write(1600).await.expect(201);
    assert_eq!(write(1601).await.to_string(), "422 Article exceeds maximum length of 1600 words");
}

/// Asserts that the excerpt is the beginning of the text on one line.
#[track_caller]
fn assert_begins(excerpt: &Value, text: &str) {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown = excerpt.as_str().unwrap();
    let beginning = shown.trim_end_matches('…');
    assert!(
        line.starts_with(beginning) && beginning.len() >= line.len().min(100),
        "{shown} of {line}"
    );
}
