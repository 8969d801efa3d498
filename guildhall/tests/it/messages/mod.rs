//! Conversations and messages (communities.md C-094 to C-101, gaps G-005, G-011, G-112, P-11).

mod any_life;
mod basics;
mod images;
mod kill;
mod lists;
mod notices;
mod presence;
mod receipts;
mod reports;
mod search;
mod visibility;

use crate::community_fixture::CommunityFixture;
use crate::kit::{At, Browser, LiveStream, Reply};
use serde_json::{Value, json};

/// Two members of one community.
pub struct Pair {
    pub hall: CommunityFixture,
    pub bob: Browser,
    pub ada_id: String,
    pub bob_id: String,
}

impl Pair {
    pub async fn open() -> Self {
        let hall = CommunityFixture::open().await;
        let bob = hall.member("bob").await;
        let (ada_id, bob_id) = (hall.app.id_of(&hall.ada).await, hall.app.id_of(&bob).await);
        Self { hall, bob, ada_id, bob_id }
    }

    pub const fn ada(&self) -> &Browser {
        &self.hall.ada
    }

    pub async fn conversation(&self) -> String {
        start(self.ada(), &[&self.bob_id]).await.id()
    }
}

pub async fn start(who: &Browser, others: &[&str]) -> Reply {
    who.post("/api/conversations", json!({ "participantIds": others })).await
}

pub async fn send(who: &Browser, conversation: &str, text: &str) -> Reply {
    let path = format!("/api/conversations/{conversation}/messages");
    who.post(&path, json!({ "content": text })).await
}

pub async fn texts(who: At<'_>, conversation: &str) -> Vec<String> {
    let path = format!("/api/conversations/{conversation}/messages?limit=100");
    let page = who.get(&path).await.expect(200);
    page.items().iter().map(|item| item["content"].as_str().unwrap().to_owned()).collect()
}

pub async fn read(who: &Browser, conversation: &str) -> Value {
    who.get(&format!("/api/conversations/{conversation}")).await.expect(200).body
}

pub async fn unread_badge(who: &Browser) -> i64 {
    who.get("/api/me/badges").await.expect(200).body["messages"].as_i64().unwrap()
}

pub async fn open_stream(who: At<'_>) -> LiveStream {
    let mut stream = who.live(None).await;
    stream.until("hello").await;
    stream
}

/// Path of a conversation.
pub fn path_of(conversation: &str, rest: &str) -> String {
    format!("/api/conversations/{conversation}{rest}")
}

/// Saves message settings with some values changed.
pub async fn choose(who: &Browser, changed: Value) {
    let mut settings = json!({ "sendsReceipts": true, "showsTyping": true,
        "showsPresence": true, "acceptsFrom": "shared" });
    let changed = changed.as_object().unwrap().clone();
    settings.as_object_mut().unwrap().extend(changed);
    who.put("/api/me/message-settings", settings).await.expect(200);
}

/// Blocks a user.
pub async fn block(who: &Browser, user: &str) {
    who.put(&format!("/api/users/{user}/block"), json!({})).await.expect(200);
}

/// Types of the frames up to a message with this text, which marks the end.
pub async fn types_until(stream: &mut LiveStream, text: &str) -> Vec<String> {
    let mut types = Vec::new();
    loop {
        let frame = stream.next().await.expect("the stream is open").data;
        if frame["message"]["content"] == text {
            return types;
        }
        types.push(frame["type"].as_str().unwrap_or_default().to_owned());
    }
}
