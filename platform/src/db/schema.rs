//! Version of the schema. Programs of two versions work on one database during an upgrade: the
//! schema must have all migrations that a program needs, and must not be past a contract point that
//! the program does not know.

use super::Database;
use migrations::{Migrator, schema_version};
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};
use sea_orm_migration::MigratorTrait;
use std::collections::HashSet;

const APPLIED: &str = "SELECT version FROM seaql_migrations";
/// Migration that creates the table of the contract points.
const CONTRACTS_MIGRATION: &str = "m0047_schema_contracts";
const UNKNOWN_CONTRACT: &str = "SELECT migration, reason FROM schema_contracts \
     WHERE programs_below > $1 ORDER BY programs_below DESC LIMIT 1";

/// Reason why this program cannot work with the schema of its database.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SchemaFault {
    /// Migrations of this program have not run.
    #[error(
        "the database schema is older than this program: {} of its migrations have not run ({}). Run \
         `guildhall migrate` of this version first",
        .pending.len(), .pending.join(", ")
    )]
    Older {
        /// Their names.
        pending: Vec<String>,
    },
    /// A later version has removed something that this program uses.
    #[error(
        "the database schema is past {migration}, with which this version cannot work any more: \
         {reason}. This program knows the schema up to version {program}. Start a newer version"
    )]
    Contracted {
        /// Migration that removed it.
        migration: String,
        /// What was removed.
        reason: String,
        /// Schema version of this program.
        program: u32,
    },
}

impl Database {
    /// Returns the reason why this program cannot work with the schema, if there is one. Does not
    /// write. A schema with unknown later migrations is no fault as long as they only expand it.
    ///
    /// # Errors
    /// Database errors.
    pub async fn schema_fault(&self) -> Result<Option<SchemaFault>, DbErr> {
        let applied = self.applied_migrations().await?;
        if applied.contains(CONTRACTS_MIGRATION)
            && let Some(fault) = self.unknown_contract().await?
        {
            return Ok(Some(fault));
        }
        let pending = list_pending(&applied);
        Ok((!pending.is_empty()).then_some(SchemaFault::Older { pending }))
    }

    /// Returns the migrations of this program that were not applied to the database.
    ///
    /// # Errors
    /// Database errors.
    pub async fn pending_migrations(&self) -> Result<Vec<String>, DbErr> {
        Ok(list_pending(&self.applied_migrations().await?))
    }

    async fn unknown_contract(&self) -> Result<Option<SchemaFault>, DbErr> {
        let program = schema_version();
        let values = [i64::from(program).into()];
        let query = Statement::from_sql_and_values(self.backend(), UNKNOWN_CONTRACT, values);
        let row = self.conn().query_one_raw(query).await?;
        row.map(|row| {
            let (migration, reason) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
            Ok(SchemaFault::Contracted { migration, reason, program })
        })
        .transpose()
    }

    async fn applied_migrations(&self) -> Result<HashSet<String>, DbErr> {
        let backend = self.backend();
        let listed = match backend {
            DbBackend::Postgres => "SELECT 1 WHERE to_regclass('seaql_migrations') IS NOT NULL",
            _ => "SELECT 1 FROM sqlite_schema WHERE name = 'seaql_migrations'",
        };
        if self.conn().query_one_raw(Statement::from_string(backend, listed)).await?.is_none() {
            return Ok(HashSet::new());
        }
        let rows = self.conn().query_all_raw(Statement::from_string(backend, APPLIED)).await?;
        rows.into_iter().map(|row| row.try_get_by_index(0)).collect()
    }
}

fn list_pending(applied: &HashSet<String>) -> Vec<String> {
    let all = Migrator::migrations().into_iter().map(|migration| migration.name().to_owned());
    all.filter(|name| !applied.contains(name)).collect()
}
