//! Consistent copy of an embedded database, and its inspection.

use super::{DamageError, Database};
use migrations::Migrator;
use sea_orm::{ConnectionTrait, DbErr, Statement};
use sea_orm_migration::MigratorTrait;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _};
use std::path::Path;

/// Content of a copy that tells whether it can be restored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CopyFacts {
    /// Names of the applied migrations.
    pub migrations: Vec<String>,
    /// Recorded keys: setting and fingerprint.
    pub keys: Vec<(String, String)>,
}

impl CopyFacts {
    /// Applied migrations that this program does not know: the copy is from a newer version.
    #[must_use]
    pub fn unknown_migrations(&self) -> Vec<String> {
        let known = Migrator::migrations();
        let is_unknown = |name: &&String| !known.iter().any(|known| known.name() == name.as_str());
        self.migrations.iter().filter(is_unknown).cloned().collect()
    }
}

impl Database {
    /// Writes a consistent copy of an embedded database to a new file, while other processes use the
    /// database. The copy contains every transaction that was committed before the call.
    ///
    /// # Errors
    /// Database errors; also if the file exists.
    pub async fn copy_into(&self, file: &Path) -> Result<(), DbErr> {
        let file = file.to_str().ok_or_else(|| DbErr::Custom("not a UTF-8 path".to_owned()))?;
        let copy = Statement::from_sql_and_values(self.backend(), "VACUUM INTO $1", [file.into()]);
        self.conn().execute_raw(copy).await.map(|_| ())
    }
}

/// Checks all pages and indexes of a copy, and reads its facts. Creates no file next to it.
///
/// # Errors
/// [`DamageError`], also if the file cannot be read.
pub async fn check_copy(file: &Path) -> Result<CopyFacts, DamageError> {
    let options = SqliteConnectOptions::new().filename(file).read_only(true).immutable(true);
    let inspected: Result<(String, CopyFacts), sqlx::Error> = async {
        let mut connection: SqliteConnection =
            options.disable_statement_logging().connect().await?;
        let said = sqlx::query_scalar("PRAGMA integrity_check(1)");
        let said = said.fetch_one(&mut connection).await?;
        let applied = "SELECT version FROM seaql_migrations ORDER BY version";
        let migrations = sqlx::query_scalar(applied).fetch_all(&mut connection).await?;
        let recorded = "SELECT 1 FROM sqlite_schema WHERE name = 'key_fingerprints'";
        let is_recorded: Option<i64> =
            sqlx::query_scalar(recorded).fetch_optional(&mut connection).await?;
        let keys = match is_recorded {
            Some(_) => {
                let keys = "SELECT name, fingerprint FROM key_fingerprints ORDER BY name, position";
                sqlx::query_as(keys).fetch_all(&mut connection).await?
            }
            None => Vec::new(),
        };
        connection.close().await?;
        Ok((said, CopyFacts { migrations, keys }))
    }
    .await;
    match inspected {
        Ok((said, facts)) if said == "ok" => Ok(facts),
        Ok((said, _)) => Err(DamageError::new(file, said.replace('\n', " "))),
        Err(error) => Err(DamageError::new(file, error)),
    }
}
