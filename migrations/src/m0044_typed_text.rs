//! Storage format of posts, comments and announcements. The previous version writes HTML without a
//! format; from now on a text is stored as typed.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0044_typed_text"
    }
}

const TABLES: [&str; 3] = ["posts", "article_comments", "announcements"];
const COLUMN: &str = "content_format";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            let mut format = text_or(COLUMN, "html");
            m.alter_table(Table::alter().table(Alias::new(table)).add_column(&mut format).take())
                .await?;
        }
        Ok(())
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            let table = Alias::new(table);
            m.alter_table(Table::alter().table(table).drop_column(Alias::new(COLUMN)).take())
                .await?;
        }
        Ok(())
    }
}
