//! Communities, their members, threads and posts (communities.md).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0004_communities"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        communities(m).await?;
        membership(m).await?;
        conversation(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(
            m,
            &[
                "community_read_status",
                "post_likes",
                "posts",
                "threads",
                "membership_events",
                "member_timeouts",
                "community_members",
                "community_affiliations",
                "communities",
            ],
        )
        .await
    }
}

async fn communities(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "communities",
        vec![
            key("id"),
            text("name"),
            text("description"),
            text("group_type"),
            text("visibility"),
            flag("require_all_affiliations", false),
            text_or("status", "active"),
            time_null("paused_until"),
            text_null("pause_reason"),
            flag("deletion_pending", false),
            id_null("deletion_requested_by"),
            time_null("deletion_requested_at"),
            id_null("deletion_approved_by"),
            time_null("deletion_scheduled_for"),
            flag("is_default_community", false),
            id_null("creator_id"),
            flag("created_by_staff", false),
            number("member_count", 0),
            number("total_threads", 0),
            number("total_posts", 0),
            time("created"),
            time("last_updated"),
        ],
    )
    .mentions("creator_id", "users")
    .one_of("group_type", &["community", "trust-circle"])
    .one_of("visibility", &["public", "private", "affiliations"])
    .one_of("status", &["active", "paused"])
    .counted("member_count")
    .counted("total_posts")
    .make(m)
    .await?;
    index(m, false, "communities_recent", "communities", &["last_updated", "id"]).await?;
    index(m, false, "communities_creator", "communities", &["creator_id"]).await?;
    table("community_affiliations", vec![id("community_id"), id("affiliation_id")])
        .keyed_by(&["community_id", "affiliation_id"])
        .belongs("community_id", "communities")
        .belongs("affiliation_id", "affiliations")
        .make(m)
        .await?;
    index(
        m,
        false,
        "community_affiliations_affiliation",
        "community_affiliations",
        &["affiliation_id"],
    )
    .await
}

async fn membership(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "community_members",
        vec![id("community_id"), id("user_id"), text_or("role", "member"), time("joined_at")],
    )
    .keyed_by(&["community_id", "user_id"])
    .belongs("community_id", "communities")
    .belongs("user_id", "users")
    .one_of("role", &["member", "trustee", "admin"])
    .make(m)
    .await?;
    index(m, false, "community_members_user", "community_members", &["user_id", "community_id"])
        .await?;
    table(
        "member_timeouts",
        vec![
            id("community_id"),
            id("user_id"),
            time("end_date"),
            text_null("reason"),
            id_null("set_by"),
            time("created_at"),
        ],
    )
    .keyed_by(&["community_id", "user_id"])
    .belongs("community_id", "communities")
    .belongs("user_id", "users")
    .make(m)
    .await?;
    // No foreign key to the community: the record is kept until the full deletion removes it.
    table(
        "membership_events",
        vec![
            key("id"),
            id("community_id"),
            text("community_name"),
            id("user_id"),
            text("event_type"),
            text("reason"),
            flag("added_by_default", false),
            id_null("staff_id"),
            time("timestamp"),
        ],
    )
    .one_of("event_type", &["joined", "left"])
    .one_of("reason", &["voluntary", "removed", "approved_request"])
    .make(m)
    .await?;
    index(
        m,
        false,
        "membership_events_community",
        "membership_events",
        &["community_id", "timestamp"],
    )
    .await
}

async fn conversation(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "threads",
        vec![
            key("id"),
            id("community_id"),
            text("caption"),
            id_null("created_by"),
            number("numposts", 0),
            id_null("last_post_id"),
            time("created"),
            time("last_updated"),
        ],
    )
    .belongs("community_id", "communities")
    .mentions("created_by", "users")
    .counted("numposts")
    .make(m)
    .await?;
    index(m, false, "threads_recent", "threads", &["community_id", "last_updated", "id"]).await?;
    table(
        "posts",
        vec![
            key("id"),
            id("community_id"),
            id("thread_id"),
            id_null("author_id"),
            id_null("parent_post_id"),
            text("content"),
            number("likes", 0),
            number("reply_count", 0),
            flag("is_edited", false),
            text_null("idempotency_key"),
            time("created"),
            time_null("edited_at"),
        ],
    )
    .belongs("community_id", "communities")
    .belongs("thread_id", "threads")
    .mentions("author_id", "users")
    .belongs("parent_post_id", "posts")
    .counted("likes")
    .counted("reply_count")
    .make(m)
    .await?;
    index(m, false, "posts_thread", "posts", &["thread_id", "created", "id"]).await?;
    index(m, false, "posts_community", "posts", &["community_id", "created"]).await?;
    index(m, false, "posts_parent", "posts", &["parent_post_id"]).await?;
    index(m, false, "posts_author", "posts", &["author_id"]).await?;
    table("post_likes", vec![id("post_id"), id("user_id"), time("created_at")])
        .keyed_by(&["post_id", "user_id"])
        .belongs("post_id", "posts")
        .belongs("user_id", "users")
        .make(m)
        .await?;
    table("community_read_status", vec![id("user_id"), id("community_id"), time("last_read_at")])
        .keyed_by(&["user_id", "community_id"])
        .belongs("user_id", "users")
        .belongs("community_id", "communities")
        .make(m)
        .await
}
