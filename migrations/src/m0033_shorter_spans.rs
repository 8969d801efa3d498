//! Spans of some 128 posts in place of 512 (`m0031_spans`). Who looks for the newest posts of a word reads whole
//! spans of each of their communities, of most of which a page shows little: the longer a span, the more of what
//! was found there is thrown away.
//!
//! What was said before stays in the span that it is in: to move it would write every post anew, and a search
//! reads it only until there are new ones.
//!
//! On PostgreSQL alone, as the spans are.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0033_shorter_spans"
    }
}

/// Which post begins a span is drawn by its id, as before.
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
