//! Applications to affiliations (affiliations.md F-056 to F-063, gaps G-055, G-117).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0034_affiliation_requests"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        table(
            "affiliation_requests",
            vec![
                key("id"),
                text_or("type", "join"),
                id("affiliation_id"),
                id("user_id"),
                text_or("status", "pending"),
                // Questions and answers, in the order of the form.
                json("form_data"),
                id_null("reviewed_by"),
                time_null("reviewed_at"),
                text_null("rejection_reason"),
                text_null("notes"),
                time("created_at"),
                time("updated_at"),
            ],
        )
        .belongs("affiliation_id", "affiliations")
        .belongs("user_id", "users")
        .mentions("reviewed_by", "users")
        .one_of("type", &["join", "new"])
        .one_of("status", &["pending", "approved", "rejected"])
        .make(m)
        .await?;
        indexes(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["affiliation_requests"]).await
    }
}

/// Indexes of the table, which a later migration recreates.
pub(super) async fn indexes(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let is_pending = Expr::col(Alias::new("status")).eq("pending");
    let one = ["user_id", "affiliation_id"];
    let requests = "affiliation_requests";
    index_where(m, true, "affiliation_requests_pending", requests, &one, is_pending).await?;
    let newest = ["affiliation_id", "created_at", "id"];
    index(m, false, "affiliation_requests_newest", requests, &newest).await?;
    let in_state = ["affiliation_id", "status", "created_at", "id"];
    index(m, false, "affiliation_requests_in_state", requests, &in_state).await?;
    let own = ["user_id", "created_at", "id"];
    index(m, false, "affiliation_requests_own", requests, &own).await?;
    index(m, false, "affiliation_requests_reviewer", requests, &["reviewed_by"]).await
}
