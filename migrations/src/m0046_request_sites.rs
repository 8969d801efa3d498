//! Site on which an application was made, for the email with the decision.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0046_request_sites"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let requests = Table::alter().table(Alias::new("affiliation_requests")).take();
        m.alter_table(requests.clone().add_column(flag("made_on_portal", false)).take()).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let requests = Table::alter().table(Alias::new("affiliation_requests")).take();
        m.alter_table(requests.clone().drop_column(Alias::new("made_on_portal")).take()).await
    }
}
