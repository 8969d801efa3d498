//! Polls of posts: their options, and the votes of members.

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0077_polls"
    }
}

fn posts() -> TableAlterStatement {
    Table::alter().table(Alias::new("posts")).take()
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        // Pages without polls need no query for them.
        m.alter_table(posts().add_column(flag("has_poll", false)).take()).await?;
        let poll = vec![
            key("id"),
            id("post_id"),
            flag("multiple", false),
            flag("secret", false),
            time_null("closes_at"),
            time_null("closed_at"),
            number("voters", 0),
            time("created_at"),
        ];
        table("polls", poll).belongs("post_id", "posts").counted("voters").make(m).await?;
        index(m, true, "polls_post", "polls", &["post_id"]).await?;
        let option =
            vec![key("id"), id("poll_id"), number("position", 0), text("text"), number("votes", 0)];
        table("poll_options", option).belongs("poll_id", "polls").counted("votes").make(m).await?;
        index(m, true, "poll_options_poll", "poll_options", &["poll_id", "position"]).await?;
        let vote = vec![id("poll_id"), id("option_id"), id("user_id"), time("created_at")];
        table("poll_votes", vote)
            .keyed_by(&["option_id", "user_id"])
            .belongs("poll_id", "polls")
            .belongs("option_id", "poll_options")
            .belongs("user_id", "users")
            .make(m)
            .await?;
        index(m, false, "poll_votes_poll", "poll_votes", &["poll_id", "user_id"]).await?;
        index(m, false, "poll_votes_user", "poll_votes", &["user_id"]).await?;
        let by_time = ["option_id", "created_at", "user_id"];
        index(m, false, "poll_votes_option", "poll_votes", &by_time).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        drop_all(m, &["poll_votes", "poll_options", "polls"]).await?;
        m.alter_table(posts().drop_column(Alias::new("has_poll")).take()).await
    }
}
