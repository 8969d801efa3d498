//! Index of expiring certificates: every worker queries them each minute, and would otherwise read
//! all rows with their chains and keys.

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
