//! Cords between users, vouches and introductions (communities.md C-102 to C-111, gaps G-084 to
//! G-086), and the positions of consumers of the event log.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0053_cords"
    }
}

const TABLES: [&str; 8] = [
    "introductions",
    "vouches",
    "cord_settings",
    "cord_active_weeks",
    "cord_group_joins",
    "cord_counted_activities",
    "cords",
    "event_consumers",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // Events of a kind are kept until its consumer has counted them.
        let columns =
            vec![text_key("name"), text("kind"), number("position", 0), time("updated_at")];
        table("event_consumers", columns).counted("position").make(m).await?;
        cords(m).await?;
        counting(m).await?;
        vouches(m).await?;
        introductions(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &TABLES).await
    }
}

async fn cords(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        // Both user ids, sorted and joined (C-102).
        text_key("id"),
        id("user_a"),
        id("user_b"),
        ColumnDef::new(Alias::new("total_strength")).double().not_null().default(0.0).take(),
        flag("is_active", false),
        // By type: strength, times and counts.
        json("threads"),
        // Last reply of either user to the other, until it is answered.
        time_null("reply_a_at"),
        time_null("reply_b_at"),
        time("created_at"),
        time("last_updated"),
        time("last_decay_applied"),
        // Activity until this time does not count.
        time_null("erased_at"),
    ];
    let total = || Expr::col(Alias::new("total_strength"));
    table("cords", columns)
        .belongs("user_a", "users")
        .belongs("user_b", "users")
        .holds(Expr::col(Alias::new("user_a")).lt(Expr::col(Alias::new("user_b"))))
        .holds(total().gte(0.0).and(total().lte(100.0)))
        .make(m)
        .await?;
    index(m, false, "cords_of_user_a", "cords", &["user_a", "total_strength", "id"]).await?;
    index(m, false, "cords_of_user_b", "cords", &["user_b", "total_strength", "id"]).await?;
    index(m, false, "cords_decay", "cords", &["last_decay_applied", "id"]).await?;
    let columns = vec![
        key("user_id"),
        flag("enabled", true),
        flag("shows_vouches", true),
        // Activity until this time does not count.
        time_null("enabled_at"),
        time("updated_at"),
    ];
    table("cord_settings", columns).belongs("user_id", "users").make(m).await
}

async fn counting(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![text_key("activity_key"), time("expires_at")];
    table("cord_counted_activities", columns).make(m).await?;
    let expiry = ["expires_at"];
    index(m, false, "cord_counted_activities_expiry", "cord_counted_activities", &expiry).await?;
    let columns = vec![
        text("group_kind"),
        id("group_id"),
        id("user_id"),
        time("joined_at"),
        // Progress: the last counted member, and the number of counted members.
        id_null("after_id"),
        number("members", 0),
        flag("done", false),
    ];
    table("cord_group_joins", columns)
        .keyed_by(&["group_kind", "group_id", "user_id"])
        .belongs("user_id", "users")
        .one_of("group_kind", &["community", "affiliation"])
        .counted("members")
        .make(m)
        .await?;
    index(m, false, "cord_group_joins_user", "cord_group_joins", &["user_id"]).await?;
    let columns = vec![id("user_id"), time("week")];
    table("cord_active_weeks", columns)
        .keyed_by(&["user_id", "week"])
        .belongs("user_id", "users")
        .make(m)
        .await?;
    index(m, false, "cord_active_weeks_week", "cord_active_weeks", &["week"]).await
}

async fn vouches(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![id("voucher_id"), id("user_id"), time("created_at")];
    table("vouches", columns)
        .keyed_by(&["voucher_id", "user_id"])
        .belongs("voucher_id", "users")
        .belongs("user_id", "users")
        .make(m)
        .await?;
    let list = ["user_id", "created_at", "voucher_id"];
    index(m, false, "vouches_for_user", "vouches", &list).await
}

async fn introductions(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let columns = vec![
        key("id"),
        id("introducer_id"),
        id("person_a"),
        id("person_b"),
        text("message"),
        text_null("answer_a"),
        text_null("answer_b"),
        // Subjects of the notifications that ask for the answers.
        id("notice_a"),
        id("notice_b"),
        text_or("state", "pending"),
        id_null("conversation_id"),
        time("created_at"),
        time("expires_at"),
        time_null("closed_at"),
    ];
    let answers = ["accepted", "declined"];
    table("introductions", columns)
        .belongs("introducer_id", "users")
        .belongs("person_a", "users")
        .belongs("person_b", "users")
        .mentions("conversation_id", "conversations")
        .one_of("answer_a", &answers)
        .one_of("answer_b", &answers)
        .one_of("state", &["pending", "accepted", "declined", "expired"])
        .make(m)
        .await?;
    for column in ["introducer_id", "person_a", "person_b"] {
        let name = format!("introductions_{column}");
        index(m, false, &name, "introductions", &[column, "created_at", "id"]).await?;
    }
    let conversation = ["conversation_id"];
    index(m, false, "introductions_conversation", "introductions", &conversation).await?;
    index(m, false, "introductions_expiry", "introductions", &["state", "expires_at"]).await
}
