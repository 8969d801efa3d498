//! Content filters that staff chose for the network and for portals; without one, a portal follows the
//! network, and the network the settings.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0088_content_filters"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // `network`, or the id of the portal's affiliation.
        let filter = vec![text_key("site"), text("filter"), time("updated_at")];
        table("content_filters", filter).make(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["content_filters"]).await
    }
}
