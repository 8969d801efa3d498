//! Additional member data: number of sign-ins, and recent searches (accounts.md; gap
//! G-070).

use crate::columns::*;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0011_member_record"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let mut count = number("sign_ins", 0);
        m.alter_table(Table::alter().table(Alias::new("users")).add_column(&mut count).take())
            .await?;
        // Initialised from known sessions: sessions transferred to a portal are no sign-ins.
        let known = "UPDATE users SET sign_ins = (SELECT COUNT(*) FROM sessions s \
             WHERE s.user_id = users.id AND s.parent_id IS NULL)";
        m.get_connection().execute_unprepared(known).await?;
        // `folded` is the query in lower case and on one line: the same search is stored once.
        table(
            "recent_searches",
            vec![key("id"), id("user_id"), text("folded"), text("typed"), time("searched_at")],
        )
        .belongs("user_id", "users")
        .make(m)
        .await?;
        index(m, true, "recent_searches_folded", "recent_searches", &["user_id", "folded"]).await?;
        index(m, false, "recent_searches_user", "recent_searches", &["user_id", "searched_at"])
            .await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["recent_searches"]).await?;
        let gone = Table::alter()
            .table(Alias::new("users"))
            .drop_column(Alias::new("sign_ins"))
            .to_owned();
        m.alter_table(gone).await
    }
}
