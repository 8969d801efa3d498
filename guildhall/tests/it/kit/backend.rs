//! On what an instance rests: SQLite with in-process parts, or PostgreSQL with Redis. Every test has a
//! database of its own.

use super::databases::{Lent, named};
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

    /// The same data once more, for a second instance.
    pub fn again(&self) -> Self {
        self.clone()
    }

    async fn on_servers() -> Self {
        let server = |name: &str| {
            std::env::var(name)
                .unwrap_or_else(|_| panic!("{name} is set by scripts/with-servers.sh"))
        };
        let (postgres, redis) = (server("GUILDHALL_TEST_POSTGRES"), server("GUILDHALL_TEST_REDIS"));
        let database = Arc::new(Lent::take(&postgres).await);
        // Of this test alone: a database may have been another's.
        let prefix = format!("guildhall_{}", Uuid::now_v7().simple());
        Self::Servers { postgres, redis, database, prefix, mail: MailServer::start().await }
    }

    pub fn redis_prefix(&self) -> String {
        match self {
            Self::Sqlite { .. } => "unused".to_owned(),
            Self::Servers { prefix, .. } => prefix.clone(),
        }
    }

    /// The mail server, where mail is really sent.
    pub const fn mail_server(&self) -> Option<&MailServer> {
        match self {
            Self::Sqlite { .. } => None,
            Self::Servers { mail, .. } => Some(mail),
        }
    }

    /// The settings that lead to it.
    pub fn settings(&self, folder: &TempDir) -> Vec<(String, String)> {
        let mut settings: Vec<(String, String)> = Vec::new();
        let mut set = |name: &str, value: &str| settings.push((name.to_owned(), value.to_owned()));
        match self {
            Self::Sqlite { file } => {
                set("database.url", &format!("sqlite://{}?mode=rwc", file.display()));
                set("blob.url", &folder.path().join("blobs").display().to_string());
            }
            Self::Servers { postgres, redis, database, mail, .. } => {
                set("database.url", &named(postgres, &database.name));
                // Each is a process of the server's that learns the tables anew: as few as still get
                // into each other's way. What many do at once is tested with more.
                set("database.max_connections", "2");
                set("redis.url", redis);
                // A loaded machine must not make the limiter give Redis up in the middle of a test.
                set("limits.redis_timeout_ms", "10000");
                set("mail.smtp_url", &mail.url);
                set("blob.url", &folder.path().join("blobs").display().to_string());
            }
        }
        settings
    }
}

/// A migrated file, no older than this test program. Whoever finds none makes one; that two may do so
/// at once costs a little time and nothing else, since the last to finish replaces the whole file.
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
    // Closing brings what the log holds into the file.
    database.close().await.unwrap();
    std::fs::rename(&file, &template).unwrap();
    template
}

/// When a file was last written; nothing for one that is not there.
fn modified(file: &Path) -> Option<SystemTime> {
    file.metadata().and_then(|file| file.modified()).ok()
}
