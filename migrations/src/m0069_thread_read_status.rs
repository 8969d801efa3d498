//! Read marks of single threads, in addition to those of communities (G-129).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0069_thread_read_status"
    }
}

const TABLE: &str = "thread_read_status";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns =
            vec![id("user_id"), id("thread_id"), id("community_id"), time("last_read_at")];
        table(TABLE, columns)
            .keyed_by(&["user_id", "thread_id"])
            .belongs("user_id", "users")
            .belongs("thread_id", "threads")
            .belongs("community_id", "communities")
            .make(m)
            .await?;
        // For the marks of a member in one community, and for its deletion.
        let members = ["community_id", "user_id"];
        index(m, false, "thread_read_status_community", TABLE, &members).await?;
        index(m, false, "thread_read_status_thread", TABLE, &["thread_id"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &[TABLE]).await
    }
}
