//! Lifecycle of communities: joining, notification settings, deletion (communities.md C-041 to
//! C-071, gaps G-032, G-083, G-087, G-088, G-105).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0020_community_life"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        add(m, "communities", text_null("private_code")).await?;
        add(m, "communities", time_null("private_code_created")).await?;
        add(m, "communities", flag("members_may_start_threads", false)).await?;
        add(m, "communities", flag("history_from_join", true)).await?;
        // Deletion has started: the community is invisible, and its rows are deleted in chunks.
        add(m, "communities", flag("is_gone", false)).await?;
        add(m, "community_members", flag("added_by_default", false)).await?;
        index(m, true, "communities_private_code", "communities", &["private_code"]).await?;
        join_requests(m).await?;
        announcements(m).await?;
        preferences(m).await?;
        deletions(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let tables =
            ["scheduled_deletions", "member_notice_preferences", "announcements", "join_requests"];
        drop_all(m, &tables).await?;
        let code = Index::drop().name("communities_private_code").table("communities").to_owned();
        m.drop_index(code).await?;
        drop(m, "community_members", "added_by_default").await?;
        for column in [
            "is_gone",
            "history_from_join",
            "members_may_start_threads",
            "private_code_created",
            "private_code",
        ] {
            drop(m, "communities", column).await?;
        }
        Ok(())
    }
}

async fn join_requests(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "join_requests",
        vec![
            key("id"),
            id("community_id"),
            id("user_id"),
            text("message"),
            text_or("status", "pending"),
            id_null("admin_user_id"),
            text_null("admin_message"),
            time("created_at"),
            time("updated_at"),
        ],
    )
    .belongs("community_id", "communities")
    .belongs("user_id", "users")
    .mentions("admin_user_id", "users")
    .one_of("status", &["pending", "approved", "rejected"])
    .make(m)
    .await?;
    let is_pending = Expr::col(Alias::new("status")).eq("pending");
    let one = ["community_id", "user_id"];
    index_where(m, true, "join_requests_pending", "join_requests", &one, is_pending).await?;
    let newest = ["community_id", "created_at", "id"];
    index(m, false, "join_requests_community", "join_requests", &newest).await?;
    let own = ["user_id", "created_at", "id"];
    index(m, false, "join_requests_user", "join_requests", &own).await
}

async fn announcements(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "announcements",
        vec![
            key("id"),
            id("community_id"),
            id_null("author_id"),
            text("content"),
            flag("is_active", true),
            flag("is_pinned", false),
            time_null("starts_at"),
            time("created_at"),
            time_null("ended_at"),
        ],
    )
    .belongs("community_id", "communities")
    .mentions("author_id", "users")
    .make(m)
    .await?;
    let is_pinned = Expr::col(Alias::new("is_pinned")).eq(true);
    let one = ["community_id"];
    index_where(m, true, "announcements_pinned", "announcements", &one, is_pinned).await?;
    let newest = ["community_id", "created_at", "id"];
    index(m, false, "announcements_community", "announcements", &newest).await?;
    index(m, false, "announcements_author", "announcements", &["author_id"]).await
}

async fn preferences(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table("member_notice_preferences", vec![id("community_id"), id("user_id"), text("preference")])
        .keyed_by(&["community_id", "user_id"])
        .belongs("community_id", "communities")
        .belongs("user_id", "users")
        .one_of("preference", &["all", "mentions", "mute"])
        .make(m)
        .await
}

/// No foreign key to the community: a record without a community is found and removed.
async fn deletions(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "scheduled_deletions",
        vec![
            key("community_id"),
            time("scheduled_for"),
            time_null("warned_at"),
            time("created_at"),
        ],
    )
    .make(m)
    .await?;
    index(m, false, "scheduled_deletions_due", "scheduled_deletions", &["scheduled_for"]).await
}

async fn add(m: &SchemaManager<'_>, table: &str, mut column: ColumnDef) -> Result<(), DbErr> {
    m.alter_table(Table::alter().table(Alias::new(table)).add_column(&mut column).take()).await
}

async fn drop(m: &SchemaManager<'_>, table: &str, column: &str) -> Result<(), DbErr> {
    let gone = Table::alter().table(Alias::new(table)).drop_column(Alias::new(column)).to_owned();
    m.alter_table(gone).await
}
