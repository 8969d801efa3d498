//! Support conversations with their messages.

use super::{ActivityRows, Subject, site_of, time_at};
use crate::demo::DemoError;
use crate::demo::random::id_at;
use crate::demo::store::{Rows, count, row};
use crate::demo::world::World;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;
#[cfg(test)]
use std::collections::BTreeSet;
use tenant_runtime::content;
use uuid::Uuid;

/// Characters of the last message in a list.
const EXCERPT_CHARS: usize = 140;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chat {
    key: String,
    by: String,
    portal: Option<String>,
    pub topic: String,
    started: String,
    event: Vec<ChatEvent>,
    /// The owner has not read what staff wrote last.
    #[serde(default)]
    unread: bool,
}

#[derive(Debug, Deserialize)]
struct ChatEvent {
    age: String,
    by: String,
    #[serde(flatten)]
    action: ChatAction,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ChatAction {
    Say(String),
    Status(String),
}

impl Chat {
    /// The texts of the messages.
    #[cfg(test)]
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.event.iter().filter_map(|event| match &event.action {
            ChatAction::Say(text) => Some(text.as_str()),
            ChatAction::Status(_) => None,
        })
    }
}

/// A conversation after all of its events.
struct ChatState<'c> {
    chat: &'c Chat,
    id: Uuid,
    owner: Uuid,
    site: Option<Uuid>,
    created: DateTime<Utc>,
    updated: DateTime<Utc>,
    status: String,
    assigned: Option<Uuid>,
    first_answered: Option<DateTime<Utc>>,
    ended: Option<DateTime<Utc>>,
    version: i64,
    /// Messages of the owner that staff have not read, and those of staff since the owner's last.
    unanswered: i64,
    answers: i64,
    messages: Vec<(Uuid, &'c str, DateTime<Utc>)>,
}

/// Builds the rows of conversations and messages.
pub fn rows(
    world: &World,
    chats: &[Chat],
    activity: &mut ActivityRows,
) -> Result<[Rows; 2], DemoError> {
    let mut rows = Rows::new("support_conversations", CHAT_COLUMNS);
    let mut messages = Rows::new("support_conversation_messages", MESSAGE_COLUMNS);
    for chat in chats {
        let state = ChatState::after_events(world, chat, activity)?;
        rows.add(state.to_row());
        for (number, (sender, text, at)) in state.messages.iter().enumerate() {
            messages.add(row![
                id_at(&format!("chat-message/{}/{number}", chat.key), *at),
                state.id,
                *sender,
                *sender != state.owner,
                *text,
                *at,
            ]);
        }
    }
    Ok([rows, messages])
}

/// The statuses of these conversations.
#[cfg(test)]
pub fn statuses(world: &World, chats: &[Chat]) -> Result<BTreeSet<String>, DemoError> {
    let mut activity = ActivityRows::default();
    let state = |chat| Ok(ChatState::after_events(world, chat, &mut activity)?.status);
    chats.iter().map(state).collect()
}

impl<'c> ChatState<'c> {
    fn after_events(
        world: &World,
        chat: &'c Chat,
        activity: &mut ActivityRows,
    ) -> Result<Self, DemoError> {
        let created = time_at(world, &chat.started)?;
        let mut state = Self {
            chat,
            id: id_at(&format!("chat/{}", chat.key), created),
            owner: world.person_id(&chat.by)?,
            site: site_of(world, chat.portal.as_ref())?,
            created,
            updated: created,
            status: "open".to_owned(),
            assigned: None,
            first_answered: None,
            ended: None,
            version: 1,
            unanswered: 0,
            answers: 0,
            messages: Vec::new(),
        };
        for event in &chat.event {
            let at = time_at(world, &event.age)?;
            state.apply((world.person_id(&event.by)?, at), &event.action, activity);
        }
        Ok(state)
    }

    fn apply(
        &mut self,
        (by, at): (Uuid, DateTime<Utc>),
        action: &'c ChatAction,
        activity: &mut ActivityRows,
    ) {
        (self.version, self.updated) = (self.version + 1, at);
        let subject = Subject::Chat(self.id);
        let mut log = |action, facts| activity.add((by, at), subject, action, facts);
        match action {
            ChatAction::Say(text) => {
                self.messages.push((by, text, at));
                if by == self.owner {
                    (self.unanswered, self.answers) = (self.unanswered + 1, 0);
                    return;
                }
                log("conversation.reply", json!({}));
                (self.unanswered, self.answers) = (0, self.answers + 1);
                self.assigned.get_or_insert(by);
                self.first_answered.get_or_insert(at);
                if self.status == "open" {
                    "in-progress".clone_into(&mut self.status);
                }
            }
            ChatAction::Status(to) => {
                log("conversation.status", json!({ "from": self.status, "to": to }));
                self.status.clone_from(to);
                // Staff have read a conversation whose status they change.
                self.unanswered = 0;
                self.ended = (to == "closed").then_some(at);
            }
        }
    }

    fn to_row(&self) -> Vec<sea_orm::Value> {
        let last = self.messages.last().map(|(_, text, _)| content::truncate(text, EXCERPT_CHARS));
        row![
            self.id,
            self.owner,
            self.site,
            self.chat.topic.clone(),
            self.status.clone(),
            "medium",
            self.assigned,
            last,
            count(self.messages.len()),
            self.unanswered,
            if self.chat.unread { self.answers } else { 0 },
            self.version,
            self.created,
            self.updated,
            self.first_answered,
            self.ended,
        ]
    }
}

const CHAT_COLUMNS: &[&str] = &[
    "id",
    "owner_id",
    "affiliation_id",
    "topic",
    "status",
    "priority",
    "assigned_to_id",
    "last_message",
    "message_count",
    "staff_unread",
    "owner_unread",
    "version",
    "created_at",
    "updated_at",
    "first_answered_at",
    "ended_at",
];
const MESSAGE_COLUMNS: &[&str] =
    &["id", "conversation_id", "sender_id", "is_staff", "content", "created_at"];
