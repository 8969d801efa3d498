//! Custom domains: requested domains, verified names, and the token with which each affiliation
//! proves its domains (edge design, section 5.2).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0016_domains"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        table("domain_tokens", vec![id("affiliation_id"), text("token"), time("created_at")])
            .keyed_by(&["affiliation_id"])
            .belongs("affiliation_id", "affiliations")
            .make(m)
            .await?;
        // `records` is the result of the last check.
        table(
            "domains",
            vec![
                key("id"),
                id("tenant_id"),
                id("affiliation_id"),
                text("host"),
                text_null("partner"),
                text("state"),
                flag("is_primary", false),
                json_null("records"),
                time("added_at"),
                time("looking_since"),
                time_null("checked_at"),
                time_null("next_check_at"),
                number("failures", 0),
                time_null("elsewhere_since"),
                time_null("suspended_at"),
                time_null("approved_at"),
                text_null("cause_code"),
                text_null("cause"),
                time_null("quarantined_until"),
                time("updated_at"),
            ],
        )
        .belongs("tenant_id", "tenants")
        .belongs("affiliation_id", "affiliations")
        .one_of(
            "state",
            &[
                "verifying",
                "awaitingApproval",
                "issuing",
                "active",
                "failing",
                "suspended",
                "released",
            ],
        )
        .make(m)
        .await?;
        let wanted = || Expr::col(Alias::new("state")).ne("released");
        index_where(m, true, "domains_wanted", "domains", &["tenant_id", "host"], wanted()).await?;
        let primary = Expr::col(Alias::new("is_primary")).eq(true);
        index_where(m, true, "domains_primary", "domains", &["tenant_id"], primary).await?;
        index(m, false, "domains_host", "domains", &["host"]).await?;
        // A name is listed while it is verified for one portal.
        table("domain_names", vec![text_key("name"), id("domain_id"), id("tenant_id")])
            .belongs("domain_id", "domains")
            .belongs("tenant_id", "tenants")
            .make(m)
            .await?;
        index(m, false, "domain_names_domain", "domain_names", &["domain_id"]).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["domain_names", "domains", "domain_tokens"]).await
    }
}
