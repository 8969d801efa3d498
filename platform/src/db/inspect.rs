//! Read-only inspection of a database: is it undamaged?

use super::breaker::Breaker;
use super::storage::Storage;
use super::{Database, DbSettings, OpenError};
use sea_orm::{ConnectOptions, DbErr};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// First bytes of a database file (SQLite file format, section 1.3).
const MAGIC: &[u8] = b"SQLite format 3\0";
const HEADER_BYTES: usize = 100;
/// Maximum size of a database whose pages are all checked at start-up; of a larger one only header
/// and schema are checked, so that the start stays fast.
const QUICK_CHECK_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// A database file that cannot be used.
#[derive(Debug, thiserror::Error)]
#[error(
    "the database {} is damaged: {detail}. It was left as it is. Restore the data folder from the last \
     backup, or save what can still be read with `sqlite3 {} .recover`",
    .database.display(), .database.display()
)]
pub struct DamageError {
    /// Path of the file.
    pub database: PathBuf,
    /// Description of the damage.
    pub detail: String,
}

impl DamageError {
    pub(super) fn new(database: &Path, detail: impl ToString) -> Self {
        Self { database: database.to_owned(), detail: detail.to_string() }
    }
}

/// Checks that a file starts like a database and is not truncated. An empty or missing file is a
/// database that was not created yet.
///
/// # Errors
/// [`DamageError`].
pub fn check_header(database: &Path) -> Result<(), DamageError> {
    let damaged = |detail: &str| Err(DamageError::new(database, detail));
    let Some((header, bytes)) =
        read_header(database).map_err(|error| DamageError::new(database, error))?
    else {
        return Ok(());
    };
    if !header.starts_with(MAGIC) {
        return damaged("it is no SQLite database");
    }
    let two = |at: usize| u64::from(u16::from_be_bytes([header[at], header[at + 1]]));
    let four = |at: usize| (two(at) << 16) | two(at + 2);
    // The value 1 encodes 65,536.
    let page_bytes = if two(16) == 1 { 65_536 } else { two(16) };
    if !page_bytes.is_power_of_two() || page_bytes < 512 {
        return damaged("its header is not readable");
    }
    // The page count is valid if both change counters agree and no log is pending.
    let is_counted = four(24) == four(92) && !has_log(database);
    if is_counted && bytes < four(28) * page_bytes {
        return damaged("it is shorter than its header says");
    }
    Ok(())
}

fn read_header(database: &Path) -> io::Result<Option<([u8; HEADER_BYTES], u64)>> {
    let mut file = match File::open(database) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let bytes = file.metadata()?.len();
    if bytes == 0 {
        return Ok(None);
    }
    let mut header = [0; HEADER_BYTES];
    file.read_exact(&mut header)?;
    Ok(Some((header, bytes)))
}

fn side_file(database: &Path, suffix: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(suffix);
    path.into()
}

/// Returns whether a log with committed transactions was not copied into the file yet.
fn has_log(database: &Path) -> bool {
    side_file(database, "-wal").metadata().is_ok_and(|log| log.len() > 0)
}

/// Returns whether the log of a process that ended without closing the database must be replayed,
/// which even a read would start.
#[must_use]
pub fn needs_recovery(database: &Path) -> bool {
    has_log(database) && !side_file(database, "-shm").exists()
}

/// Options with which SQLite reads a database without creating files next to it.
fn to_look(options: SqliteConnectOptions, database: &Path) -> SqliteConnectOptions {
    let immutable = !side_file(database, "-wal").exists();
    options.filename(database).create_if_missing(false).read_only(true).immutable(immutable)
}

/// Runs SQLite's check of the pages; for a large database, of the schema.
///
/// # Errors
/// [`DamageError`], also if the file cannot be read.
pub async fn quick_check(database: &Path) -> Result<(), DamageError> {
    let bytes = database.metadata().map_or(0, |file| file.len());
    if bytes == 0 {
        return Ok(());
    }
    let statement = if bytes > QUICK_CHECK_BYTES_MAX {
        "SELECT CASE WHEN COUNT(*) >= 0 THEN 'ok' END FROM sqlite_schema"
    } else {
        "PRAGMA quick_check(1)"
    };
    let options = to_look(SqliteConnectOptions::new(), database);
    let said: Result<String, sqlx::Error> = async {
        let mut connection: SqliteConnection =
            options.disable_statement_logging().connect().await?;
        let said = sqlx::query_scalar(statement).fetch_one(&mut connection).await?;
        connection.close().await?;
        Ok(said)
    }
    .await;
    match said {
        Ok(said) if said == "ok" => Ok(()),
        Ok(said) => Err(DamageError::new(database, said.replace('\n', " "))),
        Err(error) => Err(DamageError::new(database, error)),
    }
}

impl Database {
    /// Connects to an existing database without writing: neither tables nor, on SQLite, files next
    /// to it. `None` if there is no database yet, or its log needs a replay.
    ///
    /// # Errors
    /// [`OpenError`] if the connection fails.
    pub async fn open_read_only(settings: &DbSettings) -> Result<Option<Self>, OpenError> {
        if !settings.url.starts_with("sqlite:") {
            return Self::open(settings).await.map(Some);
        }
        let file = SqliteConnectOptions::from_str(&settings.url)
            .map_err(|error| DbErr::Custom(error.to_string()))?;
        let file = file.get_filename().to_owned();
        if file.metadata().map_or(0, |file| file.len()) == 0 {
            return Ok(None);
        }
        if needs_recovery(&file) {
            return Ok(None);
        }
        let mut options = ConnectOptions::new(settings.url.clone());
        options.max_connections(1).sqlx_logging(false);
        options.map_sqlx_sqlite_opts(move |sqlite| to_look(sqlite, &file));
        let inner = sea_orm::Database::connect(options).await?;
        let storage = Arc::new(Storage::read_only(&settings.url));
        Ok(Some(Self::from_connection(inner, storage, Breaker::default())))
    }
}
