//! Notifications (communities.md C-123 to C-127, gaps G-054, G-083).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0019_notifications"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        table(
            "notifications",
            vec![
                key("id"),
                id("user_id"),
                // Source event. A job that notifies many people may run twice; each person gets one
                // notification.
                id("source_id"),
                text("type"),
                text("title"),
                text("message"),
                json("data"),
                // The subject determines the sites that show it; without one, every site does.
                id_null("community_id"),
                id_null("affiliation_id"),
                flag("read", false),
                time("created_at"),
            ],
        )
        .belongs("user_id", "users")
        .belongs("community_id", "communities")
        .belongs("affiliation_id", "affiliations")
        .one_of("type", &TYPES)
        .make(m)
        .await?;
        index(m, true, "notifications_source", "notifications", &["source_id", "user_id"]).await?;
        let newest = ["user_id", "created_at", "id"];
        index(m, false, "notifications_user", "notifications", &newest).await?;
        index(m, false, "notifications_community", "notifications", &["community_id"]).await?;
        index(m, false, "notifications_affiliation", "notifications", &["affiliation_id"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["notifications"]).await
    }
}

/// Types of C-124.
const TYPES: [&str; 11] = [
    "community_post",
    "community_reply",
    "community_thread",
    "community_announcement",
    "community_event",
    "join_approved",
    "join_rejected",
    "affiliation_approved",
    "affiliation_rejected",
    "direct_message",
    "system_message",
];
