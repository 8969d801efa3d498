//! Support conversations (chat) with their messages, and the switches that turn chat on and off for
//! the network and for each portal (affiliations.md F-111 to F-117; gaps G-050, G-111).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0056_support_chat"
    }
}

const TABLES: [&str; 3] =
    ["support_chat_switches", "support_conversation_messages", "support_conversations"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        conversations(m).await?;
        let columns = vec![
            key("id"),
            id("conversation_id"),
            id_null("sender_id"),
            flag("is_staff", false),
            text("content"),
            time("created_at"),
        ];
        table("support_conversation_messages", columns)
            .belongs("conversation_id", "support_conversations")
            .mentions("sender_id", "users")
            .make(m)
            .await?;
        let name = "support_conversation_messages";
        let order = ["conversation_id", "created_at", "id"];
        index(m, false, "support_conversation_messages_order", name, &order).await?;
        index(m, false, "support_conversation_messages_sender", name, &["sender_id"]).await?;
        // `network`, or the affiliation of a portal; without a row, chat is on.
        let columns = vec![text_key("site"), flag("enabled", true), time("updated_at")];
        table("support_chat_switches", columns).make(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &TABLES).await
    }
}

async fn conversations(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("id"),
        id("owner_id"),
        // Affiliation of the portal on which it was started; none for the main site.
        id_null("affiliation_id"),
        text_null("topic"),
        text_or("status", "open"),
        text_or("priority", "medium"),
        id_null("assigned_to_id"),
        text_null("last_message"),
        number("message_count", 0),
        // Messages that staff, or the owner, have not read.
        number("staff_unread", 0),
        number("owner_unread", 0),
        number("version", 1),
        time("created_at"),
        time("updated_at"),
        time_null("first_answered_at"),
        time_null("ended_at"),
    ];
    table("support_conversations", columns)
        .belongs("owner_id", "users")
        .mentions("affiliation_id", "affiliations")
        .mentions("assigned_to_id", "users")
        .one_of("status", &["open", "in-progress", "waiting", "resolved", "closed"])
        .one_of("priority", &["low", "medium", "high", "urgent"])
        .counted("message_count")
        .counted("staff_unread")
        .counted("owner_unread")
        .make(m)
        .await?;
    let name = "support_conversations";
    index(m, false, "support_conversations_latest", name, &["updated_at", "id"]).await?;
    index(m, false, "support_conversations_owner", name, &["owner_id", "updated_at", "id"]).await?;
    index(m, false, "support_conversations_affiliation", name, &["affiliation_id"]).await?;
    index(m, false, "support_conversations_assignee", name, &["assigned_to_id"]).await
}
