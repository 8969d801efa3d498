//! Which certificates are about to end is asked every minute by every worker: without an index each of
//! them was read, chain and key with it.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0037_certificates_ending"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let shown = Expr::col(Alias::new("superseded_at")).is_null();
        index_where(m, false, "certificates_ending", "certificates", &["emergency_at"], shown).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        m.drop_index(Index::drop().name("certificates_ending").to_owned()).await
    }
}
