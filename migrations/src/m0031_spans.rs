//! Search index by community and bucket of posts: a search for the newest posts with a frequent
//! word reads only the last buckets of the user's communities, independent of all other posts. A
//! bucket holds about five hundred consecutive posts of one community.
//!
//! PostgreSQL only: SQLite has its own full-text index, and few concurrent users.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0031_spans"
    }
}

/// A word is indexed once for its community and once for its bucket, cut to the length that can be
/// searched, because a lexeme has a maximum length. The function is not parallel, because starting
/// processes takes longer than any search here. Pending entries of a GIN index would be read by
/// every search, so the pending list is disabled.
///
/// The first post of a bucket is chosen by its id, one in 512, because a counter would be a row
/// that all writers of a community lock. Buckets are numbered globally, in order within a
/// community: shorter numbers make a smaller index.
const UP: [&str; 10] = [
    "CREATE FUNCTION words_within(said text, place uuid, span integer) RETURNS tsvector \
     LANGUAGE sql IMMUTABLE AS $$ \
       SELECT coalesce(array_to_tsvector(array_agg(beside.mark || left(word, 120))), ''::tsvector) \
       FROM unnest(tsvector_to_array(to_tsvector('simple'::regconfig, \
         regexp_replace(said, '<[^>]*>|[-./@:_#]+', ' ', 'g')))) AS word \
       CROSS JOIN (SELECT ':' || split_part(place::text, '-', 5) || ':' AS mark \
         UNION ALL SELECT '/' || to_hex(span) || ':' WHERE span IS NOT NULL) AS beside $$",
    "CREATE SEQUENCE post_span_numbers AS integer",
    "CREATE TABLE post_spans (community_id uuid NOT NULL REFERENCES communities ON DELETE CASCADE, \
     span integer NOT NULL, began timestamptz NOT NULL, PRIMARY KEY (community_id, span))",
    "ALTER TABLE posts ADD COLUMN span integer NOT NULL DEFAULT 0",
    "WITH counted AS (SELECT id, community_id, (row_number() OVER \
         (PARTITION BY community_id ORDER BY created, id) - 1) / 512 AS place FROM posts), \
       numbered AS (SELECT community_id, place, nextval('post_span_numbers') AS span \
         FROM (SELECT DISTINCT community_id, place FROM counted ORDER BY community_id, place) AS told) \
     UPDATE posts SET span = n.span FROM counted c \
     JOIN numbered n ON n.community_id = c.community_id AND n.place = c.place WHERE c.id = posts.id",
    "INSERT INTO post_spans (community_id, span, began) \
     SELECT community_id, span, min(created) FROM posts GROUP BY community_id, span",
    "CREATE FUNCTION place_in_span() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
       NEW.span := (SELECT s.span FROM post_spans s WHERE s.community_id = NEW.community_id \
         ORDER BY s.span DESC LIMIT 1); \
       IF NEW.span IS NULL OR (get_byte(uuid_send(NEW.id), 15) = 0 \
           AND get_byte(uuid_send(NEW.id), 14) % 2 = 0) THEN \
         NEW.span := nextval('post_span_numbers'); \
         INSERT INTO post_spans (community_id, span, began) \
         VALUES (NEW.community_id, NEW.span, NEW.created); \
       END IF; \
       RETURN NEW; END $$",
    "CREATE TRIGGER posts_in_spans BEFORE INSERT ON posts \
     FOR EACH ROW EXECUTE FUNCTION place_in_span()",
    "CREATE INDEX posts_within ON posts USING gin (words_within(content, community_id, span)) \
     WITH (fastupdate = off) WHERE removed_at IS NULL",
    "CREATE INDEX articles_within ON articles USING gin \
     (words_within(title || ' ' || content, community_id, CAST(NULL AS integer))) \
     WITH (fastupdate = off)",
];

const DOWN: [&str; 8] = [
    "DROP INDEX articles_within",
    "DROP INDEX posts_within",
    "DROP TRIGGER posts_in_spans ON posts",
    "DROP FUNCTION place_in_span()",
    "ALTER TABLE posts DROP COLUMN span",
    "DROP TABLE post_spans",
    "DROP SEQUENCE post_span_numbers",
    "DROP FUNCTION words_within(text, uuid, integer)",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        run(m, &UP).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        run(m, &DOWN).await
    }
}

async fn run(m: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    if m.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    for statement in statements {
        m.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}
