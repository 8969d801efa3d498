//! Shared tables of the servers: outbox, jobs, idempotency keys, rate limits, audit log.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0001_platform"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // The relay assigns `seq` after the commit: a gapless order that every process can follow.
        table(
            "events",
            vec![
                key("id"),
                number_null("seq"),
                text("topic"),
                text("kind"),
                json("payload"),
                time("created_at"),
            ],
        )
        .make(m)
        .await?;
        index(m, true, "events_seq", "events", &["seq"]).await?;
        let waiting = Expr::col(Alias::new("seq")).is_null();
        index_where(m, false, "events_waiting", "events", &["id"], waiting).await?;
        index(m, false, "events_created_at", "events", &["created_at"]).await?;

        table(
            "jobs",
            vec![
                key("id"),
                text("kind"),
                json("payload"),
                text_null("dedupe_key"),
                text("state"),
                time("run_at"),
                number("attempts", 0),
                number("max_attempts", 20),
                text_null("locked_by"),
                time_null("locked_until"),
                text_null("last_error"),
                time("created_at"),
                time_null("finished_at"),
            ],
        )
        .one_of("state", &["ready", "running", "done", "failed"])
        .make(m)
        .await?;
        index(m, false, "jobs_due", "jobs", &["state", "run_at"]).await?;
        index(m, true, "jobs_dedupe_key", "jobs", &["dedupe_key"]).await?;
        keys_and_limits(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["audit_log", "rate_limits", "idempotency_keys", "jobs", "events"]).await
    }
}

async fn keys_and_limits(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "idempotency_keys",
        vec![
            id("user_id"),
            text("key"),
            text("fingerprint"),
            json_null("response"),
            time("created_at"),
        ],
    )
    .keyed_by(&["user_id", "key"])
    .make(m)
    .await?;
    index(m, false, "idempotency_keys_created_at", "idempotency_keys", &["created_at"]).await?;

    table(
        "rate_limits",
        vec![
            text_key("key"),
            number("hits", 0),
            number("fails", 0),
            time("window_start"),
            time_null("blocked_until"),
            time("last_at"),
        ],
    )
    .make(m)
    .await?;

    table(
        "audit_log",
        vec![
            key("id"),
            id_null("actor_id"),
            text("action"),
            text("subject_kind"),
            text("subject_id"),
            json_null("before"),
            json_null("after"),
            text_null("reason"),
            text_null("request_id"),
            time("created_at"),
        ],
    )
    .make(m)
    .await?;
    index(m, false, "audit_log_subject", "audit_log", &["subject_kind", "subject_id", "id"]).await
}
