//! Analytics: user actions, with their site and daily counts (affiliations.md F-124, F-125, gaps
//! G-016, P-24).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0036_analytics_events"
    }
}

/// Events are only added, and their only foreign key is the user: the subject may be deleted, but
/// the event stays valid.
#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        table(
            "analytics_events",
            vec![
                key("id"),
                text("event_type"),
                id_null("user_id"),
                id_null("content_id"),
                id_null("group_id"),
                // Affiliation of the portal; NULL on main.
                id_null("affiliation_id"),
                json_null("metadata"),
                time("timestamp"),
            ],
        )
        .mentions("user_id", "users")
        .one_of("event_type", &TYPES)
        .make(m)
        .await?;
        index(m, false, "analytics_events_time", "analytics_events", &["timestamp"]).await?;
        index(m, false, "analytics_events_user", "analytics_events", &["user_id"]).await?;
        // The following table is computed from the events, and can be recomputed. Main's
        // affiliation is the nil id, because a key has no NULL part.
        table(
            "analytics_hours",
            vec![id("affiliation_id"), time("hour"), text("event_type"), number("count", 0)],
        )
        .keyed_by(&["affiliation_id", "hour", "event_type"])
        .make(m)
        .await?;
        index(m, false, "analytics_hours_hour", "analytics_hours", &["hour"]).await?;
        table("analytics_weeks", vec![id("affiliation_id"), time("week"), id("user_id")])
            .keyed_by(&["affiliation_id", "week", "user_id"])
            .belongs("user_id", "users")
            .make(m)
            .await?;
        index(m, false, "analytics_weeks_week", "analytics_weeks", &["week", "user_id"]).await?;
        index(m, false, "analytics_weeks_user", "analytics_weeks", &["user_id"]).await?;
        table("analytics_counted", vec![text_key("what"), time("until")]).make(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let tables =
            ["analytics_counted", "analytics_weeks", "analytics_hours", "analytics_events"];
        drop_all(m, &tables).await
    }
}

const TYPES: [&str; 12] = [
    "create_post",
    "create_article",
    "create_comment",
    "create_thread",
    "like_article",
    "like_post",
    "view_article",
    "view_thread",
    "share_content",
    "group_join",
    "user_login",
    "user_join",
];
