//! Profiles, follows and blocks, data export and account deletion (accounts.md, gaps
//! G-071, G-072, G-098, G-122).

use crate::columns::*;
use sea_orm_migration::prelude::*;

pub struct Migration;

/// Folding of look-alike handles: the same as `profiles::handles::looks_like`.
const LOOKS_LIKE: &str = "replace(replace(replace(replace(replace(handle, 'rn', 'm'), 'vv', 'w'), '0', 'o'), '1', 'l'), 'i', 'l')";
/// Sort key of names in the directory.
const NAME: &str = "lower(first_name || ' ' || last_name)";

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0010_people"
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        profile_columns(m).await?;
        handles(m).await?;
        ties(m).await?;
        exports(m).await?;
        directory_indexes(m).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        for index in ["users_by_name", "users_by_joining", "users_by_followers", "users_leaving"] {
            m.drop_index(Index::drop().name(index).table(Alias::new("users")).to_owned()).await?;
        }
        let likes =
            Index::drop().name("post_likes_user").table(Alias::new("post_likes")).to_owned();
        m.drop_index(likes).await?;
        let alike = Index::drop().name("handles_alike").table(Alias::new("handles")).to_owned();
        m.drop_index(alike).await?;
        if m.get_database_backend() == sea_orm::DbBackend::Postgres {
            let c = m.get_connection();
            for index in ["users_words", "users_job_title", "handles_words"] {
                c.execute_unprepared(&format!("DROP INDEX IF EXISTS {index}")).await?;
            }
        }
        drop_all(m, &["data_exports", "blocks", "follows"]).await?;
        drop_column(m, "handles", "looks_like").await?;
        for (column, _) in profile() {
            drop_column(m, "users", column).await?;
        }
        Ok(())
    }
}

fn profile() -> Vec<(&'static str, ColumnDef)> {
    vec![
        ("date_of_birth", text_null("date_of_birth")),
        ("phone_number", text_null("phone_number")),
        ("secondary_email", text_null("secondary_email")),
        ("interests", json_null("interests")),
        ("followers_count", number("followers_count", 0)),
        ("following_count", number("following_count", 0)),
        ("deletion_requested_at", time_null("deletion_requested_at")),
        ("deletion_due_at", time_null("deletion_due_at")),
    ]
}

async fn profile_columns(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    for (_, column) in profile() {
        add_column(m, "users", column).await?;
    }
    Ok(())
}

async fn handles(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    add_column(m, "handles", text_null("looks_like")).await?;
    let fold = format!(
        "UPDATE handles SET looks_like = {LOOKS_LIKE} WHERE NOT EXISTS (SELECT 1 FROM handles o \
         WHERE o.handle < handles.handle AND {} = {})",
        LOOKS_LIKE.replace("(handle,", "(o.handle,"),
        LOOKS_LIKE.replace("(handle,", "(handles.handle,"),
    );
    m.get_connection().execute_unprepared(&fold).await?;
    index(m, true, "handles_alike", "handles", &["looks_like"]).await
}

async fn ties(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table("follows", vec![id("follower_id"), id("followed_id"), time("created_at")])
        .keyed_by(&["follower_id", "followed_id"])
        .belongs("follower_id", "users")
        .belongs("followed_id", "users")
        .make(m)
        .await?;
    index(m, false, "follows_followed", "follows", &["followed_id", "created_at"]).await?;
    table("blocks", vec![id("blocker_id"), id("blocked_id"), time("created_at")])
        .keyed_by(&["blocker_id", "blocked_id"])
        .belongs("blocker_id", "users")
        .belongs("blocked_id", "users")
        .make(m)
        .await?;
    index(m, false, "blocks_blocked", "blocks", &["blocked_id"]).await?;
    index(m, false, "post_likes_user", "post_likes", &["user_id"]).await
}

async fn exports(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    table(
        "data_exports",
        vec![
            key("id"),
            id("user_id"),
            text("state"),
            text_null("blob_key"),
            number("bytes", 0),
            time("created_at"),
            time_null("ready_at"),
            time("expires_at"),
        ],
    )
    .belongs("user_id", "users")
    .one_of("state", &["waiting", "ready"])
    .make(m)
    .await?;
    index(m, true, "data_exports_user", "data_exports", &["user_id"]).await?;
    index(m, false, "data_exports_expires_at", "data_exports", &["expires_at"]).await
}

/// One index for each order of the directory. PostgreSQL also finds parts of words by index if the
/// extension `pg_trgm` is available; otherwise the search reads the rows.
async fn directory_indexes(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let c = m.get_connection();
    c.execute_unprepared(&format!("CREATE INDEX users_by_name ON users (({NAME}), id)")).await?;
    index(m, false, "users_by_joining", "users", &["joined_date", "id"]).await?;
    index(m, false, "users_by_followers", "users", &["followers_count", "id"]).await?;
    let leaving = Expr::col(Alias::new("deletion_due_at")).is_not_null();
    index_where(m, false, "users_leaving", "users", &["deletion_due_at"], leaving).await?;
    if m.get_database_backend() == sea_orm::DbBackend::Postgres {
        c.execute_unprepared(WORD_INDEXES).await?;
    }
    Ok(())
}

const WORD_INDEXES: &str = "DO $$ BEGIN \
     CREATE EXTENSION IF NOT EXISTS pg_trgm; \
     CREATE INDEX users_words ON users USING gin (lower(first_name || ' ' || last_name || ' ' || \
       coalesce(location, '') || ' ' || coalesce(job_title, '')) gin_trgm_ops); \
     CREATE INDEX users_job_title ON users USING gin (lower(coalesce(job_title, '')) gin_trgm_ops); \
     CREATE INDEX handles_words ON handles USING gin (handle gin_trgm_ops); \
   EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN \
     RAISE NOTICE 'pg_trgm is not available: the directory searches without its index'; \
   END $$";

async fn add_column(m: &SchemaManager<'_>, table: &str, column: ColumnDef) -> Result<(), DbErr> {
    let mut column = column;
    m.alter_table(Table::alter().table(Alias::new(table)).add_column(&mut column).take()).await
}

async fn drop_column(m: &SchemaManager<'_>, table: &str, column: &str) -> Result<(), DbErr> {
    let gone = Table::alter().table(Alias::new(table)).drop_column(Alias::new(column)).to_owned();
    m.alter_table(gone).await
}
