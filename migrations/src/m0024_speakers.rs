//! Participants of threads: a list of threads shows a few people of each and their number (C-072),
//! which would otherwise require reading all posts. Maintained by database triggers, so that no
//! write can bypass it.

use crate::columns::*;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0024_speakers"
    }
}

/// Initial rows for existing posts.
const FILL: [&str; 2] = [
    "INSERT INTO thread_speakers (thread_id, author_id, spoke_at) \
     SELECT thread_id, author_id, MAX(created) FROM posts \
     WHERE author_id IS NOT NULL AND removed_at IS NULL GROUP BY thread_id, author_id",
    "UPDATE threads SET speakers = (SELECT COUNT(*) FROM thread_speakers s \
     WHERE s.thread_id = threads.id)",
];

/// A deleted post may be its author's last one in the thread; then their previous post replaces it,
/// if there is one. When a whole thread, community or account is deleted, no replacement is
/// searched.
const POSTGRES: [&str; 6] = [
    "CREATE FUNCTION keep_speakers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
       IF TG_OP <> 'INSERT' AND OLD.author_id IS NOT NULL THEN \
         DELETE FROM thread_speakers WHERE thread_id = OLD.thread_id \
           AND author_id = OLD.author_id AND spoke_at <= OLD.created; \
         IF FOUND AND EXISTS (SELECT 1 FROM threads t JOIN communities c ON c.id = t.community_id \
             JOIN users u ON u.id = OLD.author_id \
             WHERE t.id = OLD.thread_id AND c.is_gone = FALSE) THEN \
           INSERT INTO thread_speakers (thread_id, author_id, spoke_at) \
           SELECT p.thread_id, p.author_id, p.created FROM posts p \
           WHERE p.thread_id = OLD.thread_id AND p.author_id = OLD.author_id \
             AND p.removed_at IS NULL ORDER BY p.created DESC LIMIT 1; \
         END IF; \
       END IF; \
       IF TG_OP <> 'DELETE' AND NEW.author_id IS NOT NULL AND NEW.removed_at IS NULL THEN \
         INSERT INTO thread_speakers (thread_id, author_id, spoke_at) \
         VALUES (NEW.thread_id, NEW.author_id, NEW.created) \
         ON CONFLICT (thread_id, author_id) DO UPDATE \
         SET spoke_at = GREATEST(thread_speakers.spoke_at, EXCLUDED.spoke_at); \
       END IF; \
       RETURN NULL; END $$",
    "CREATE TRIGGER posts_speak AFTER INSERT OR DELETE ON posts \
     FOR EACH ROW EXECUTE FUNCTION keep_speakers()",
    "CREATE TRIGGER posts_speak_anew AFTER UPDATE OF removed_at, author_id ON posts \
     FOR EACH ROW EXECUTE FUNCTION keep_speakers()",
    "CREATE FUNCTION count_speakers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
       IF TG_OP = 'INSERT' THEN \
         UPDATE threads SET speakers = speakers + 1 WHERE id = NEW.thread_id; \
       ELSE \
         UPDATE threads SET speakers = speakers - 1 WHERE id = OLD.thread_id; \
       END IF; \
       RETURN NULL; END $$",
    "CREATE TRIGGER speakers_counted AFTER INSERT OR DELETE ON thread_speakers \
     FOR EACH ROW EXECUTE FUNCTION count_speakers()",
    "CREATE INDEX speakers_latest ON thread_speakers (thread_id, spoke_at DESC, author_id)",
];

const NO_POSTGRES: [&str; 5] = [
    "DROP TRIGGER posts_speak_anew ON posts",
    "DROP TRIGGER posts_speak ON posts",
    "DROP TRIGGER speakers_counted ON thread_speakers",
    "DROP FUNCTION keep_speakers()",
    "DROP FUNCTION count_speakers()",
];

const NO_SQLITE: [&str; 7] = [
    "DROP TRIGGER posts_unspeak_all",
    "DROP TRIGGER posts_speak_again",
    "DROP TRIGGER posts_speak_anew",
    "DROP TRIGGER posts_unspeak",
    "DROP TRIGGER posts_speak",
    "DROP TRIGGER speakers_counted",
    "DROP TRIGGER speakers_uncounted",
];

