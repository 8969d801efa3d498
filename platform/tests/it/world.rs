//! What tests stand on: a database of their own, on whichever server this run is about.

use crate::settings::{limits, server};
use chrono::TimeDelta;
use platform::blob::Blob;
use platform::bus::Bus;
use platform::config::{Config, KeyName, Sources};
use platform::db::{Database, DbSettings};
use platform::limiter::Limiter;
use platform::mail::Mailer;
use platform::services::Parts;
use platform::tokens::Keys;
use platform::{Clock, Services};
use std::path::Path;
use std::sync::Arc;

/// Whether this run is the one on PostgreSQL and Redis.
fn on_servers() -> bool {
    std::env::var("GUILDHALL_TEST_BACKEND").is_ok_and(|backend| backend == "postgres")
}

/// A checked configuration of an embedded instance in `folder`.
pub fn config(folder: &Path) -> Config {
    let flags = vec![(String::from("data_dir"), folder.display().to_string())];
    let mut config = Config::load(&Sources { flags, ..Sources::default() }).unwrap();
    config.create_missing_keys().unwrap();
    config
}

/// An empty database with every table, gone with the test.
pub async fn database(folder: &Path) -> Database {
    let database = connected(&address(folder).await, 6).await;
    database.migrate().await.unwrap();
    database
}

/// Where there is an empty database, gone with the test.
pub async fn address(folder: &Path) -> String {
    if on_servers() {
        own_database(&server("GUILDHALL_TEST_POSTGRES")).await
    } else {
        format!("sqlite://{}?mode=rwc", folder.join("test.db").display())
    }
}

/// A database, as one process has it.
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

/// A process's services, with everything in memory that can be.
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

    /// A process on a database that has its tables, with a folder for the rest of what it keeps.
    pub fn of(database: Database, folder: tempfile::TempDir) -> Self {
        let config = config(folder.path());
        let clock = Clock::system();
        let mailer = Mailer::catcher(&config.mail.from, clock.clone()).unwrap();
        let services = Services::new(Parts {
            keys: Keys::derive(
                config.security.text(KeyName::Context).as_bytes(),
                config.security.text(KeyName::Token).as_bytes(),
            ),
            blob: Blob::open(&config).unwrap(),
            config: Arc::new(config),
            clock: clock.clone(),
            limiter: Limiter::sql(limits(&clock), database.clone()),
            database,
            bus: Bus::in_process(),
            mailer,
        });
        Self { services, clock, _folder: folder }
    }

    pub fn advance(&self, seconds: i64) {
        self.clock.advance(TimeDelta::seconds(seconds));
    }
}
