//! Private calendar feeds: one secret address for each person and site.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0082_calendar_feeds"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let feed = vec![
            id("user_id"),
            // `main`, or the id of the portal's affiliation.
            text("site"),
            text("token_hash"),
            time("created_at"),
        ];
        table("calendar_feeds", feed)
            .keyed_by(&["user_id", "site"])
            .belongs("user_id", "users")
            .make(m)
            .await?;
        index(m, true, "calendar_feeds_token", "calendar_feeds", &["token_hash"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["calendar_feeds"]).await
    }
}
