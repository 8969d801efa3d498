//! Each person's notification settings: channels by kind of notification, quiet hours, time zone
//! and digests (gap G-105). Without a row, the defaults apply.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0061_notification_settings"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let settings = vec![
            key("user_id"),
            flag("quiet_enabled", false),
            // Minutes since midnight, local time.
            number("quiet_from", 1_320),
            number("quiet_to", 420),
            // Name of the IANA database; NULL until one was chosen.
            text_null("time_zone"),
            number("digest_hour", 8),
            text_or("digest_weekday", "monday"),
            flag("push_shows_content", true),
            time("updated_at"),
        ];
        table("notification_settings", settings).belongs("user_id", "users").make(m).await?;
        let channels = vec![
            id("user_id"),
            text("kind"),
            flag("in_app", true),
            text_or("email", "off"),
            flag("push", false),
        ];
        table("notification_kind_settings", channels)
            .keyed_by(&["user_id", "kind"])
            .belongs("user_id", "users")
            .one_of("email", &["off", "immediately", "daily", "weekly"])
            .make(m)
            .await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["notification_kind_settings", "notification_settings"]).await
    }
}
