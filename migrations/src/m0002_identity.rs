//! Accounts, credentials and agreements (accounts.md).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0002_identity"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        users(m).await?;
        proofs(m).await?;
        invites(m).await?;
        legal(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(
            m,
            &[
                "legal_acknowledgements",
                "platform_content",
                "invite_code_usage",
                "invite_codes",
                "email_tokens",
                "used_tokens",
                "sessions",
                "credentials",
                "handles",
                "users",
            ],
        )
        .await
    }
}

async fn users(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "users",
        vec![
            key("id"),
            text("email"),
            text("first_name"),
            text("last_name"),
            text_null("bio"),
            text_null("location"),
            text_null("job_title"),
            text_null("quote"),
            text_null("profile_picture"),
            text_or("language", "en"),
            text_or("theme", "light"),
            flag("notifications_enabled", true),
            flag("is_profile_private", true),
            text_or("profile_visibility", "public"),
            text_or("directory_visibility", "public"),
            text_or("account_status", "active"),
            time_null("paused_until"),
            text_null("pause_reason"),
            text_null("status"),
            flag("email_verified", false),
            flag("marked_unverified", false),
            flag("is_verified", false),
            flag("is_staff", false),
            text_or("subscription", "Basic"),
            time_null("subscription_start_date"),
            time_null("subscription_end_date"),
            flag("has_completed_onboarding", false),
            time_null("agreed_to_terms_at"),
            time_null("agreed_to_guidelines_at"),
            time_null("agreed_to_privacy_at"),
            time_null("last_login"),
            time("joined_date"),
            time("created_at"),
            time("updated_at"),
        ],
    )
    .one_of("account_status", &["active", "paused"])
    .one_of("status", &["banned", "suspended"])
    .one_of("theme", &["light", "dark", "system"])
    .one_of("profile_visibility", &["private", "affiliations", "public"])
    .one_of("directory_visibility", &["private", "affiliations", "public"])
    .one_of("subscription", &["Basic", "Premium", "Enterprise", "Signature"])
    .make(m)
    .await?;
    index(m, true, "users_email", "users", &["email"]).await?;
    table("handles", vec![text_key("handle"), id("user_id"), text("shown_as"), time("created_at")])
        .belongs("user_id", "users")
        .make(m)
        .await?;
    index(m, true, "handles_user", "handles", &["user_id"]).await
}

async fn proofs(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "credentials",
        vec![
            ColumnDef::new(Alias::new("user_id")).uuid().not_null().primary_key().take(),
            text("password_hash"),
            number("version", 1),
            time("changed_at"),
        ],
    )
    .belongs("user_id", "users")
    .make(m)
    .await?;
    table(
        "sessions",
        vec![
            key("id"),
            text("token_hash"),
            text_null("next_token_hash"),
            id("user_id"),
            text("kind"),
            text("audience_host"),
            id_null("tenant_id"),
            id_null("parent_id"),
            flag("stay_signed_in", false),
            time("auth_time"),
            text_or("amr", "pwd"),
            number("aal", 1),
            time("created_at"),
            time("last_seen_at"),
            time("idle_expires_at"),
            time("absolute_expires_at"),
            text_null("device_id"),
            text_null("ua_summary"),
            text_null("ip_prefix"),
            time_null("revoked_at"),
            text_null("revoke_reason"),
        ],
    )
    .belongs("user_id", "users")
    .belongs("parent_id", "sessions")
    .one_of("kind", &["main", "portal", "native"])
    .make(m)
    .await?;
    index(m, true, "sessions_token_hash", "sessions", &["token_hash"]).await?;
    index(m, false, "sessions_user", "sessions", &["user_id", "last_seen_at"]).await?;
    index(m, false, "sessions_parent", "sessions", &["parent_id"]).await?;
    // Used signed tokens: the jti is kept until the token would have expired.
    table("used_tokens", vec![text_key("jti"), time("expires_at")]).make(m).await?;
    index(m, false, "used_tokens_expires_at", "used_tokens", &["expires_at"]).await?;
    table(
        "email_tokens",
        vec![
            text_key("token_hash"),
            id("user_id"),
            text("purpose"),
            number("credential_version", 1),
            time("created_at"),
            time("expires_at"),
            time_null("consumed_at"),
        ],
    )
    .belongs("user_id", "users")
    .one_of("purpose", &["verify", "reset"])
    .make(m)
    .await?;
    index(m, false, "email_tokens_user", "email_tokens", &["user_id", "purpose"]).await
}

async fn invites(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "invite_codes",
        vec![
            key("id"),
            text("code"),
            flag("is_active", true),
            number_null("max_uses"),
            number("usage_count", 0),
            time_null("expires_at"),
            time_null("last_used_at"),
            id_null("auto_invite_affiliation_id"),
            text_null("auto_invite_message"),
            id_null("created_by"),
            time("created_at"),
        ],
    )
    .mentions("created_by", "users")
    .counted("usage_count")
    .make(m)
    .await?;
    index(m, true, "invite_codes_code", "invite_codes", &["code"]).await?;
    table(
        "invite_code_usage",
        vec![
            key("id"),
            id("invite_code_id"),
            text("invite_code"),
            id("user_id"),
            text("user_email"),
            time("used_at"),
        ],
    )
    .belongs("invite_code_id", "invite_codes")
    .belongs("user_id", "users")
    .make(m)
    .await?;
    index(m, false, "invite_code_usage_code", "invite_code_usage", &["invite_code_id", "used_at"])
        .await
}

async fn legal(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "platform_content",
        vec![
            text_key("key"),
            text("title"),
            text("content"),
            number("version", 0),
            text_null("effective_date"),
            time("last_updated"),
            id_null("updated_by"),
        ],
    )
    .one_of("key", &["terms-of-service", "privacy-policy", "community-guidelines"])
    .make(m)
    .await?;
    // `door` is 'main' or the affiliation of a portal: acknowledgements are stored per site (P-03).
    table(
        "legal_acknowledgements",
        vec![
            id("user_id"),
            text("door"),
            text("document"),
            number("version", 0),
            time("acknowledged_at"),
        ],
    )
    .keyed_by(&["user_id", "door", "document"])
    .belongs("user_id", "users")
    .make(m)
    .await
}
