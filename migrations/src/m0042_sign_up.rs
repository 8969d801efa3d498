//! Sign-up: an invite code is found with any placement of hyphens (gaps G-128), and an account that
//! was created without telling the visitor stays undisclosed until its address is verified.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0042_sign_up"
    }
}

const PLAIN_CODES: &str =
    "CREATE INDEX invite_codes_plain ON invite_codes (REPLACE(code, '-', ''))";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        m.get_connection().execute_unprepared(PLAIN_CODES).await?;
        let users = Table::alter().table(Alias::new("users")).take();
        let undisclosed = flag("undisclosed_until_verified", false);
        m.alter_table(users.clone().add_column(undisclosed).take()).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let users = Table::alter().table(Alias::new("users")).take();
        let undisclosed = Alias::new("undisclosed_until_verified");
        m.alter_table(users.clone().drop_column(undisclosed).take()).await?;
        let unindex = "DROP INDEX invite_codes_plain";
        m.get_connection().execute_unprepared(unindex).await.map(drop)
    }
}
