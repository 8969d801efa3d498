//! Lifecycle of a tenant: reason and time of its state changes, released subdomains, and the CNAME
//! target of its custom domains.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0013_tenant_life"
    }
}

/// New columns of `tenants`.
fn gained() -> [ColumnDef; 4] {
    [
        text_null("suspended_reason"),
        time_null("activated_at"),
        time_null("archived_at"),
        // First label of the CNAME target of custom domains, created with the first domain.
        text_null("edge_label"),
    ]
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column at a time.
        for mut column in gained() {
            m.alter_table(
                Table::alter().table(Alias::new("tenants")).add_column(&mut column).take(),
            )
            .await?;
        }
        // An archived portal keeps its row and releases its subdomain.
        m.drop_index(
            Index::drop().name("tenants_subdomain").table(Alias::new("tenants")).to_owned(),
        )
        .await?;
        let living = Expr::col(Alias::new("state")).ne("archived");
        index_where(m, true, "tenants_living_subdomain", "tenants", &["subdomain"], living).await?;
        index(m, true, "tenants_edge_label", "tenants", &["edge_label"]).await?;
        table(
            "released_subdomains",
            vec![
                text_key("subdomain"),
                id("affiliation_id"),
                id("tenant_id"),
                time("released_at"),
                time("until"),
            ],
        )
        .belongs("affiliation_id", "affiliations")
        .belongs("tenant_id", "tenants")
        .make(m)
        .await?;
        index(m, false, "released_subdomains_tenant", "released_subdomains", &["tenant_id"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["released_subdomains"]).await?;
        for name in ["tenants_edge_label", "tenants_living_subdomain"] {
            m.drop_index(Index::drop().name(name).table(Alias::new("tenants")).to_owned()).await?;
        }
        for column in gained() {
            let name = Alias::new(column.get_column_name());
            m.alter_table(Table::alter().table(Alias::new("tenants")).drop_column(name).take())
                .await?;
        }
        index(m, true, "tenants_subdomain", "tenants", &["subdomain"]).await
    }
}
