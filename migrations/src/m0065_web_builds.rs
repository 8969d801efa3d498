//! Hashed files of the web builds of this release and of recent ones. Their content is in the
//! object store.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0065_web_builds"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns = vec![
            key("id"),
            // Digest of all file names and contents.
            text("marker"),
            time("created_at"),
            // Absent while the files are uploaded.
            time_null("published_at"),
            time_null("superseded_at"),
        ];
        table("web_builds", columns).make(m).await?;
        let columns =
            vec![id("build_id"), text("app"), text("name"), text("coding"), text("digest")];
        table("web_assets", columns)
            .keyed_by(&["build_id", "app", "name", "coding"])
            .belongs("build_id", "web_builds")
            .one_of("app", &["main", "brand"])
            .one_of("coding", &["identity", "br"])
            .make(m)
            .await?;
        index(m, false, "web_assets_name", "web_assets", &["name", "app", "build_id"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["web_assets", "web_builds"]).await
    }
}
