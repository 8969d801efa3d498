//! Support tickets with their messages and attachments, canned answers, and the presence and the
//! activity log of support staff (affiliations.md F-087 to F-110, F-123; gaps G-051, G-052, G-110).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0055_support_tickets"
    }
}

const TABLES: [&str; 7] = [
    "support_affiliation_desks",
    "support_presence",
    "support_canned_answers",
    "support_activity",
    "support_attachments",
    "support_ticket_messages",
    "support_tickets",
];
const PRIORITIES: [&str; 4] = ["low", "medium", "high", "urgent"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        tickets(m).await?;
        messages(m).await?;
        attachments(m).await?;
        activity(m).await?;
        let columns = vec![
            key("id"),
            text("title"),
            text("body"),
            id_null("updated_by"),
            time("created_at"),
            time("updated_at"),
        ];
        table("support_canned_answers", columns).mentions("updated_by", "users").make(m).await?;
        let columns = vec![
            key("user_id"),
            time("seen_at"),
            // The ticket or conversation on screen.
            id_null("ticket_id"),
            id_null("conversation_id"),
        ];
        table("support_presence", columns).belongs("user_id", "users").make(m).await?;
        // A row exists for each affiliation whose people answer the tickets of its portal.
        let columns = vec![key("affiliation_id"), id_null("enabled_by"), time("created_at")];
        table("support_affiliation_desks", columns)
            .belongs("affiliation_id", "affiliations")
            .mentions("enabled_by", "users")
            .make(m)
            .await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &TABLES).await
    }
}

async fn tickets(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("id"),
        id("owner_id"),
        // Affiliation of the portal on which it was created; none for the main site.
        id_null("affiliation_id"),
        text("title"),
        text("description"),
        text_or("status", "open"),
        text_or("priority", "medium"),
        text_or("requested_priority", "medium"),
        text_or("category", "general"),
        flag("about_pause", false),
        // Who answers: platform staff, or the affiliation.
        text_or("desk", "platform"),
        time_null("escalated_at"),
        id_null("assigned_to_id"),
        id_null("merged_into_id"),
        // The last eight characters of the id, for the search.
        text("short_id"),
        number("message_count", 0),
        number("version", 1),
        time("created_at"),
        time("updated_at"),
        time_null("closed_at"),
        time_null("first_answered_at"),
        // Milliseconds from the creation, for averages on both databases.
        number_null("first_answer_ms"),
        number_null("resolution_ms"),
    ];
    let statuses = ["open", "in_progress", "resolved", "closed"];
    let categories = ["general", "account", "groups", "content", "technical", "other"];
    table("support_tickets", columns)
        .belongs("owner_id", "users")
        .mentions("affiliation_id", "affiliations")
        .mentions("assigned_to_id", "users")
        .one_of("status", &statuses)
        .one_of("priority", &PRIORITIES)
        .one_of("requested_priority", &PRIORITIES)
        .one_of("category", &categories)
        .one_of("desk", &["platform", "affiliation"])
        .counted("message_count")
        .make(m)
        .await?;
    let name = "support_tickets";
    index(m, false, "support_tickets_newest", name, &["created_at", "id"]).await?;
    index(m, false, "support_tickets_status", name, &["status", "created_at", "id"]).await?;
    index(m, false, "support_tickets_owner", name, &["owner_id", "created_at", "id"]).await?;
    index(m, false, "support_tickets_short_id", name, &["short_id"]).await?;
    let of_desk = ["affiliation_id", "desk", "created_at", "id"];
    index(m, false, "support_tickets_affiliation", name, &of_desk).await?;
    index(m, false, "support_tickets_assignee", name, &["assigned_to_id", "created_at", "id"])
        .await?;
    index(m, false, "support_tickets_closed", name, &["closed_at"]).await
}

async fn messages(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("id"),
        id("ticket_id"),
        id_null("sender_id"),
        flag("is_staff", false),
        flag("internal", false),
        text("message"),
        time("created_at"),
    ];
    table("support_ticket_messages", columns)
        .belongs("ticket_id", "support_tickets")
        .mentions("sender_id", "users")
        .make(m)
        .await?;
    let order = ["ticket_id", "created_at", "id"];
    let name = "support_ticket_messages";
    index(m, false, "support_ticket_messages_order", name, &order).await?;
    index(m, false, "support_ticket_messages_sender", name, &["sender_id"]).await
}

async fn attachments(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("id"),
        id("ticket_id"),
        // The message that it belongs to; none if it belongs to the description.
        id_null("message_id"),
        id_null("uploader_id"),
        text("address"),
        text("file_name"),
        text("content_type"),
        number("bytes", 0),
        number_null("width"),
        number_null("height"),
        time("created_at"),
    ];
    table("support_attachments", columns)
        .belongs("ticket_id", "support_tickets")
        .belongs("message_id", "support_ticket_messages")
        .mentions("uploader_id", "users")
        .make(m)
        .await?;
    let name = "support_attachments";
    index(m, false, "support_attachments_ticket", name, &["ticket_id"]).await?;
    index(m, false, "support_attachments_message", name, &["message_id"]).await?;
    index(m, false, "support_attachments_uploader", name, &["uploader_id"]).await?;
    index(m, true, "support_attachments_address", name, &["address"]).await
}

async fn activity(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("id"),
        id_null("staff_id"),
        text("action"),
        id_null("ticket_id"),
        id_null("conversation_id"),
        json("metadata"),
        number_null("duration"),
        time("created_at"),
    ];
    table("support_activity", columns).mentions("staff_id", "users").make(m).await?;
    let name = "support_activity";
    index(m, false, "support_activity_newest", name, &["created_at", "id"]).await?;
    index(m, false, "support_activity_staff", name, &["staff_id", "created_at", "id"]).await?;
    index(m, false, "support_activity_ticket", name, &["ticket_id"]).await?;
    index(m, false, "support_activity_conversation", name, &["conversation_id"]).await
}
