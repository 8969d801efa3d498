//! Setting that allows invite codes without an affiliation on portals; off by default (P-04).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0030_codes_at_portals"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let codes = Table::alter().table(Alias::new("invite_codes")).take();
        m.alter_table(codes.clone().add_column(flag("at_portals", false)).take()).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let codes = Table::alter().table(Alias::new("invite_codes")).take();
        m.alter_table(codes.clone().drop_column(Alias::new("at_portals")).take()).await
    }
}
