//! First run of an installation (G-092, G-095): the link that creates the first staff account, the
//! state of the setup checklist, and the legal documents that are still placeholders.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0041_first_run"
    }
}

const DOCUMENTS: &str = "platform_content";
const PLACEHOLDER: &str = "is_placeholder";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // One row, for the newest link: a replaced link stops working.
        table(
            "setup_links",
            vec![text_key("slot"), text("token_hash"), time("created_at"), time("expires_at")],
        )
        .make(m)
        .await?;
        // Steps that were skipped, or count as done independent of the tables.
        table(
            "setup_steps",
            vec![text_key("step"), text("state"), id_null("changed_by"), time("changed_at")],
        )
        .mentions("changed_by", "users")
        .one_of("state", &["done", "skipped"])
        .make(m)
        .await?;
        // One row, for the newest test email.
        table(
            "setup_test_emails",
            vec![
                text_key("slot"),
                id("attempt"),
                text("state"),
                text_null("cause"),
                id_null("requested_by"),
                time("requested_at"),
            ],
        )
        .mentions("requested_by", "users")
        .one_of("state", &["sending", "sent", "caught", "failed"])
        .make(m)
        .await?;
        let mut column = flag(PLACEHOLDER, false);
        let documents = Alias::new(DOCUMENTS);
        m.alter_table(Table::alter().table(documents).add_column(&mut column).take()).await?;
        // In an installation with accounts, members may have accepted the default texts, so these
        // stay public.
        m.get_connection()
            .execute_unprepared(
                "UPDATE platform_content SET is_placeholder = TRUE WHERE version = 1 \
                 AND updated_by IS NULL AND NOT EXISTS (SELECT 1 FROM users)",
            )
            .await?;
        Ok(())
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let change = Table::alter()
            .table(Alias::new(DOCUMENTS))
            .drop_column(Alias::new(PLACEHOLDER))
            .to_owned();
        m.alter_table(change).await?;
        drop_all(m, &["setup_test_emails", "setup_steps", "setup_links"]).await
    }
}
