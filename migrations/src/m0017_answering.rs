//! Time since which a domain serves: browsers get a shorter HSTS lifetime on its first day (edge
//! design, section 5.7).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0017_answering"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let mut column = time_null("answering_since");
        let domains = Alias::new("domains");
        m.alter_table(Table::alter().table(domains).add_column(&mut column).take()).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let domains = Alias::new("domains");
        let gone =
            Table::alter().table(domains).drop_column(Alias::new("answering_since")).to_owned();
        m.alter_table(gone).await
    }
}
