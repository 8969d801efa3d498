//! Delivery, images and reports of messages: each participant's list and receipts, images, reports
//! to staff, and the last activity of each user. On SQLite also the search index of messages, which
//! triggers maintain; PostgreSQL gets it in `m0054_message_words`.

use crate::columns::*;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0052_message_delivery"
    }
}

const PARTICIPANTS: &str = "conversation_participants";
const TABLES: [&str; 3] = ["user_presence", "message_reports", "message_images"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // List that shows the conversation: `inbox`, `requests`, or `none` before the first message.
        add(m, PARTICIPANTS, text_or("folder", "inbox")).await?;
        add(m, PARTICIPANTS, time_null("delivered_at")).await?;
        add(m, PARTICIPANTS, id_null("first_unread_id")).await?;
        add(m, "messages", number("image_count", 0)).await?;
        images(m).await?;
        reports(m).await?;
        let columns = vec![key("user_id"), time("last_active_at")];
        table("user_presence", columns).belongs("user_id", "users").make(m).await?;
        if m.get_database_backend() == DbBackend::Sqlite { run(m, &SQLITE).await } else { Ok(()) }
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        if m.get_database_backend() == DbBackend::Sqlite {
            run(m, &NO_SQLITE).await?;
        }
        drop_all(m, &TABLES).await?;
        remove(m, "messages", "image_count").await?;
        for column in ["first_unread_id", "delivered_at", "folder"] {
            remove(m, PARTICIPANTS, column).await?;
        }
        Ok(())
    }
}

async fn images(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("id"),
        id("conversation_id"),
        id_null("uploader_id"),
        // Missing until a message attaches the image.
        id_null("message_id"),
        number("position", 0),
        text("address"),
        number("width", 0),
        number("height", 0),
        text_null("alt"),
        time("created_at"),
    ];
    table("message_images", columns)
        .belongs("conversation_id", "conversations")
        .mentions("uploader_id", "users")
        .belongs("message_id", "messages")
        .make(m)
        .await?;
    index(m, true, "message_images_address", "message_images", &["address"]).await?;
    index(m, false, "message_images_message", "message_images", &["message_id"]).await?;
    let conversation = ["conversation_id"];
    index(m, false, "message_images_conversation", "message_images", &conversation).await?;
    index(m, false, "message_images_uploader", "message_images", &["uploader_id"]).await
}

async fn reports(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("id"),
        id("conversation_id"),
        id("message_id"),
        id_null("sender_id"),
        id_null("reporter_id"),
        text("reason"),
        text_or("status", "open"),
        time("created_at"),
        id_null("handled_by"),
        time_null("handled_at"),
    ];
    table("message_reports", columns)
        .belongs("conversation_id", "conversations")
        .belongs("message_id", "messages")
        .mentions("sender_id", "users")
        .mentions("reporter_id", "users")
        .mentions("handled_by", "users")
        .one_of("status", &["open", "resolved", "dismissed"])
        .make(m)
        .await?;
    index(m, false, "message_reports_list", "message_reports", &["status", "created_at", "id"])
        .await?;
    // One open report of a person about a message.
    index_where(
        m,
        true,
        "message_reports_open",
        "message_reports",
        &["message_id", "reporter_id"],
        Expr::col(Alias::new("status")).eq("open"),
    )
    .await?;
    for column in ["conversation_id", "sender_id", "reporter_id", "handled_by"] {
        let name = format!("message_reports_{column}");
        index(m, false, &name, "message_reports", &[column]).await?;
    }
    Ok(())
}

async fn add(m: &SchemaManager<'_>, table: &str, mut column: ColumnDef) -> Result<(), DbErr> {
    m.alter_table(Table::alter().table(Alias::new(table)).add_column(&mut column).take()).await
}

async fn remove(m: &SchemaManager<'_>, table: &str, column: &str) -> Result<(), DbErr> {
    let removed =
        Table::alter().table(Alias::new(table)).drop_column(Alias::new(column)).to_owned();
    m.alter_table(removed).await
}

async fn run(m: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    for statement in statements {
        m.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}

/// Messages share the index of posts; their place is the conversation.
const SQLITE: [&str; 5] = [
    "CREATE TRIGGER messages_said AFTER INSERT ON messages WHEN NEW.kind = 'text' BEGIN \
       INSERT INTO search_rows (id) VALUES (NEW.id); \
       INSERT INTO search_words (rowid, place, said) SELECT number, \
         lower(hex(NEW.conversation_id)), NEW.content FROM search_rows WHERE id = NEW.id; END",
    "CREATE TRIGGER messages_said_again AFTER UPDATE OF content ON messages \
       WHEN NEW.kind = 'text' BEGIN \
       DELETE FROM search_words WHERE rowid = (SELECT number FROM search_rows WHERE id = NEW.id); \
       INSERT INTO search_words (rowid, place, said) SELECT number, \
         lower(hex(NEW.conversation_id)), NEW.content FROM search_rows WHERE id = NEW.id; END",
    "CREATE TRIGGER messages_unsaid AFTER DELETE ON messages BEGIN \
       DELETE FROM search_words WHERE rowid = (SELECT number FROM search_rows WHERE id = OLD.id); \
       DELETE FROM search_rows WHERE id = OLD.id; END",
    "INSERT INTO search_rows (id) SELECT id FROM messages WHERE kind = 'text'",
    "INSERT INTO search_words (rowid, place, said) SELECT r.number, \
       lower(hex(m.conversation_id)), m.content \
       FROM messages m JOIN search_rows r ON r.id = m.id WHERE m.kind = 'text'",
];

const NO_SQLITE: [&str; 5] = [
    "DELETE FROM search_words WHERE rowid IN (SELECT r.number FROM search_rows r \
       JOIN messages m ON m.id = r.id)",
    "DELETE FROM search_rows WHERE id IN (SELECT id FROM messages)",
    "DROP TRIGGER messages_unsaid",
    "DROP TRIGGER messages_said_again",
    "DROP TRIGGER messages_said",
];
