//! Email flows and session renewal: accounts that must choose a new password, past session tokens,
//! and the last sign-out of a browser.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0008_mail_flows"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        add(m, "users", flag("password_reset_required", false)).await?;
        // Without a value the token is as old as the session.
        add(m, "sessions", time_null("token_issued_at")).await?;
        index(m, true, "sessions_next_token_hash", "sessions", &["next_token_hash"]).await?;
        table(
            "session_past_tokens",
            vec![text_key("token_hash"), id("session_id"), time("good_until")],
        )
        .belongs("session_id", "sessions")
        .make(m)
        .await?;
        index(m, false, "session_past_tokens_session", "session_past_tokens", &["session_id"])
            .await?;
        table("device_sign_outs", vec![text_key("device_id"), time("signed_out_at")])
            .make(m)
            .await?;
        index(m, false, "device_sign_outs_at", "device_sign_outs", &["signed_out_at"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["device_sign_outs", "session_past_tokens"]).await?;
        let mut of_next = Index::drop();
        of_next.name("sessions_next_token_hash").table(Alias::new("sessions"));
        m.drop_index(of_next).await?;
        drop(m, "sessions", "token_issued_at").await?;
        drop(m, "users", "password_reset_required").await
    }
}

async fn add(m: &SchemaManager<'_>, table: &str, mut column: ColumnDef) -> Result<(), DbErr> {
    let change = Table::alter().table(Alias::new(table)).add_column(&mut column).take();
    m.alter_table(change).await
}

async fn drop(m: &SchemaManager<'_>, table: &str, column: &str) -> Result<(), DbErr> {
    let change = Table::alter().table(Alias::new(table)).drop_column(Alias::new(column)).take();
    m.alter_table(change).await
}
