//! Conversations between users: participants, messages, reactions, and each user's settings
//! (communities.md C-094 to C-101, gap G-011).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0051_conversations"
    }
}

const TABLES: [&str; 5] = [
    "message_settings",
    "message_reactions",
    "messages",
    "conversation_participants",
    "conversations",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        conversations(m).await?;
        messages(m).await?;
        let columns = vec![
            key("user_id"),
            flag("sends_receipts", true),
            flag("shows_typing", true),
            flag("shows_presence", true),
            text_or("accepts_from", "shared"),
            time("updated_at"),
        ];
        table("message_settings", columns)
            .belongs("user_id", "users")
            .one_of("accepts_from", &["shared", "followed", "nobody"])
            .make(m)
            .await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &TABLES).await
    }
}

async fn conversations(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("id"),
        text("kind"),
        // Both user ids, sorted; a group has none.
        text_null("pair_key"),
        text_null("title"),
        id_null("owner_id"),
        text_or("state", "open"),
        id_null("last_message_id"),
        number("message_count", 0),
        time("created"),
        time("last_updated"),
    ];
    table("conversations", columns)
        .mentions("owner_id", "users")
        .one_of("kind", &["direct", "group"])
        .one_of("state", &["open", "requested", "declined"])
        .counted("message_count")
        .make(m)
        .await?;
    index(m, true, "conversations_pair", "conversations", &["pair_key"]).await?;
    let columns = vec![
        id("conversation_id"),
        id("user_id"),
        time("joined_at"),
        number("unread_messages", 0),
        time_null("last_read_at"),
        flag("marked_unread", false),
        flag("muted", false),
        flag("archived", false),
        // Equal to that of the conversation, so that one index has a user's list in its order.
        time("last_updated"),
    ];
    table("conversation_participants", columns)
        .keyed_by(&["conversation_id", "user_id"])
        .belongs("conversation_id", "conversations")
        .belongs("user_id", "users")
        .counted("unread_messages")
        .make(m)
        .await?;
    let list = ["user_id", "archived", "last_updated", "conversation_id"];
    index(m, false, "conversation_participants_list", "conversation_participants", &list).await
}

async fn messages(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("id"),
        id("conversation_id"),
        id_null("sender_id"),
        text_or("kind", "text"),
        text("content"),
        id_null("reply_to_id"),
        // The person whom a system message is about.
        id_null("subject_id"),
        text_null("idempotency_key"),
        time("created"),
        time_null("edited_at"),
        time_null("deleted_at"),
    ];
    table("messages", columns)
        .belongs("conversation_id", "conversations")
        .mentions("sender_id", "users")
        .mentions("subject_id", "users")
        .one_of("kind", &["text", "added", "left", "renamed"])
        .make(m)
        .await?;
    index(m, false, "messages_order", "messages", &["conversation_id", "created", "id"]).await?;
    index(m, false, "messages_sender", "messages", &["sender_id"]).await?;
    let columns = vec![id("message_id"), id("user_id"), text("emoji"), time("created_at")];
    table("message_reactions", columns)
        .keyed_by(&["message_id", "user_id", "emoji"])
        .belongs("message_id", "messages")
        .belongs("user_id", "users")
        .make(m)
        .await?;
    index(m, false, "message_reactions_user", "message_reactions", &["user_id"]).await
}
