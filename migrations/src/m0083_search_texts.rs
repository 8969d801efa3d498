//! Search index of the words that the program makes of each text, equal on both databases: names,
//! captions, titles and contents, with their place, author and time. The program writes the row
//! together with the text. Triggers only forget: words of a text that an earlier program changed, and
//! rows whose text was deleted or removed. A job fills in what is missing.
//!
//! The index of earlier programs stays until no program needs it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0083_search_texts"
    }
}

/// A table with searched texts.
struct Source {
    table: &'static str,
    /// Columns with the texts.
    texts: &'static str,
    /// Columns with the place and the author, if they may change.
    moves: Option<(&'static str, &'static str)>,
    /// Column with the time when a row was removed and is no longer found.
    removed: Option<&'static str>,
}

const SOURCES: [Source; 7] = [
    Source {
        table: "posts",
        texts: "content",
        moves: Some(("community_id", "author_id")),
        removed: Some("removed_at"),
    },
    Source {
        table: "threads",
        texts: "caption",
        moves: Some(("community_id", "created_by")),
        removed: Some("removed_at"),
    },
    Source {
        table: "articles",
        texts: "title, content",
        moves: Some(("community_id", "author_id")),
        removed: None,
    },
    Source {
        table: "announcements",
        texts: "content, location",
        moves: Some(("community_id", "author_id")),
        removed: None,
    },
    Source {
        table: "messages",
        texts: "content",
        moves: Some(("conversation_id", "sender_id")),
        removed: Some("deleted_at"),
    },
    Source { table: "communities", texts: "name, description", moves: None, removed: None },
    Source {
        table: "users",
        texts: "first_name, last_name, location, job_title",
        moves: None,
        removed: None,
    },
];

impl Source {
    /// SQL condition that a text changed.
    fn changed_sql(&self, distinct: &str) -> String {
        let columns = self.texts.split(", ");
        let changed = columns.map(|column| format!("NEW.{column} {distinct} OLD.{column}"));
        changed.collect::<Vec<_>>().join(" OR ")
    }

    fn postgres(&self) -> Vec<String> {
        let Self { table, texts, moves, removed } = self;
        let mut all = vec![
            format!(
                "CREATE TRIGGER {table}_text_changed AFTER UPDATE OF {texts} ON {table} \
                 FOR EACH ROW WHEN ({}) EXECUTE FUNCTION search_text_changed()",
                self.changed_sql("IS DISTINCT FROM")
            ),
            format!(
                "CREATE TRIGGER {table}_text_deleted AFTER DELETE ON {table} \
                 FOR EACH ROW EXECUTE FUNCTION search_text_deleted()"
            ),
        ];
        all.extend(removed.map(|column| {
            format!(
                "CREATE TRIGGER {table}_text_removed AFTER UPDATE OF {column} ON {table} \
                 FOR EACH ROW WHEN (NEW.{column} IS NOT NULL) \
                 EXECUTE FUNCTION search_text_deleted()"
            )
        }));
        all.extend(moves.map(|(place, author)| {
            format!(
                "CREATE TRIGGER {table}_text_moved AFTER UPDATE OF {place}, {author} ON {table} \
                 FOR EACH ROW WHEN (NEW.{place} IS DISTINCT FROM OLD.{place} \
                   OR NEW.{author} IS DISTINCT FROM OLD.{author}) \
                 EXECUTE FUNCTION search_text_moved('{place}', '{author}')"
            )
        }));
        all
    }

    fn sqlite(&self) -> Vec<String> {
        let Self { table, texts, moves, removed } = self;
        let mut all = vec![
            format!(
                "CREATE TRIGGER {table}_text_changed AFTER UPDATE OF {texts} ON {table} \
                 WHEN {} BEGIN UPDATE search_texts SET words = NULL WHERE id = NEW.id; END",
                self.changed_sql("IS NOT")
            ),
            format!(
                "CREATE TRIGGER {table}_text_deleted AFTER DELETE ON {table} BEGIN \
                 DELETE FROM search_texts WHERE id = OLD.id; END"
            ),
        ];
        all.extend(removed.map(|column| {
            format!(
                "CREATE TRIGGER {table}_text_removed AFTER UPDATE OF {column} ON {table} \
                 WHEN NEW.{column} IS NOT NULL BEGIN \
                 DELETE FROM search_texts WHERE id = OLD.id; END"
            )
        }));
        all.extend(moves.map(|(place, author)| {
            format!(
                "CREATE TRIGGER {table}_text_moved AFTER UPDATE OF {place}, {author} ON {table} \
                 WHEN NEW.{place} IS NOT OLD.{place} OR NEW.{author} IS NOT OLD.{author} BEGIN \
                 UPDATE search_texts SET place_id = NEW.{place}, author_id = NEW.{author} \
                 WHERE id = NEW.id; END"
            )
        }));
        all
    }
}

