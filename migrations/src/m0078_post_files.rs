//! Files of posts, and uploaded ones that are not attached yet.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0078_post_files"
    }
}

fn posts() -> TableAlterStatement {
    Table::alter().table(Alias::new("posts")).take()
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // Pages without files need no query for them.
        m.alter_table(posts().add_column(flag("has_files", false)).take()).await?;
        let file = vec![
            key("id"),
            id("community_id"),
            id_null("uploader_id"),
            id_null("post_id"),
            number("position", 0),
            text("address"),
            text("name"),
            text("media_type"),
            number("size", 0),
            time("created_at"),
        ];
        table("post_files", file)
            .belongs("community_id", "communities")
            .mentions("uploader_id", "users")
            .mentions("post_id", "posts")
            .counted("size")
            .make(m)
            .await?;
        index(m, false, "post_files_post", "post_files", &["post_id"]).await?;
        let of_community = ["community_id", "created_at", "id"];
        index(m, false, "post_files_community", "post_files", &of_community).await?;
        index(m, false, "post_files_uploader", "post_files", &["uploader_id"]).await?;
        index(m, true, "post_files_address", "post_files", &["address"]).await?;
        let unused = Expr::col(Alias::new("post_id")).is_null();
        index_where(m, false, "post_files_unused", "post_files", &["created_at"], unused).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["post_files"]).await?;
        m.alter_table(posts().drop_column(Alias::new("has_files")).take()).await
    }
}
