//! Time of each step of a certificate, first table version that contains it, result of the external
//! probe, and names left out of an order (edge design, sections 2, 5.2 and 5.6).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0018_certificate_steps"
    }
}

const TABLES: [&str; 2] = ["acme_jobs", "certificates"];
const STEPS: [&str; 3] = ["ordered_at", "answered_at", "validated_at"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            for step in STEPS {
                add(m, table, time_null(step)).await?;
            }
            // Names that the authority refuses, with its messages: [{name, words}].
            add(m, table, json_null("left_out")).await?;
        }
        // First route table version that contains it, and time at which every edge ran it.
        add(m, "certificates", number_null("table_version")).await?;
        add(m, "certificates", time_null("installed_at")).await?;
        add(m, "certificates", time_null("probed_at")).await?;
        add(m, "certificates", text_null("probe_fault")).await?;
        add(m, "certificates", text_null("probe_words")).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for column in ["probe_words", "probe_fault", "probed_at", "installed_at", "table_version"] {
            drop(m, "certificates", column).await?;
        }
        for table in TABLES {
            drop(m, table, "left_out").await?;
            for step in STEPS {
                drop(m, table, step).await?;
            }
        }
        Ok(())
    }
}

async fn add(m: &SchemaManager<'_>, table: &str, mut column: ColumnDef) -> Result<(), DbErr> {
    m.alter_table(Table::alter().table(Alias::new(table)).add_column(&mut column).take()).await
}

async fn drop(m: &SchemaManager<'_>, table: &str, column: &str) -> Result<(), DbErr> {
    let gone = Table::alter().table(Alias::new(table)).drop_column(Alias::new(column)).to_owned();
    m.alter_table(gone).await
}
