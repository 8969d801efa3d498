//! Reactions to posts.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0086_post_reactions"
    }
}

fn posts() -> TableAlterStatement {
    Table::alter().table(Alias::new("posts")).take()
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // Posts without reactions, which are most, need no query for them.
        m.alter_table(posts().add_column(flag("has_reactions", false)).take()).await?;
        let reaction = vec![id("post_id"), id("user_id"), text("emoji"), time("created_at")];
        table("post_reactions", reaction)
            .keyed_by(&["post_id", "user_id", "emoji"])
            .belongs("post_id", "posts")
            .belongs("user_id", "users")
            .make(m)
            .await?;
        index(m, false, "post_reactions_user", "post_reactions", &["user_id"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["post_reactions"]).await?;
        m.alter_table(posts().drop_column(Alias::new("has_reactions")).take()).await
    }
}
