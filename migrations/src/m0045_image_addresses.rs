//! Index of post images by URL: each image request looks its row up to check the viewer (gap
//! G-130). URLs contain 128 random bits, so each is unique.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0045_image_addresses"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        index(m, true, "post_images_address", "post_images", &["address"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let mut index = Index::drop();
        index.name("post_images_address").table(Alias::new("post_images"));
        m.drop_index(index).await
    }
}
