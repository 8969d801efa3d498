//! Buckets of about 128 posts instead of 512 (`m0031_spans`). A search for the newest posts with a
//! word reads whole buckets of each community, but a page shows few of the results: longer buckets
//! waste more.
//!
//! Existing posts stay in their buckets: moving them would rewrite every post, and a search reads
//! them only until there are newer ones.
//!
//! PostgreSQL only, like the buckets.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0033_shorter_spans"
    }
}

/// The first post of a bucket is chosen by its id, as before.
fn drawn_sql(begins: &str) -> String {
    format!(
        "CREATE OR REPLACE FUNCTION place_in_span() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
           NEW.span := (SELECT s.span FROM post_spans s WHERE s.community_id = NEW.community_id \
             ORDER BY s.span DESC LIMIT 1); \
           IF NEW.span IS NULL OR ({begins}) THEN \
             NEW.span := nextval('post_span_numbers'); \
             INSERT INTO post_spans (community_id, span, began) \
             VALUES (NEW.community_id, NEW.span, NEW.created); \
           END IF; \
           RETURN NEW; END $$"
    )
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        draw(m, "get_byte(uuid_send(NEW.id), 15) % 128 = 0").await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let one_in_512 =
            "get_byte(uuid_send(NEW.id), 15) = 0 AND get_byte(uuid_send(NEW.id), 14) % 2 = 0";
        draw(m, one_in_512).await
    }
}

async fn draw(m: &SchemaManager<'_>, begins: &str) -> Result<(), DbErr> {
    if m.get_database_backend() == DbBackend::Postgres {
        m.get_connection().execute_unprepared(&drawn_sql(begins)).await?;
    }
    Ok(())
}
