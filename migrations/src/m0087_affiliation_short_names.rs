//! Short names of affiliations, for the badges of their members; without one it is derived from the
//! name.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0087_affiliation_short_names"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let affiliations = Alias::new("affiliations");
        let mut column = text_null("short_name");
        m.alter_table(Table::alter().table(affiliations).add_column(&mut column).take()).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let affiliations = Alias::new("affiliations");
        let column = Alias::new("short_name");
        m.alter_table(Table::alter().table(affiliations).drop_column(column).take()).await
    }
}
