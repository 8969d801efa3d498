//! Search index of posts, articles and communities, maintained by database triggers, so that no
//! write can bypass it. Each text is indexed together with its community, as a term that cannot be
//! typed: a search within communities reads only their entries.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

pub(crate) async fn up(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let statements: &[&str] = match m.get_database_backend() {
        DbBackend::Postgres => &POSTGRES,
        _ => &SQLITE,
    };
    run(m, statements).await
}

pub(crate) async fn down(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let statements: &[&str] = match m.get_database_backend() {
        DbBackend::Postgres => &NO_POSTGRES,
        _ => &NO_SQLITE,
    };
    run(m, statements).await
}

async fn run(m: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    for statement in statements {
        m.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}

/// Tags are not indexed, and words joined by punctuation are separate words.
const POSTGRES: [&str; 9] = [
    "CREATE FUNCTION words_of(said text, place uuid) RETURNS tsvector \
     LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ \
       SELECT to_tsvector('simple'::regconfig, \
         regexp_replace(said, '<[^>]*>|[-./@:_#]+', ' ', 'g')) \
       || array_to_tsvector(ARRAY[':' || replace(place::text, '-', '')]) $$",
    "CREATE INDEX posts_words ON posts USING gin (words_of(content, community_id)) \
     WHERE removed_at IS NULL",
    "CREATE INDEX articles_words ON articles \
     USING gin (words_of(title || ' ' || content, community_id))",
    "CREATE INDEX communities_words ON communities \
     USING gin (words_of(name || ' ' || description, id))",
    "CREATE INDEX communities_name ON communities (lower(name) text_pattern_ops)",
    "CREATE INDEX users_first_name ON users (lower(first_name) text_pattern_ops)",
    "CREATE INDEX users_last_name ON users (lower(last_name) text_pattern_ops)",
    "CREATE INDEX users_full_name ON users (lower(first_name || ' ' || last_name) text_pattern_ops)",
    "CREATE INDEX handles_beginning ON handles (handle text_pattern_ops)",
];

const NO_POSTGRES: [&str; 9] = [
    "DROP INDEX handles_beginning",
    "DROP INDEX users_full_name",
    "DROP INDEX users_last_name",
    "DROP INDEX users_first_name",
    "DROP INDEX communities_name",
    "DROP INDEX communities_words",
    "DROP INDEX articles_words",
    "DROP INDEX posts_words",
    "DROP FUNCTION words_of(text, uuid)",
];

/// An indexed text has its own row number, because the row number in its table may change.
const SQLITE: [&str; 14] = [
    "CREATE TABLE search_rows (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE)",
    "CREATE VIRTUAL TABLE search_words USING fts5(place, said, content = '', \
     contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 0')",
    "CREATE TRIGGER posts_said AFTER INSERT ON posts BEGIN \
       INSERT INTO search_rows (id) VALUES (NEW.id); \
       INSERT INTO search_words (rowid, place, said) SELECT number, lower(hex(NEW.community_id)), \
         NEW.content FROM search_rows WHERE id = NEW.id; END",
    "CREATE TRIGGER posts_said_again AFTER UPDATE OF content ON posts BEGIN \
       DELETE FROM search_words WHERE rowid = (SELECT number FROM search_rows WHERE id = NEW.id); \
       INSERT INTO search_words (rowid, place, said) SELECT number, lower(hex(NEW.community_id)), \
         NEW.content FROM search_rows WHERE id = NEW.id; END",
    "CREATE TRIGGER posts_unsaid AFTER DELETE ON posts BEGIN \
       DELETE FROM search_words WHERE rowid = (SELECT number FROM search_rows WHERE id = OLD.id); \
       DELETE FROM search_rows WHERE id = OLD.id; END",
    "CREATE TRIGGER articles_said AFTER INSERT ON articles BEGIN \
       INSERT INTO search_rows (id) VALUES (NEW.id); \
       INSERT INTO search_words (rowid, place, said) SELECT number, lower(hex(NEW.community_id)), \
         NEW.title || ' ' || NEW.content FROM search_rows WHERE id = NEW.id; END",
    "CREATE TRIGGER articles_said_again AFTER UPDATE OF title, content ON articles BEGIN \
       DELETE FROM search_words WHERE rowid = (SELECT number FROM search_rows WHERE id = NEW.id); \
       INSERT INTO search_words (rowid, place, said) SELECT number, lower(hex(NEW.community_id)), \
         NEW.title || ' ' || NEW.content FROM search_rows WHERE id = NEW.id; END",
    "CREATE TRIGGER articles_unsaid AFTER DELETE ON articles BEGIN \
       DELETE FROM search_words WHERE rowid = (SELECT number FROM search_rows WHERE id = OLD.id); \
       DELETE FROM search_rows WHERE id = OLD.id; END",
    "CREATE TRIGGER communities_said AFTER INSERT ON communities BEGIN \
       INSERT INTO search_rows (id) VALUES (NEW.id); \
       INSERT INTO search_words (rowid, place, said) SELECT number, lower(hex(NEW.id)), \
         NEW.name || ' ' || NEW.description FROM search_rows WHERE id = NEW.id; END",
    "CREATE TRIGGER communities_said_again AFTER UPDATE OF name, description ON communities BEGIN \
       DELETE FROM search_words WHERE rowid = (SELECT number FROM search_rows WHERE id = NEW.id); \
       INSERT INTO search_words (rowid, place, said) SELECT number, lower(hex(NEW.id)), \
         NEW.name || ' ' || NEW.description FROM search_rows WHERE id = NEW.id; END",
    "CREATE TRIGGER communities_unsaid AFTER DELETE ON communities BEGIN \
       DELETE FROM search_words WHERE rowid = (SELECT number FROM search_rows WHERE id = OLD.id); \
       DELETE FROM search_rows WHERE id = OLD.id; END",
    "INSERT INTO search_rows (id) SELECT id FROM posts UNION ALL SELECT id FROM communities",
    "INSERT INTO search_words (rowid, place, said) SELECT r.number, lower(hex(p.community_id)), \
       p.content FROM posts p JOIN search_rows r ON r.id = p.id",
    "INSERT INTO search_words (rowid, place, said) SELECT r.number, lower(hex(c.id)), \
       c.name || ' ' || c.description FROM communities c JOIN search_rows r ON r.id = c.id",
];

const NO_SQLITE: [&str; 11] = [
    "DROP TRIGGER communities_unsaid",
    "DROP TRIGGER communities_said_again",
    "DROP TRIGGER communities_said",
    "DROP TRIGGER articles_unsaid",
    "DROP TRIGGER articles_said_again",
    "DROP TRIGGER articles_said",
    "DROP TRIGGER posts_unsaid",
    "DROP TRIGGER posts_said_again",
    "DROP TRIGGER posts_said",
    "DROP TABLE search_words",
    "DROP TABLE search_rows",
];