/// The same for SQLite, whose triggers have no functions. `+p.author_id` keeps SQLite from using the
/// index on authors, so that the search walks the thread from its end, in order of time.
fn sqlite() -> Vec<String> {
    let speaks = "INSERT INTO thread_speakers (thread_id, author_id, spoke_at) \
         VALUES (NEW.thread_id, NEW.author_id, NEW.created) \
         ON CONFLICT (thread_id, author_id) DO UPDATE SET spoke_at = MAX(spoke_at, excluded.spoke_at);";
    let gone = "DELETE FROM thread_speakers WHERE thread_id = OLD.thread_id \
         AND author_id = OLD.author_id AND spoke_at <= OLD.created;";
    let before = "INSERT INTO thread_speakers (thread_id, author_id, spoke_at) \
         SELECT p.thread_id, p.author_id, p.created FROM posts p \
         WHERE p.thread_id = OLD.thread_id AND +p.author_id = OLD.author_id \
           AND p.removed_at IS NULL AND NOT EXISTS (SELECT 1 FROM thread_speakers s \
             WHERE s.thread_id = OLD.thread_id AND s.author_id = OLD.author_id) \
         ORDER BY p.created DESC LIMIT 1;";
    let stays = "EXISTS (SELECT 1 FROM threads t JOIN communities c ON c.id = t.community_id \
         JOIN users u ON u.id = OLD.author_id WHERE t.id = OLD.thread_id AND c.is_gone = FALSE)";
    let there = "NEW.author_id IS NOT NULL AND NEW.removed_at IS NULL";
    vec![
        format!("CREATE TRIGGER posts_speak AFTER INSERT ON posts WHEN {there} BEGIN {speaks} END"),
        format!(
            "CREATE TRIGGER posts_unspeak AFTER DELETE ON posts WHEN {stays} BEGIN {gone} {before} END"
        ),
        format!(
            "CREATE TRIGGER posts_unspeak_all AFTER DELETE ON posts WHEN OLD.author_id IS NOT NULL \
             AND NOT {stays} BEGIN {gone} END"
        ),
        format!(
            "CREATE TRIGGER posts_speak_anew AFTER UPDATE OF removed_at, author_id ON posts \
             WHEN {stays} BEGIN {gone} {before} END"
        ),
        format!(
            "CREATE TRIGGER posts_speak_again AFTER UPDATE OF removed_at, author_id ON posts \
             WHEN {there} BEGIN {speaks} END"
        ),
        "CREATE TRIGGER speakers_counted AFTER INSERT ON thread_speakers BEGIN \
         UPDATE threads SET speakers = speakers + 1 WHERE id = NEW.thread_id; END"
            .to_owned(),
        "CREATE TRIGGER speakers_uncounted AFTER DELETE ON thread_speakers BEGIN \
         UPDATE threads SET speakers = speakers - 1 WHERE id = OLD.thread_id; END"
            .to_owned(),
        "CREATE INDEX speakers_latest ON thread_speakers (thread_id, spoke_at DESC, author_id)"
            .to_owned(),
    ]
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let mut speakers = number("speakers", 0);
        m.alter_table(
            Table::alter().table(Alias::new("threads")).add_column(&mut speakers).to_owned(),
        )
        .await?;
        table("thread_speakers", vec![id("thread_id"), id("author_id"), time("spoke_at")])
            .keyed_by(&["thread_id", "author_id"])
            .belongs("thread_id", "threads")
            .belongs("author_id", "users")
            .make(m)
            .await?;
        index(m, false, "speakers_author", "thread_speakers", &["author_id"]).await?;
        let kept = match m.get_database_backend() {
            DbBackend::Postgres => POSTGRES.map(str::to_owned).to_vec(),
            _ => sqlite(),
        };
        run(m, FILL.into_iter().chain(kept.iter().map(String::as_str))).await
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let triggers = match m.get_database_backend() {
            DbBackend::Postgres => NO_POSTGRES.as_slice(),
            _ => &NO_SQLITE,
        };
        run(m, triggers.iter().copied()).await?;
        drop_all(m, &["thread_speakers"]).await?;
        let threads = Alias::new("threads");
        m.alter_table(Table::alter().table(threads).drop_column(Alias::new("speakers")).to_owned())
            .await
    }
}

async fn run<'s>(
    m: &SchemaManager<'_>,
    statements: impl Iterator<Item = &'s str>,
) -> Result<(), DbErr> {
    for statement in statements {
        m.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}
