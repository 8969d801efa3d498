//! Certificates by ACME (RFC 8555): requested and issued certificates, open orders, accounts at the
//! authorities, and rate limits (edge design, sections 5.3 and 5.4).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0012_certificates"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // `id` is the first name, so a host has at most one request.
        table(
            "certificate_wants",
            vec![text_key("id"), json("names"), id_null("tenant_id"), time("wanted_at")],
        )
        .belongs("tenant_id", "tenants")
        .make(m)
        .await?;
        held(m).await?;
        jobs(m).await?;
        // `credentials` are encrypted: they contain the account's key.
        table("acme_accounts", vec![text_key("issuer"), text("credentials"), time("created_at")])
            .make(m)
            .await?;
        // Times in microseconds since 1970, so that a token can be consumed with plain arithmetic
        // in one statement.
        table(
            "acme_budgets",
            vec![text_key("key"), number("due_us", 0), number("shut_until_us", 0)],
        )
        .make(m)
        .await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(
            m,
            &[
                "acme_budgets",
                "acme_accounts",
                "acme_answers",
                "acme_jobs",
                "certificates",
                "certificate_wants",
            ],
        )
        .await
    }
}

async fn held(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    // The host's newest certificate has no `superseded_at`. `key` is encrypted.
    table(
        "certificates",
        vec![
            key("id"),
            text("host"),
            json("names"),
            text("issuer"),
            text("chain"),
            text("key"),
            time("not_before"),
            time("not_after"),
            time("renew_at"),
            time("emergency_at"),
            text_null("ari_id"),
            time_null("window_start"),
            time_null("window_end"),
            time_null("ask_at"),
            flag("replaced", false),
            time_null("revoked_at"),
            time_null("superseded_at"),
            time("created_at"),
        ],
    )
    .belongs("host", "certificate_wants")
    .make(m)
    .await?;
    let newest = Expr::col(Alias::new("superseded_at")).is_null();
    index_where(m, true, "certificates_host", "certificates", &["host"], newest).await?;
    index(m, false, "certificates_ask_at", "certificates", &["ask_at"]).await
}

/// One row for each host with a requested certificate, so that a host never has two open orders.
async fn jobs(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "acme_jobs",
        vec![
            text_key("host"),
            text("state"),
            time("not_before"),
            number("priority", 3),
            number("attempt", 0),
            number("authority_faults", 0),
            number("fence", 0),
            text_null("lease_owner"),
            time_null("lease_until"),
            text_null("issuer"),
            text_null("order_url"),
            text_null("key"),
            text_null("replaces"),
            text_or("challenge", "http-01"),
            json("failed_at"),
            time_null("failing_since"),
            text_null("cause_code"),
            text_null("cause"),
            time("updated_at"),
        ],
    )
    .belongs("host", "certificate_wants")
    .one_of("state", &["ready", "running", "stopped"])
    .one_of("challenge", &["http-01", "tls-alpn-01", "dns-01"])
    .make(m)
    .await?;
    index(m, false, "acme_jobs_due", "acme_jobs", &["state", "priority", "not_before"]).await?;
    table(
        "acme_answers",
        vec![
            text_key("token"),
            text("owner"),
            text("host"),
            text("kind"),
            text("key_authorization"),
            time("created_at"),
        ],
    )
    .belongs("owner", "certificate_wants")
    .one_of("kind", &["http-01", "tls-alpn-01"])
    .make(m)
    .await?;
    index(m, false, "acme_answers_owner", "acme_answers", &["owner"]).await
}
