//! Affiliations, their members, their invitations (affiliations.md).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0003_affiliations"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        table(
            "affiliations",
            vec![
                key("id"),
                text("name"),
                text("name_search"),
                text_null("description"),
                text_null("logo"),
                text_null("website"),
                text_null("tagline"),
                json_null("questionnaire"),
                id_null("creator_id"),
                id_null("original_requester_id"),
                number("member_count", 0),
                flag("verified", false),
                flag("is_approved", true),
                flag("is_private", false),
                flag("is_paused", false),
                time("created_at"),
                time("updated_at"),
            ],
        )
        .mentions("creator_id", "users")
        .mentions("original_requester_id", "users")
        .counted("member_count")
        .make(m)
        .await?;
        index(m, false, "affiliations_name", "affiliations", &["name_search", "id"]).await?;
        table("affiliation_paths", vec![text_key("url_path"), id("affiliation_id")])
            .belongs("affiliation_id", "affiliations")
            .make(m)
            .await?;
        index(m, true, "affiliation_paths_affiliation", "affiliation_paths", &["affiliation_id"])
            .await?;
        table(
            "affiliation_members",
            vec![id("affiliation_id"), id("user_id"), flag("is_public", true), time("joined_at")],
        )
        .keyed_by(&["affiliation_id", "user_id"])
        .belongs("affiliation_id", "affiliations")
        .belongs("user_id", "users")
        .make(m)
        .await?;
        index(
            m,
            false,
            "affiliation_members_user",
            "affiliation_members",
            &["user_id", "joined_at"],
        )
        .await?;
        admins_and_invitations(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(
            m,
            &[
                "affiliation_invitations",
                "institutional_admins",
                "affiliation_members",
                "affiliation_paths",
                "affiliations",
            ],
        )
        .await
    }
}

async fn admins_and_invitations(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table("institutional_admins", vec![id("affiliation_id"), id("user_id"), time("created_at")])
        .keyed_by(&["affiliation_id", "user_id"])
        .belongs("affiliation_id", "affiliations")
        .belongs("user_id", "users")
        .make(m)
        .await?;
    index(m, false, "institutional_admins_user", "institutional_admins", &["user_id"]).await?;
    table(
        "affiliation_invitations",
        vec![
            key("id"),
            id("user_id"),
            id("affiliation_id"),
            text("affiliation_name"),
            text_null("affiliation_description"),
            id_null("invited_by_staff_id"),
            text("invited_by_staff_name"),
            text_null("message"),
            text_or("status", "pending"),
            time("created_at"),
            time_null("viewed_at"),
            time_null("dismissed_at"),
            time_null("accepted_at"),
        ],
    )
    .belongs("user_id", "users")
    .belongs("affiliation_id", "affiliations")
    .mentions("invited_by_staff_id", "users")
    .one_of("status", &["pending", "viewed", "dismissed", "accepted"])
    .make(m)
    .await?;
    let pending = Expr::col(Alias::new("status")).eq("pending");
    index_where(
        m,
        true,
        "affiliation_invitations_pending",
        "affiliation_invitations",
        &["user_id", "affiliation_id"],
        pending,
    )
    .await
}
