//! Threads that are closed, pinned or removed, and members who follow or mute them.

use crate::columns::*;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0070_thread_management"
    }
}

fn new_columns() -> [ColumnDef; 7] {
    // The people are named without foreign keys, which would lock the tables.
    [
        time_null("closed_at"),
        id_null("closed_by"),
        text_null("close_reason"),
        // From 1; NULL if the thread is not pinned.
        number_null("pinned_position"),
        // Hides the thread until a job has deleted it.
        time_null("removed_at"),
        id_null("removed_by"),
        text_null("removal_reason"),
    ]
}

/// A post that moves to another community gets the bucket of that community for its time. A post
/// that is older than all buckets gets the first one: a search reads buckets from a time on, and all
/// are later.
const POSTGRES: [&str; 2] = [
    "CREATE FUNCTION place_moved_in_span() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
       NEW.span := COALESCE((SELECT s.span FROM post_spans s \
           WHERE s.community_id = NEW.community_id AND s.began <= NEW.created \
           ORDER BY s.span DESC LIMIT 1), \
         (SELECT MIN(s.span) FROM post_spans s WHERE s.community_id = NEW.community_id)); \
       IF NEW.span IS NULL THEN \
         NEW.span := nextval('post_span_numbers'); \
         INSERT INTO post_spans (community_id, span, began) \
         VALUES (NEW.community_id, NEW.span, NEW.created); \
       END IF; \
       RETURN NEW; END $$",
    "CREATE TRIGGER posts_moved_in_spans BEFORE UPDATE OF community_id ON posts FOR EACH ROW \
     WHEN (OLD.community_id <> NEW.community_id) EXECUTE FUNCTION place_moved_in_span()",
];

const NO_POSTGRES: [&str; 2] =
    ["DROP TRIGGER posts_moved_in_spans ON posts", "DROP FUNCTION place_moved_in_span()"];

/// The search index contains the community of each post.
const SQLITE: [&str; 1] =
    ["CREATE TRIGGER posts_said_elsewhere AFTER UPDATE OF community_id ON posts BEGIN \
       DELETE FROM search_words WHERE rowid = (SELECT number FROM search_rows WHERE id = NEW.id); \
       INSERT INTO search_words (rowid, place, said) SELECT number, lower(hex(NEW.community_id)), \
         NEW.content FROM search_rows WHERE id = NEW.id; END"];

const NO_SQLITE: [&str; 1] = ["DROP TRIGGER posts_said_elsewhere"];

async fn run(m: &SchemaManager<'_>, (postgres, sqlite): (&[&str], &[&str])) -> Result<(), DbErr> {
    let statements = match m.get_database_backend() {
        DbBackend::Postgres => postgres,
        _ => sqlite,
    };
    for statement in statements {
        m.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for mut column in new_columns() {
            m.alter_table(threads().add_column(&mut column).take()).await?;
        }
        let subscription = vec![
            id("user_id"),
            id("thread_id"),
            id("community_id"),
            text("level"),
            time("created_at"),
        ];
        table("thread_subscriptions", subscription)
            .keyed_by(&["user_id", "thread_id"])
            .belongs("user_id", "users")
            .belongs("thread_id", "threads")
            .belongs("community_id", "communities")
            .one_of("level", &["followed", "muted"])
            .make(m)
            .await?;
        let followers = ["thread_id", "level", "user_id"];
        index(m, false, "thread_subscriptions_thread", "thread_subscriptions", &followers).await?;
        let of_member = ["community_id", "user_id"];
        index(m, false, "thread_subscriptions_community", "thread_subscriptions", &of_member)
            .await?;
        run(m, (&POSTGRES, &SQLITE)).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        run(m, (&NO_POSTGRES, &NO_SQLITE)).await?;
        drop_all(m, &["thread_subscriptions"]).await?;
        for column in new_columns() {
            let name = Alias::new(column.get_column_name());
            m.alter_table(threads().drop_column(name).take()).await?;
        }
        Ok(())
    }
}

fn threads() -> TableAlterStatement {
    Table::alter().table(Alias::new("threads")).take()
}