/// Marks of a word: its kind and place, its kind alone for those who may read all, and for posts
/// the span (`m0031_spans`). Messages have no mark for readers of all.
const POSTGRES: [&str; 10] = [
    "CREATE TABLE search_texts (id uuid PRIMARY KEY, kind text NOT NULL, place_id uuid NOT NULL, \
     author_id uuid, created timestamptz NOT NULL, span integer, words text)",
    "CREATE FUNCTION search_terms(kind text, place uuid, span integer, words text) \
     RETURNS tsvector LANGUAGE sql IMMUTABLE AS $$ \
       SELECT coalesce(array_to_tsvector(array_agg(tag.mark || word)), ''::tsvector) \
       FROM unnest(string_to_array(words, ' ')) AS word \
       CROSS JOIN (SELECT kind || split_part(place::text, '-', 5) || ':' AS mark \
           WHERE kind NOT IN ('c', 'u') \
         UNION ALL SELECT kind || ':' WHERE kind <> 'm' \
         UNION ALL SELECT '/' || to_hex(span) || ':' WHERE span IS NOT NULL) AS tag \
       WHERE word <> '' $$",
    "CREATE INDEX search_texts_terms ON search_texts \
     USING gin (search_terms(kind, place_id, span, words)) WITH (fastupdate = off)",
    "CREATE INDEX search_texts_place ON search_texts (place_id, kind, created, id)",
    "CREATE INDEX search_texts_author ON search_texts (author_id, kind, created, id) \
     WHERE author_id IS NOT NULL",
    "CREATE INDEX search_texts_missing ON search_texts (id) WHERE words IS NULL",
    "CREATE FUNCTION search_text_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
       UPDATE search_texts SET words = NULL WHERE id = NEW.id AND words IS NOT NULL; \
       RETURN NULL; END $$",
    "CREATE FUNCTION search_text_deleted() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
       DELETE FROM search_texts WHERE id = OLD.id; RETURN NULL; END $$",
    "CREATE FUNCTION search_text_moved() RETURNS trigger LANGUAGE plpgsql AS $$ \
       DECLARE moved jsonb := to_jsonb(NEW); BEGIN \
       UPDATE search_texts SET place_id = (moved ->> TG_ARGV[0])::uuid, \
         author_id = (moved ->> TG_ARGV[1])::uuid, span = (moved ->> 'span')::integer \
       WHERE id = NEW.id; RETURN NULL; END $$",
    "CREATE FUNCTION search_handle_changed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
       UPDATE search_texts SET words = NULL \
       WHERE id = (CASE WHEN TG_OP = 'DELETE' THEN OLD.user_id ELSE NEW.user_id END) \
         AND words IS NOT NULL; \
       RETURN NULL; END $$",
];

const POSTGRES_HANDLES: &str = "CREATE TRIGGER handles_text_changed AFTER INSERT OR UPDATE OR DELETE ON handles \
     FOR EACH ROW EXECUTE FUNCTION search_handle_changed()";

