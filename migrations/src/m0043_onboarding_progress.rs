//! Stored position of a member in the onboarding wizard (accounts.md ), and the
//! reason why an OpenID Connect issuer's response was refused.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0043_onboarding_progress"
    }
}

const PROGRESS: &str = "onboarding_progress";
const REASON: &str = "refusal_reason";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns =
            vec![key("user_id"), number("step", 0), json("documents"), time("updated_at")];
        table(PROGRESS, columns).belongs("user_id", "users").counted("step").make(m).await?;
        // A separate column, because the previous version reads `refusal` with its closed set of
        // values.
        let requests = Alias::new("oidc_requests");
        m.alter_table(Table::alter().table(requests).add_column(text_null(REASON)).take()).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let requests = Alias::new("oidc_requests");
        let reason = Table::alter().table(requests).drop_column(Alias::new(REASON)).take();
        m.alter_table(reason).await?;
        m.drop_table(Table::drop().table(Alias::new(PROGRESS)).take()).await
    }
}
