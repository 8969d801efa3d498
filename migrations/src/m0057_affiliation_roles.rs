//! Roles, hand-overs, settings and merges of affiliations, and the template of their default
//! communities (F-005 to F-007, gaps G-056, G-088).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0057_affiliation_roles"
    }
}

const TABLES: [&str; 5] = [
    "affiliation_templates",
    "affiliation_merges",
    "affiliation_settings",
    "affiliation_handovers",
    "affiliation_roles",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // Admins stay in `institutional_admins`, which the previous version reads.
        let columns = vec![id("affiliation_id"), id("user_id"), text("role"), time("created_at")];
        table("affiliation_roles", columns)
            .keyed_by(&["affiliation_id", "user_id"])
            .belongs("affiliation_id", "affiliations")
            .belongs("user_id", "users")
            .one_of("role", &["reviewer", "brand-editor", "support"])
            .make(m)
            .await?;
        index(m, false, "affiliation_roles_user", "affiliation_roles", &["user_id"]).await?;
        handovers(m).await?;
        settings(m).await?;
        merges(m).await?;
        let columns = vec![text_key("name"), json("communities"), time("updated_at")];
        table("affiliation_templates", columns).make(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &TABLES).await
    }
}

async fn handovers(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("affiliation_id"),
        // Subject of the notification that asks for the answer.
        id("notice_id"),
        id("to_user_id"),
        id_null("from_user_id"),
        time("created_at"),
    ];
    table("affiliation_handovers", columns)
        .belongs("affiliation_id", "affiliations")
        .belongs("to_user_id", "users")
        .mentions("from_user_id", "users")
        .make(m)
        .await?;
    let handovers = "affiliation_handovers";
    index(m, false, "affiliation_handovers_to", handovers, &["to_user_id"]).await?;
    index(m, false, "affiliation_handovers_from", handovers, &["from_user_id"]).await
}

async fn settings(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("affiliation_id"),
        json("auto_approve_domains"),
        flag("admins_may_invite", false),
        text_null("pause_reason"),
        time_null("paused_at"),
        time("updated_at"),
    ];
    let settings = table("affiliation_settings", columns);
    settings.belongs("affiliation_id", "affiliations").make(m).await
}

async fn merges(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("affiliation_id"),
        id("into_id"),
        text("reason"),
        id_null("merged_by"),
        time("merged_at"),
    ];
    table("affiliation_merges", columns)
        .belongs("affiliation_id", "affiliations")
        .belongs("into_id", "affiliations")
        .mentions("merged_by", "users")
        .make(m)
        .await?;
    index(m, false, "affiliation_merges_into", "affiliation_merges", &["into_id"]).await?;
    index(m, false, "affiliation_merges_merged_by", "affiliation_merges", &["merged_by"]).await
}
