//! Access to the product's database, and capture of the product's statements.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tokio::process::Command;
use tokio::sync::OnceCell;

use crate::capture::{Statement, statements};

#[derive(Clone, Debug)]
pub struct Postgres {
    pub url: String,
    /// Log file of the server.
    pub log: PathBuf,
    /// Background statements of the product, once they were captured.
    always: OnceCell<HashSet<String>>,
}

impl Postgres {
    /// Servers started by `scripts/with-servers.sh`.
    pub fn from_environment() -> Result<Self> {
        let of = |name: &str| std::env::var(name).with_context(|| format!("{name} is not set"));
        let url = of("GUILDHALL_TEST_POSTGRES")?;
        let log = PathBuf::from(of("GUILDHALL_TEST_POSTGRES_LOG")?);
        Ok(Self { url, log, always: OnceCell::new() })
    }

    /// Runs SQL and returns its output, with columns separated by `|`.
    pub async fn sql(&self, sql: &str) -> Result<String> {
        let ran = Command::new("psql")
            .args(["--no-psqlrc", "-v", "ON_ERROR_STOP=1", "-qAt", &self.url, "-c", sql])
            .stdin(Stdio::null())
            .output()
            .await
            .context("start psql")?;
        if !ran.status.success() {
            bail!("{}\n{sql}", String::from_utf8_lossy(&ran.stderr));
        }
        Ok(String::from_utf8_lossy(&ran.stdout).trim().to_owned())
    }

    /// Creates a database on the same server.
    pub async fn create(&self, name: &str) -> Result<Self> {
        self.sql(&format!("CREATE DATABASE {name}")).await?;
        let created = self.named(name)?;
        created.sql("CREATE EXTENSION pg_stat_statements").await?;
        Ok(created)
    }

    /// Copies a database without connections.
    pub async fn copy(&self, of: &Self, name: &str) -> Result<Self> {
        let (_, of) = of.url.rsplit_once('/').context("the address names a database")?;
        self.sql(&format!("CREATE DATABASE {name} TEMPLATE {of}")).await?;
        self.named(name)
    }

    fn named(&self, name: &str) -> Result<Self> {
        let (server, _) = self.url.rsplit_once('/').context("the address names a database")?;
        let (url, log) = (format!("{server}/{name}"), self.log.clone());
        Ok(Self { url, log, always: OnceCell::new() })
    }

    /// Number of statements executed since [`Self::forget`].
    pub async fn executed(&self) -> Result<f64> {
        let calls = "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s \
                     JOIN pg_database d ON d.oid = s.dbid WHERE d.datname = current_database() \
                     AND query NOT LIKE '%pg_stat_statements%'";
        Ok(self.sql(calls).await?.parse()?)
    }

    pub async fn forget(&self) -> Result<()> {
        self.sql("SELECT pg_stat_statements_reset()").await.map(drop)
    }

    /// Captures the statements that `act` causes in the product, without its background statements.
    pub async fn overhear<Fut>(&self, act: Fut) -> Result<Vec<Statement>>
    where
        Fut: Future<Output = Result<()>>,
    {
        self.log_statements("all").await?;
        let always = self.always.get_or_try_init(|| self.idle()).await?;
        let mut result = Ok(());
        let heard = self.logged(async { result = act.await }).await?;
        self.log_statements("none").await?;
        result?;
        let own = statements(&heard).into_iter().filter(|one| !always.contains(&one.sql));
        Ok(own.collect())
    }

    /// Captures the background statements; long enough for the rarest one, an edge's status report.
    async fn idle(&self) -> Result<HashSet<String>> {
        let idle = self.logged(tokio::time::sleep(Duration::from_secs(12))).await?;
        let heard = statements(&idle).into_iter().map(|one| one.sql);
        // The text of these statements does not show their cause.
        Ok(heard.filter(|sql| !["BEGIN", "COMMIT", "ROLLBACK"].contains(&sql.as_str())).collect())
    }

    async fn log_statements(&self, which: &str) -> Result<()> {
        self.sql(&format!("ALTER SYSTEM SET log_statement = '{which}'")).await?;
        self.sql("SELECT pg_reload_conf()").await?;
        // The server's processes apply the change when they are idle.
        tokio::time::sleep(Duration::from_millis(300)).await;
        Ok(())
    }

    async fn logged(&self, act: impl Future<Output = ()>) -> Result<String> {
        let before = tokio::fs::metadata(&self.log).await?.len();
        act.await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        let log = tokio::fs::read(&self.log).await.context("read PostgreSQL's log")?;
        let new = log.get(usize::try_from(before)?..).unwrap_or_default();
        Ok(String::from_utf8_lossy(new).into_owned())
    }
}
