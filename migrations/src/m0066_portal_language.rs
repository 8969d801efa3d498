//! Default language of a portal; none if the portal follows the browser.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0066_portal_language"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let mut column = text_null("default_language");
        let tenants = Alias::new("tenants");
        m.alter_table(Table::alter().table(tenants).add_column(&mut column).take()).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let tenants = Alias::new("tenants");
        let column = Alias::new("default_language");
        m.alter_table(Table::alter().table(tenants).drop_column(column).to_owned()).await
    }
}
