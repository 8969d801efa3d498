//! Contract points: from which schema version on earlier programs cannot work any more. A program
//! reads them before anything else, and refuses to run past one that it does not know.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0047_schema_contracts"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let columns = vec![text_key("migration"), number("programs_below", 0), text("reason")];
        table("schema_contracts", columns).make(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        m.drop_table(Table::drop().table(Alias::new("schema_contracts")).take()).await
    }
}
