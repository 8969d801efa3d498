//! Staff tools: waitlist, security alerts, history of the legal documents, and an append-only audit
//! log (accounts.md; gaps G-123).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0009_staff"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        waitlist(m).await?;
        alerts(m).await?;
        documents(m).await?;
        index(m, false, "audit_log_created_at", "audit_log", &["created_at", "id"]).await?;
        index(m, false, "audit_log_actor", "audit_log", &["actor_id", "created_at"]).await?;
        index(m, false, "invite_codes_created_at", "invite_codes", &["created_at", "id"]).await?;
        run(m, SHUT_SQLITE, SHUT_POSTGRES).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        run(m, OPEN_SQLITE, OPEN_POSTGRES).await?;
        for (name, table) in [
            ("invite_codes_created_at", "invite_codes"),
            ("audit_log_actor", "audit_log"),
            ("audit_log_created_at", "audit_log"),
        ] {
            m.drop_index(Index::drop().name(name).table(Alias::new(table)).to_owned()).await?;
        }
        let tables =
            ["portal_legal_additions", "platform_content_versions", "security_alerts", "waitlist"];
        drop_all(m, &tables).await
    }
}

async fn waitlist(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "waitlist",
        vec![
            key("id"),
            text("entry_id"),
            text("email"),
            text("full_name"),
            text("how_did_you_hear"),
            json("verified_circles"),
            text("organizations"),
            json("verification_methods"),
            text_null("what_interested"),
            text_null("help_create"),
            text_null("location"),
            text_null("onboarding_conversation"),
            text_or("status", "pending"),
            text_null("user_agent"),
            number("submission_count", 1),
            time("submitted_at"),
            time_null("decided_at"),
            id_null("decided_by"),
            text_null("decision_reason"),
            id_null("invite_code_id"),
        ],
    )
    .mentions("decided_by", "users")
    .mentions("invite_code_id", "invite_codes")
    .one_of("status", &["pending", "invited", "declined"])
    .one_of("help_create", &["yes", "maybe", "not now"])
    .one_of("onboarding_conversation", &["yes", "maybe", "no"])
    .make(m)
    .await?;
    // Waitlist entries are unique by address; `entry_id` is only a display value and may collide.
    index(m, true, "waitlist_email", "waitlist", &["email"]).await?;
    index(m, false, "waitlist_status", "waitlist", &["status", "submitted_at", "id"]).await?;
    index(m, false, "waitlist_submitted_at", "waitlist", &["submitted_at", "id"]).await
}

async fn alerts(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "security_alerts",
        vec![
            key("id"),
            text("raised_by"),
            text("alert_type"),
            text("severity"),
            id_null("user_id"),
            text_null("user_email"),
            flag("user_verified", false),
            text_null("ip_prefix"),
            json("claims"),
            time("received_at"),
        ],
    )
    .mentions("user_id", "users")
    .one_of("raised_by", &["browser", "server"])
    .make(m)
    .await?;
    index(m, false, "security_alerts_received_at", "security_alerts", &["received_at", "id"])
        .await?;
    index(m, false, "security_alerts_user", "security_alerts", &["user_id", "received_at"]).await
}

async fn documents(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "platform_content_versions",
        vec![
            text("key"),
            number("version", 0),
            text("title"),
            text("content"),
            text_null("effective_date"),
            time("published_at"),
            id_null("published_by"),
        ],
    )
    .keyed_by(&["key", "version"])
    .mentions("published_by", "users")
    .make(m)
    .await?;
    let kept = "INSERT INTO platform_content_versions \
        (key, version, title, content, effective_date, published_at, published_by) \
        SELECT key, version, title, content, effective_date, last_updated, updated_by \
        FROM platform_content";
    m.get_connection().execute_unprepared(kept).await?;
    table(
        "portal_legal_additions",
        vec![
            id("affiliation_id"),
            text("key"),
            text("content"),
            number("version", 0),
            time("last_updated"),
            id_null("updated_by"),
        ],
    )
    .keyed_by(&["affiliation_id", "key"])
    .belongs("affiliation_id", "affiliations")
    .mentions("updated_by", "users")
    .one_of("key", &["terms-of-service", "privacy-policy", "community-guidelines"])
    .make(m)
    .await
}

/// Audit log rows can only be added, by every database role.
const SHUT_SQLITE: &[&str] = &[
    "CREATE TRIGGER audit_log_unchanged BEFORE UPDATE ON audit_log \
     BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
    "CREATE TRIGGER audit_log_kept BEFORE DELETE ON audit_log \
     BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END",
];
const SHUT_POSTGRES: &[&str] = &[
    "CREATE FUNCTION audit_log_refuse() RETURNS trigger LANGUAGE plpgsql AS \
     $$ BEGIN RAISE EXCEPTION 'the audit log is append-only'; END $$",
    "CREATE TRIGGER audit_log_kept BEFORE UPDATE OR DELETE ON audit_log \
     FOR EACH ROW EXECUTE FUNCTION audit_log_refuse()",
];
const OPEN_SQLITE: &[&str] = &["DROP TRIGGER audit_log_kept", "DROP TRIGGER audit_log_unchanged"];
const OPEN_POSTGRES: &[&str] =
    &["DROP TRIGGER audit_log_kept ON audit_log", "DROP FUNCTION audit_log_refuse()"];

async fn run(m: &SchemaManager<'_>, sqlite: &[&str], postgres: &[&str]) -> Result<(), DbErr> {
    let is_postgres = m.get_database_backend() == sea_orm_migration::sea_orm::DbBackend::Postgres;
    for statement in if is_postgres { postgres } else { sqlite } {
        m.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}
