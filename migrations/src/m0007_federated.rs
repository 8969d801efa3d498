//! Identities of external issuers, and sign-ins in progress (accounts.md ).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0007_federated"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        table(
            "federated_identities",
            vec![
                text("issuer"),
                text("subject"),
                id("user_id"),
                text("email"),
                time("created_at"),
                time("last_used_at"),
            ],
        )
        .keyed_by(&["issuer", "subject"])
        .belongs("user_id", "users")
        .make(m)
        .await?;
        index(m, false, "federated_identities_user", "federated_identities", &["user_id"]).await?;
        requests(m).await?;
        tickets(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["federated_tickets", "oidc_requests", "federated_identities"]).await
    }
}

/// A sign-in in progress: its browser binding, and the issuer's result. Nonce and code verifier are
/// derived from the state and not stored.
async fn requests(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "oidc_requests",
        vec![
            text_key("state_hash"),
            text("pre_session_hash"),
            id_null("invite_code_id"),
            flag("stay_signed_in", false),
            text("view"),
            text_null("portal"),
            text_null("redirect_path"),
            time("created_at"),
            time("expires_at"),
            time_null("answered_at"),
            time_null("decided_at"),
            text_null("refusal"),
            text_null("subject"),
            text_null("email"),
            text_null("first_name"),
            text_null("last_name"),
        ],
    )
    .one_of("view", &["popup", "page"])
    .one_of("refusal", &["cancelled", "failed", "misconfigured"])
    .make(m)
    .await?;
    index(m, false, "oidc_requests_pre_session", "oidc_requests", &["pre_session_hash"]).await?;
    index(m, false, "oidc_requests_expires_at", "oidc_requests", &["expires_at"]).await
}

/// Permission to link an identity to an account, given after the account's own credential was
/// verified.
async fn tickets(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "federated_tickets",
        vec![
            text_key("ticket_hash"),
            id("user_id"),
            text("issuer"),
            text("subject"),
            text("email"),
            time("created_at"),
            time("expires_at"),
        ],
    )
    .belongs("user_id", "users")
    .make(m)
    .await?;
    index(m, false, "federated_tickets_expires_at", "federated_tickets", &["expires_at"]).await
}
