//! Status of the edges, and time of the newest route table (edge design, section 5.6).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0015_edges"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for column in ["raised_at", "bulk_until"] {
            let mut column = time_null(column);
            let routes = Alias::new("route_versions");
            m.alter_table(Table::alter().table(routes).add_column(&mut column).take()).await?;
        }
        // One row per edge process; rows without recent reports are deleted.
        table(
            "edges",
            vec![
                text_key("id"),
                text("name"),
                number("version", 0),
                text("hash"),
                number("hosts", 0),
                json("refused"),
                text_null("table_refused"),
                flag("recalled", false),
                time_null("certificate_soonest_end"),
                time("started_at"),
                time("applied_at"),
                time("seen_at"),
            ],
        )
        .make(m)
        .await?;
        index(m, false, "edges_seen_at", "edges", &["seen_at"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["edges"]).await?;
        for column in ["bulk_until", "raised_at"] {
            let routes = Alias::new("route_versions");
            let gone = Table::alter().table(routes).drop_column(Alias::new(column)).to_owned();
            m.alter_table(gone).await?;
        }
        Ok(())
    }
}
