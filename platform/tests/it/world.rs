//! Test fixture: each test has its own database, on the server of this run.

use crate::settings::{limits, server};
use chrono::TimeDelta;
use platform::blob::Blob;
use platform::bus::Bus;
use platform::config::{Config, KeyName, Sources};
use platform::db::{Database, DbSettings};
use platform::limiter::Limiter;
use platform::mail::Mailer;
use platform::services::ServiceParts;
use platform::tokens::Keys;
use platform::{Clock, Services};
use std::path::Path;
use std::sync::Arc;

/// Returns whether this run uses PostgreSQL and Redis.
fn on_servers() -> bool {
    std::env::var("GUILDHALL_TEST_BACKEND").is_ok_and(|backend| backend == "postgres")
}

/// A valid configuration of an embedded instance in `folder`.
pub fn config(folder: &Path) -> Config {
    let flags = vec![(String::from("data_dir"), folder.display().to_string())];
    let mut config = Config::load(&Sources { flags, ..Sources::default() }).unwrap();
    config.create_missing_keys().unwrap();
    config
}

/// An empty database with all tables; deleted with the test.
pub async fn database(folder: &Path) -> Database {
    let database = connected(&address(folder).await, 6).await;
    database.migrate().await.unwrap();
    database
}

/// Address of an empty database; deleted with the test.
pub async fn address(folder: &Path) -> String {
    if on_servers() {
        own_database(&server("GUILDHALL_TEST_POSTGRES")).await
    } else {
        format!("sqlite://{}?mode=rwc", folder.join("test.db").display())
    }
}

/// Connects to a database, like one process.
pub async fn connected(url: &str, max_connections: u32) -> Database {
    Database::open(&DbSettings { url: url.to_owned(), max_connections }).await.unwrap()
}

async fn own_database(server: &str) -> String {
    use sea_orm::ConnectionTrait;
    let name = format!("it_{}", uuid::Uuid::now_v7().simple());
    let admin = sea_orm::Database::connect(server).await.unwrap();
    admin.execute_unprepared(&format!("CREATE DATABASE {name}")).await.unwrap();
    admin.close().await.unwrap();
    let mut url = url::Url::parse(server).unwrap();
    url.set_path(&name);
    url.into()
}

/// Services of a process, with in-memory parts where possible.
pub struct World {
    pub services: Services,
    pub clock: Clock,
    _folder: tempfile::TempDir,
}

impl World {
    pub async fn open() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let database = database(folder.path()).await;
        Self::of(database, folder)
    }

    /// A process on a migrated database, with a folder for its files.
    pub fn of(database: Database, folder: tempfile::TempDir) -> Self {
        let config = config(folder.path());
        let clock = Clock::system_clock();
        let mailer = Mailer::to_catcher(&config.mail.from, clock.clone()).unwrap();
        let services = Services::new(ServiceParts {
            keys: Keys::derive(
                config.security.text(KeyName::Context).as_bytes(),
                config.security.text(KeyName::Token).as_bytes(),
            ),
            blob: Blob::open(&config).unwrap(),
            config: Arc::new(config),
            clock: clock.clone(),
            limiter: Limiter::in_database(limits(&clock), database.clone()),
            database,
            bus: Bus::in_process(),
            mailer,
        });
        Self { services, clock, _folder: folder }
    }

    pub fn advance(&self, seconds: i64) {
        self.clock.advance_by(TimeDelta::seconds(seconds));
    }
}
