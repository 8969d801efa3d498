//! Setting to disable single-key shortcuts (WCAG 2.1.4).

use crate::columns::flag;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0028_single_keys"
    }
}

const COLUMN: &str = "single_key_shortcuts";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let mut column = flag(COLUMN, true);
        m.alter_table(Table::alter().table(Alias::new("users")).add_column(&mut column).take())
            .await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let gone =
            Table::alter().table(Alias::new("users")).drop_column(Alias::new(COLUMN)).to_owned();
        m.alter_table(gone).await
    }
}
