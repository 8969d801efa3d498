//! Previews of the links in posts, and a cache of the pages that they were read from.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0079_link_previews"
    }
}

const POST_FLAGS: [&str; 2] = ["has_previews", "hides_previews"];

fn posts() -> TableAlterStatement {
    Table::alter().table(Alias::new("posts")).take()
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for name in POST_FLAGS {
            m.alter_table(posts().add_column(flag(name, false)).take()).await?;
        }
        let preview = vec![
            id("post_id"),
            number("position", 0),
            text("url"),
            text("title"),
            text_null("description"),
            text_null("site_name"),
        ];
        table("post_previews", preview)
            .keyed_by(&["post_id", "position"])
            .belongs("post_id", "posts")
            .make(m)
            .await?;
        // Without a title: the page could not be read.
        let page = vec![
            text_key("url"),
            text_null("title"),
            text_null("description"),
            text_null("site_name"),
            time("expires_at"),
        ];
        table("link_pages", page).make(m).await?;
        index(m, false, "link_pages_expiry", "link_pages", &["expires_at"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["link_pages", "post_previews"]).await?;
        for name in POST_FLAGS {
            m.alter_table(posts().drop_column(Alias::new(name)).take()).await?;
        }
        Ok(())
    }
}
