//! Earlier texts of edited posts.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0075_post_revisions"
    }
}

const TABLE: &str = "post_revisions";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns = vec![
            key("id"),
            id("post_id"),
            text("content"),
            // As in `posts`.
            text("content_format"),
            // When this text was written.
            time("created"),
        ];
        table(TABLE, columns)
            .belongs("post_id", "posts")
            .one_of("content_format", &["html", "text"])
            .make(m)
            .await?;
        index(m, false, "post_revisions_post", TABLE, &["post_id", "created", "id"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &[TABLE]).await
    }
}
