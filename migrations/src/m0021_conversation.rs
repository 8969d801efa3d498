//! Edits and removals of posts, their pictures, mentions, reports, articles, and the search index
//! (communities.md C-077 to C-093, C-135 to C-137; gaps G-018, G-079 to G-081).

use crate::columns::*;
use crate::m0021_words;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0021_conversation"
    }
}

const TABLES: [&str; 9] = [
    "article_drafts",
    "article_views",
    "article_reactions",
    "article_likes",
    "article_comments",
    "articles",
    "reports",
    "post_images",
    "post_mentions",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        posts(m).await?;
        reports(m).await?;
        articles(m).await?;
        beside_articles(m).await?;
        m0021_words::up(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        m0021_words::down(m).await?;
        drop_all(m, &TABLES).await?;
        for column in ["removal_reason", "removed_by", "removed_at", "deleted"] {
            let gone = Table::alter()
                .table(Alias::new("posts"))
                .drop_column(Alias::new(column))
                .to_owned();
            m.alter_table(gone).await?;
        }
        Ok(())
    }
}

async fn posts(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    // A post with replies stays as a placeholder: deleted by its author (`deleted`) or removed by
    // moderators, with their reason.
    for mut column in [
        flag("deleted", false),
        time_null("removed_at"),
        id_null("removed_by"),
        text_null("removal_reason"),
    ] {
        let more = Table::alter().table(Alias::new("posts")).add_column(&mut column).to_owned();
        m.alter_table(more).await?;
    }
    table("post_mentions", vec![id("post_id"), id("user_id"), time("created_at")])
        .keyed_by(&["post_id", "user_id"])
        .belongs("post_id", "posts")
        .belongs("user_id", "users")
        .make(m)
        .await?;
    index(m, false, "post_mentions_user", "post_mentions", &["user_id"]).await?;
    // A picture without a post belongs to its uploader until it is deleted.
    table(
        "post_images",
        vec![
            key("id"),
            id("community_id"),
            id_null("uploader_id"),
            id_null("post_id"),
            number("place", 0),
            text("address"),
            number("width", 0),
            number("height", 0),
            time("created_at"),
        ],
    )
    .belongs("community_id", "communities")
    .mentions("uploader_id", "users")
    .mentions("post_id", "posts")
    .make(m)
    .await?;
    index(m, false, "post_images_post", "post_images", &["post_id"]).await?;
    index(m, false, "post_images_community", "post_images", &["community_id"]).await?;
    let unused = Expr::col(Alias::new("post_id")).is_null();
    index_where(m, false, "post_images_unused", "post_images", &["created_at"], unused).await
}

async fn reports(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    // No foreign key to the reported content: the report outlives it, without its text.
    table(
        "reports",
        vec![
            key("id"),
            id("community_id"),
            text("subject_kind"),
            id("subject_id"),
            id_null("subject_author_id"),
            id_null("reporter_id"),
            text("reason"),
            text_or("status", "open"),
            time("created_at"),
            id_null("handled_by"),
            time_null("handled_at"),
        ],
    )
    .belongs("community_id", "communities")
    .mentions("subject_author_id", "users")
    .mentions("reporter_id", "users")
    .mentions("handled_by", "users")
    .one_of("subject_kind", &["post", "article"])
    .one_of("status", &["open", "resolved", "dismissed"])
    .make(m)
    .await?;
    let open = Expr::col(Alias::new("status")).eq("open");
    let once = ["subject_id", "reporter_id"];
    index_where(m, true, "reports_once", "reports", &once, open).await?;
    let queue = ["community_id", "status", "created_at", "id"];
    index(m, false, "reports_queue", "reports", &queue).await?;
    index(m, false, "reports_status", "reports", &["status", "created_at", "id"]).await
}

async fn articles(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "articles",
        vec![
            key("id"),
            id("community_id"),
            id_null("author_id"),
            text("title"),
            text("content"),
            flag("shared", false),
            flag("flagged_for_review", false),
            flag("is_edited", false),
            number("views", 0),
            number("likes", 0),
            number("comment_count", 0),
            text_null("idempotency_key"),
            time("created"),
            time("last_updated"),
        ],
    )
    .belongs("community_id", "communities")
    .mentions("author_id", "users")
    .counted("views")
    .counted("likes")
    .counted("comment_count")
    .make(m)
    .await?;
    index(m, false, "articles_community", "articles", &["community_id", "created", "id"]).await?;
    index(m, false, "articles_author", "articles", &["author_id"]).await
}

async fn beside_articles(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "article_comments",
        vec![
            key("id"),
            id("community_id"),
            id("article_id"),
            id_null("author_id"),
            text("content"),
            text_null("idempotency_key"),
            time("created"),
        ],
    )
    .belongs("community_id", "communities")
    .belongs("article_id", "articles")
    .mentions("author_id", "users")
    .make(m)
    .await?;
    let in_order = ["article_id", "created", "id"];
    index(m, false, "article_comments_article", "article_comments", &in_order).await?;
    index(m, false, "article_comments_author", "article_comments", &["author_id"]).await?;
    table("article_likes", vec![id("article_id"), id("user_id"), time("created_at")])
        .keyed_by(&["article_id", "user_id"])
        .belongs("article_id", "articles")
        .belongs("user_id", "users")
        .make(m)
        .await?;
    index(m, false, "article_likes_user", "article_likes", &["user_id"]).await?;
    let reaction = vec![id("article_id"), id("user_id"), text("emoji"), time("created_at")];
    table("article_reactions", reaction)
        .keyed_by(&["article_id", "user_id", "emoji"])
        .belongs("article_id", "articles")
        .belongs("user_id", "users")
        .make(m)
        .await?;
    index(m, false, "article_reactions_user", "article_reactions", &["user_id"]).await?;
    table("article_views", vec![id("article_id"), id("user_id"), text("day")])
        .keyed_by(&["article_id", "user_id", "day"])
        .belongs("article_id", "articles")
        .belongs("user_id", "users")
        .make(m)
        .await?;
    drafts(m).await
}

async fn drafts(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "article_drafts",
        vec![
            key("id"),
            id("author_id"),
            id("community_id"),
            // None while the article does not exist yet.
            id_null("article_id"),
            text("title"),
            text("content"),
            time("updated_at"),
        ],
    )
    .belongs("author_id", "users")
    .belongs("community_id", "communities")
    .belongs("article_id", "articles")
    .make(m)
    .await?;
    let column = || Expr::col(Alias::new("article_id"));
    let of_new = ["author_id", "community_id"];
    let table = "article_drafts";
    index_where(m, true, "article_drafts_new", table, &of_new, column().is_null()).await?;
    let of_old = ["author_id", "article_id"];
    index_where(m, true, "article_drafts_old", table, &of_old, column().is_not_null()).await
}
