//! Index of members in the order of joining, and one of admins: a page of either reads only as many
//! rows as it returns.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0026_members_in_order"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let order = "ON community_members (community_id, joined_at, user_id)";
        for index in [
            format!("CREATE INDEX community_members_joined {order}"),
            format!("CREATE INDEX community_admins_joined {order} WHERE role = 'admin'"),
        ] {
            m.get_connection().execute_unprepared(&index).await?;
        }
        Ok(())
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for index in ["community_members_joined", "community_admins_joined"] {
            m.get_connection().execute_unprepared(&format!("DROP INDEX {index}")).await?;
        }
        Ok(())
    }
}
