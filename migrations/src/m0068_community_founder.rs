//! Founder of a community after a hand-over.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0068_community_founder"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // NULL while the creator is the founder. Without a foreign key, which would lock the table.
        m.alter_table(communities().add_column(id_null("founder_id")).take()).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        m.alter_table(communities().drop_column(Alias::new("founder_id")).take()).await
    }
}

fn communities() -> TableAlterStatement {
    Table::alter().table(Alias::new("communities")).take()
}