/// A text is found by its place and by its kind alone with two further words, which cannot be typed.
const SQLITE: [&str; 11] = [
    "CREATE TABLE search_texts (number INTEGER PRIMARY KEY, id uuid_text NOT NULL UNIQUE, \
     kind text NOT NULL, place_id uuid_text NOT NULL, author_id uuid_text, \
     created timestamp_with_timezone_text NOT NULL, words text)",
    "CREATE INDEX search_texts_place ON search_texts (place_id, kind, created, id)",
    "CREATE INDEX search_texts_author ON search_texts (author_id, kind, created, id) \
     WHERE author_id IS NOT NULL",
    "CREATE INDEX search_texts_missing ON search_texts (id) WHERE words IS NULL",
    "CREATE VIRTUAL TABLE search_terms USING fts5(words, content = '', contentless_delete = 1, \
     tokenize = 'ascii', detail = 'none')",
    "CREATE TRIGGER search_texts_added AFTER INSERT ON search_texts WHEN NEW.words IS NOT NULL BEGIN \
       INSERT INTO search_terms (rowid, words) VALUES (NEW.number, NEW.words || ' ' || char(57344) \
         || NEW.kind || ' ' || char(57344) || NEW.kind || lower(hex(NEW.place_id))); END",
    "CREATE TRIGGER search_texts_changed AFTER UPDATE ON search_texts \
       WHEN NEW.words IS NOT OLD.words OR NEW.place_id <> OLD.place_id BEGIN \
       DELETE FROM search_terms WHERE rowid = OLD.number; \
       INSERT INTO search_terms (rowid, words) SELECT NEW.number, NEW.words || ' ' || char(57344) \
         || NEW.kind || ' ' || char(57344) || NEW.kind || lower(hex(NEW.place_id)) \
         WHERE NEW.words IS NOT NULL; END",
    "CREATE TRIGGER search_texts_deleted AFTER DELETE ON search_texts BEGIN \
       DELETE FROM search_terms WHERE rowid = OLD.number; END",
    "CREATE TRIGGER handles_text_added AFTER INSERT ON handles BEGIN \
       UPDATE search_texts SET words = NULL WHERE id = NEW.user_id; END",
    "CREATE TRIGGER handles_text_changed AFTER UPDATE ON handles BEGIN \
       UPDATE search_texts SET words = NULL WHERE id = NEW.user_id; END",
    "CREATE TRIGGER handles_text_deleted AFTER DELETE ON handles BEGIN \
       UPDATE search_texts SET words = NULL WHERE id = OLD.user_id; END",
];

/// Progress of the job that fills in missing rows, for each kind.
const REFILLS: &str = "CREATE TABLE search_refills (kind text PRIMARY KEY, after_id ";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let mut all: Vec<String>;
        if m.get_database_backend() == DbBackend::Postgres {
            all = POSTGRES.iter().map(|statement| (*statement).to_owned()).collect();
            all.extend(SOURCES.iter().flat_map(Source::postgres));
            all.push(POSTGRES_HANDLES.to_owned());
            all.push(format!("{REFILLS} uuid NOT NULL)"));
        } else {
            all = SQLITE.iter().map(|statement| (*statement).to_owned()).collect();
            all.extend(SOURCES.iter().flat_map(Source::sqlite));
            all.push(format!("{REFILLS} uuid_text NOT NULL)"));
        }
        run(m, &all).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let is_postgres = m.get_database_backend() == DbBackend::Postgres;
        let on = |table: &str| if is_postgres { format!(" ON {table}") } else { String::new() };
        let mut all = vec!["DROP TABLE search_refills".to_owned()];
        for Source { table, moves, removed, .. } in SOURCES {
            let mut names = vec!["changed", "deleted"];
            names.extend(removed.map(|_| "removed"));
            names.extend(moves.map(|_| "moved"));
            let drops =
                names.iter().map(|name| format!("DROP TRIGGER {table}_text_{name}{}", on(table)));
            all.extend(drops);
        }
        all.push(format!("DROP TRIGGER handles_text_changed{}", on("handles")));
        let rest: &[&str] = if is_postgres {
            &[
                "DROP FUNCTION search_handle_changed()",
                "DROP FUNCTION search_text_moved()",
                "DROP FUNCTION search_text_deleted()",
                "DROP FUNCTION search_text_changed()",
                "DROP TABLE search_texts",
                "DROP FUNCTION search_terms(text, uuid, integer, text)",
            ]
        } else {
            &[
                "DROP TRIGGER handles_text_added",
                "DROP TRIGGER handles_text_deleted",
                "DROP TABLE search_texts",
                "DROP TABLE search_terms",
            ]
        };
        all.extend(rest.iter().map(|statement| (*statement).to_owned()));
        run(m, &all).await
    }
}

async fn run(m: &SchemaManager<'_>, statements: &[String]) -> Result<(), DbErr> {
    for statement in statements {
        m.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}
