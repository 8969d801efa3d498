//! Writes events into the outbox as another process of the product does: several rows in each
//! commit. One `psql` runs all statements, because a process for each would use a core.

use std::ops::Range;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::process::{Child, ChildStdin, ChildStdout, Command};
use tokio::time::timeout;

use crate::postgres::Postgres;

const COMMIT_TIMEOUT: Duration = Duration::from_secs(10);
/// Topics of the members, and as many that no stream follows. Identifiers as in the product.
const TOPICS: &str = "\
    CREATE TABLE bench_topics AS
    SELECT row_number() OVER (ORDER BY id) - 1 AS n, 'user:' || replace(id::text, '-', '') AS topic
    FROM users WHERE email LIKE 'bench%@demo.test';
    INSERT INTO bench_topics
    SELECT n + (SELECT count(*) FROM bench_topics), 'user:' || replace(gen_random_uuid()::text, '-', '')
    FROM bench_topics;
    CREATE INDEX ON bench_topics (n);
    ANALYZE bench_topics;";

/// A session of `psql`.
#[derive(Debug)]
pub struct EventWriter {
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
    _psql: Child,
}

impl EventWriter {
    pub async fn start(postgres: &Postgres) -> Result<Self> {
        postgres.sql(TOPICS).await?;
        let mut psql = Command::new("psql")
            .args(["--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-qAt", &postgres.url])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .context("start psql")?;
        let input = psql.stdin.take().context("psql reads statements")?;
        let output = BufReader::new(psql.stdout.take().context("psql writes results")?).lines();
        Ok(Self { input, output, _psql: psql })
    }

    /// Commits one event for each of these topics.
    pub async fn write(&mut self, topics: Range<usize>) -> Result<()> {
        self.input.write_all(statement(&topics).as_bytes()).await?;
        self.input.flush().await?;
        let line = timeout(COMMIT_TIMEOUT, self.output.next_line()).await;
        let written = line.context("the commit timed out")??.context("psql ended")?;
        ensure!(written == topics.len().to_string(), "{written} of {} events", topics.len());
        Ok(())
    }
}

fn statement(topics: &Range<usize>) -> String {
    let content = "A message of usual length, as members of a network write them to each other.";
    format!(
        "WITH written AS (INSERT INTO events (id, topic, kind, payload, created_at) \
         SELECT gen_random_uuid(), topic, 'message.created', jsonb_build_object(\
         'conversationId', replace(gen_random_uuid()::text, '-', ''), \
         'message', jsonb_build_object('id', replace(gen_random_uuid()::text, '-', ''), \
         'content', '{content}', 'created', now()), \
         'writtenAt', extract(epoch FROM clock_timestamp())), now() \
         FROM bench_topics WHERE n >= {} AND n < {} RETURNING 1) SELECT count(*) FROM written;\n",
        topics.start, topics.end
    )
}
