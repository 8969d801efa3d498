//! Roles of staff, notes of staff about accounts, read-only views as a member, and the heartbeats of
//! workers (gaps G-090, G-091, G-123).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0059_staff_roles"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // Staff of earlier versions could do everything.
        add(m, "users", text_or("staff_role", "administrator")).await?;
        // The member whose view a staff member's session shows until then.
        add(m, "sessions", id_null("viewed_user_id")).await?;
        add(m, "sessions", time_null("viewed_until")).await?;
        let columns =
            vec![key("id"), id("user_id"), id_null("author_id"), text("text"), time("created_at")];
        table("staff_notes", columns)
            .belongs("user_id", "users")
            .mentions("author_id", "users")
            .make(m)
            .await?;
        index(m, false, "staff_notes_user", "staff_notes", &["user_id", "created_at", "id"])
            .await?;
        index(m, false, "staff_notes_author", "staff_notes", &["author_id"]).await?;
        let columns = vec![
            text_key("id"),
            text("host"),
            time("started_at"),
            time("last_seen_at"),
            time_null("last_completed_at"),
            number("completed_jobs", 0),
        ];
        table("workers", columns).make(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["workers", "staff_notes"]).await?;
        for (table, column) in
            [("sessions", "viewed_until"), ("sessions", "viewed_user_id"), ("users", "staff_role")]
        {
            let column = Alias::new(column);
            m.alter_table(Table::alter().table(Alias::new(table)).drop_column(column).take())
                .await?;
        }
        Ok(())
    }
}

async fn add(m: &SchemaManager<'_>, table: &str, mut column: ColumnDef) -> Result<(), DbErr> {
    m.alter_table(Table::alter().table(Alias::new(table)).add_column(&mut column).take()).await
}
