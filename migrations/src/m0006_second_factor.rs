//! Second factor: enrolled factors of an account, and the platform's policy.

use crate::columns::*;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0006_second_factor"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        factors(m).await?;
        passkeys(m).await?;
        settings(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(
            m,
            &[
                "system_settings",
                "passkey_ceremonies",
                "passkeys",
                "mfa_challenges",
                "mfa_backup_codes",
                "user_mfa_settings",
            ],
        )
        .await
    }
}

async fn factors(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    // `totp_secret` is encrypted; `pending_secret` too, until a code confirms it. `last_step` is
    // the newest thirty-second step whose code was accepted.
    table(
        "user_mfa_settings",
        vec![
            ColumnDef::new(Alias::new("user_id")).uuid().not_null().primary_key().take(),
            flag("has_totp", false),
            time_null("totp_enrolled_at"),
            text_null("totp_secret"),
            text_null("pending_secret"),
            number("last_step", 0),
            text_null("backup_recipe"),
            flag("is_required", false),
            time_null("last_used"),
        ],
    )
    .belongs("user_id", "users")
    .make(m)
    .await?;
    table("mfa_backup_codes", vec![id("user_id"), text("code_hash"), time("created_at")])
        .keyed_by(&["user_id", "code_hash"])
        .belongs("user_id", "users")
        .make(m)
        .await?;
    // A sign-in that waits for its second factor, bound to its browser.
    table(
        "mfa_challenges",
        vec![
            text_key("token_hash"),
            id("user_id"),
            text("purpose"),
            text("pre_session_hash"),
            text("audience_host"),
            flag("stay_signed_in", false),
            text("amr"),
            text_null("pending_secret"),
            number("tries", 0),
            time("expires_at"),
        ],
    )
    .belongs("user_id", "users")
    .one_of("purpose", &["sign-in", "enrolment"])
    .make(m)
    .await?;
    index(m, false, "mfa_challenges_expires_at", "mfa_challenges", &["expires_at"]).await
}

async fn passkeys(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "passkeys",
        vec![
            key("id"),
            id("user_id"),
            text("credential_id"),
            json("credential"),
            text("name"),
            time("created_at"),
            time_null("last_used_at"),
        ],
    )
    .belongs("user_id", "users")
    .make(m)
    .await?;
    index(m, true, "passkeys_credential_id", "passkeys", &["credential_id"]).await?;
    index(m, false, "passkeys_user", "passkeys", &["user_id", "created_at"]).await?;
    // Pending passkey challenge; one at a time for each user.
    table("passkey_ceremonies", vec![text_key("asker"), json("state"), time("expires_at")])
        .make(m)
        .await?;
    index(m, false, "passkey_ceremonies_expires_at", "passkey_ceremonies", &["expires_at"]).await
}

async fn settings(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "system_settings",
        vec![
            text_key("key"),
            json("value"),
            id_null("last_modified_by"),
            time_null("last_modified_at"),
        ],
    )
    .mentions("last_modified_by", "users")
    .make(m)
    .await?;
    // Optional for everyone until staff change it.
    let record = "INSERT INTO system_settings (key, value) VALUES \
        ('mfa', '{\"enabled\":true,\"required\":false,\"gracePeriodDays\":30}')";
    m.get_connection().execute_unprepared(record).await.map(drop)
}
