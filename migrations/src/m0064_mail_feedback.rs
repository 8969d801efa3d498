//! Feedback about emails: addresses that do not accept them, the reports that said so, and the
//! secrets of unsubscribe links and return paths.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0064_mail_feedback"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns = vec![key("user_id"), text("sealed_secret"), time("created_at")];
        table("mail_token_secrets", columns).belongs("user_id", "users").make(m).await?;
        let columns = vec![
            text_key("address"),
            // None if the address belongs to no account.
            id_null("user_id"),
            text("reason"),
            // Enhanced status code (RFC 3463) of a bounce, such as 5.1.1.
            text_null("status_code"),
            time("since"),
            time("updated_at"),
        ];
        table("mail_suppressions", columns)
            .belongs("user_id", "users")
            .one_of("reason", &["bounced", "complained"])
            .make(m)
            .await?;
        let name = "mail_suppressions";
        index(m, false, "mail_suppressions_user", name, &["user_id"]).await?;
        index(m, false, "mail_suppressions_updated", name, &["updated_at"]).await?;
        let columns = vec![
            key("id"),
            id_null("user_id"),
            text("kind"),
            text_null("status_code"),
            time("created_at"),
            // A day later: until then it counts for the notice to staff.
            time("recent_until"),
        ];
        table("mail_feedback", columns)
            .belongs("user_id", "users")
            .one_of("kind", &["bounce", "delay", "complaint"])
            .make(m)
            .await?;
        index(m, false, "mail_feedback_newest", "mail_feedback", &["created_at", "kind"]).await?;
        index(m, false, "mail_feedback_recent", "mail_feedback", &["recent_until"]).await?;
        index(m, false, "mail_feedback_user", "mail_feedback", &["user_id"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["mail_feedback", "mail_suppressions", "mail_token_secrets"]).await
    }
}
