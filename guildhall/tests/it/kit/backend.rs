//! Backends of an instance: SQLite with in-process services, or PostgreSQL with Redis. Every test has its own
//! database.

use super::databases::{Lent, database_url};
use super::mailbox::MailServer;
use platform::db::DbSettings;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use tempfile::TempDir;
use uuid::Uuid;

#[derive(Clone)]
pub enum Backend {
    Sqlite {
        file: PathBuf,
    },
    Servers {
        postgres: String,
        redis: String,
        database: Arc<Lent>,
        prefix: String,
        mail: MailServer,
    },
}

impl Backend {
    pub async fn open(folder: &TempDir) -> Self {
        let chosen = std::env::var("GUILDHALL_TEST_BACKEND").unwrap_or_default();
        match chosen.as_str() {
            "" | "sqlite" => Self::on_sqlite(folder).await,
            "postgres" => Self::on_servers().await,
            other => panic!("GUILDHALL_TEST_BACKEND={other}: expected sqlite or postgres"),
        }
    }

    pub async fn on_sqlite(folder: &TempDir) -> Self {
        let file = folder.path().join("guildhall.db");
        std::fs::copy(template_file().await, &file).unwrap();
        Self::Sqlite { file }
    }

    /// The same backend, for a second instance.
    pub fn same_data(&self) -> Self {
        self.clone()
    }

    async fn on_servers() -> Self {
        let server = |name: &str| {
            std::env::var(name)
                .unwrap_or_else(|_| panic!("{name} is set by scripts/with-servers.sh"))
        };
        let (postgres, redis) = (server("GUILDHALL_TEST_POSTGRES"), server("GUILDHALL_TEST_REDIS"));
        let database = Arc::new(Lent::take(&postgres).await);
        // Unique per test, because databases are reused.
        let prefix = format!("guildhall_{}", Uuid::now_v7().simple());
        Self::Servers { postgres, redis, database, prefix, mail: MailServer::start().await }
    }

    pub fn redis_prefix(&self) -> String {
        match self {
            Self::Sqlite { .. } => "unused".to_owned(),
            Self::Servers { prefix, .. } => prefix.clone(),
        }
    }

    /// The mail server, if mail is sent over SMTP.
    pub const fn mail_server(&self) -> Option<&MailServer> {
        match self {
            Self::Sqlite { .. } => None,
            Self::Servers { mail, .. } => Some(mail),
        }
    }

    /// The settings that select it.
    pub fn settings(&self, folder: &TempDir) -> Vec<(String, String)> {
        let mut settings: Vec<(String, String)> = Vec::new();
        let mut set = |name: &str, value: &str| settings.push((name.to_owned(), value.to_owned()));
        match self {
            Self::Sqlite { file } => {
                set("database.url", &format!("sqlite://{}?mode=rwc", file.display()));
                set("blob.url", &folder.path().join("blobs").display().to_string());
            }
            Self::Servers { postgres, redis, database, mail, .. } => {
                set("database.url", &database_url(postgres, &database.name));
                // Each connection is a server process that must load the catalogue, so the number is
                // small. Tests of concurrency use more.
                set("database.max_connections", "2");
                set("redis.url", redis);
                // A loaded machine must not make the limiter time out on Redis during a test.
                set("limits.redis_timeout_ms", "10000");
                set("mail.smtp_url", &mail.url);
                set("blob.url", &folder.path().join("blobs").display().to_string());
            }
        }
        settings
    }
}

/// A migrated file, no older than this test program, created if missing. Concurrent creation is harmless,
/// because a rename replaces the whole file.
async fn template_file() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    let name = program.file_name().unwrap().to_string_lossy();
    let template = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.db"));
    if modified(&template) > modified(&program) {
        return template;
    }
    let making = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let file = making.path().join("template.db");
    let settings =
        DbSettings { url: format!("sqlite://{}?mode=rwc", file.display()), max_connections: 1 };
    let database = platform::Database::open(&settings).await.unwrap();
    database.migrate().await.unwrap();
    // Closing checkpoints the write-ahead log into the file.
    database.close().await.unwrap();
    std::fs::rename(&file, &template).unwrap();
    template
}

/// Modification time of a file, or `None` if it does not exist.
fn modified(file: &Path) -> Option<SystemTime> {
    file.metadata().and_then(|file| file.modified()).ok()
}
