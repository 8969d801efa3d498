//! Alternative text of pictures in posts.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0023_picture_words"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let mut alt = text_null("alt");
        m.alter_table(Table::alter().table(Alias::new("post_images")).add_column(&mut alt).take())
            .await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let images = Alias::new("post_images");
        m.alter_table(Table::alter().table(images).drop_column(Alias::new("alt")).take()).await
    }
}
