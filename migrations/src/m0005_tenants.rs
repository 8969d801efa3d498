//! Tenants, brands and transfers: the control plane's own tables (security.md section 5).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0005_tenants"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        table(
            "tenants",
            vec![
                key("id"),
                id("affiliation_id"),
                text("subdomain"),
                text("state"),
                text("brand_name"),
                time("created_at"),
                time("updated_at"),
            ],
        )
        .needs("affiliation_id", "affiliations")
        .one_of("state", &["draft", "active", "suspended", "archived"])
        .make(m)
        .await?;
        index(m, true, "tenants_subdomain", "tenants", &["subdomain"]).await?;
        let living = Expr::col(Alias::new("state")).ne("archived");
        index_where(m, true, "tenants_affiliation", "tenants", &["affiliation_id"], living).await?;
        table(
            "brands",
            vec![
                id("tenant_id"),
                number("version", 1),
                text("state"),
                text("name"),
                text("colour"),
                text("headings"),
                text("corners"),
                text("top_bar"),
                text("sign_in_layout"),
                text("picture"),
                text_null("logo_url"),
                text_null("sign_in_title"),
                text_null("sign_in_text"),
                text("css"),
                text("theme_light"),
                text("theme_dark"),
                id_null("created_by"),
                time("created_at"),
                time_null("published_at"),
            ],
        )
        .keyed_by(&["tenant_id", "version"])
        .belongs("tenant_id", "tenants")
        .one_of("state", &["draft", "published", "superseded"])
        .make(m)
        .await?;
        let live = Expr::col(Alias::new("state")).eq("published");
        index_where(m, true, "brands_published", "brands", &["tenant_id"], live).await?;
        // One row: the version of the newest snapshot.
        table("route_versions", vec![text_key("name"), number("version", 1)]).make(m).await?;
        transfers(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["transfer_codes", "transfer_intents", "route_versions", "brands", "tenants"])
            .await
    }
}

async fn transfers(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "transfer_intents",
        vec![
            text_key("intent_hash"),
            id("session_id"),
            id("user_id"),
            text("source_origin"),
            text("audience_origin"),
            text("audience_host"),
            id_null("tenant_id"),
            text("redirect_path"),
            time("created_at"),
            time("expires_at"),
            time_null("used_at"),
        ],
    )
    .belongs("session_id", "sessions")
    .belongs("user_id", "users")
    .make(m)
    .await?;
    table(
        "transfer_codes",
        vec![
            text_key("code_hash"),
            text("intent_hash"),
            id("session_id"),
            id("user_id"),
            text("audience_origin"),
            text("audience_host"),
            id_null("tenant_id"),
            text("challenge"),
            text("state_hash"),
            text("redirect_path"),
            time("created_at"),
            time("expires_at"),
            time_null("consumed_at"),
            id_null("child_session_id"),
        ],
    )
    .belongs("session_id", "sessions")
    .belongs("user_id", "users")
    .make(m)
    .await?;
    index(m, false, "transfer_codes_created_at", "transfer_codes", &["created_at"]).await
}
