//! Classes of database errors, which determine the response and whether a retry can help.

use sea_orm::{DbErr, RuntimeErr, SqlErr};
use sqlx::Error as DriverError;
use sqlx::error::DatabaseError;
use std::io::{self, ErrorKind};

/// SQLite: another connection holds the lock, out of memory, read-only file, I/O error, the file
/// cannot be opened, lock protocol error. The result codes are the low byte of the extended codes.
const SQLITE_UNAVAILABLE: [u32; 6] = [5, 7, 8, 10, 14, 15];
/// SQLite: the disk is full, or the file has its maximum number of pages.
const SQLITE_FULL: u32 = 13;
/// SQLite: a page of the file is damaged; the file is no database.
const SQLITE_DAMAGED: [u32; 2] = [11, 26];
/// PostgreSQL: a table or an index is damaged.
const POSTGRES_DAMAGED: [&str; 2] = ["XX001", "XX002"];
/// PostgreSQL: the disk is full.
const POSTGRES_DISK_FULL: &str = "53100";
/// PostgreSQL: connection exceptions, insufficient resources, operator intervention and system
/// errors. The first two characters of an SQLSTATE are its class.
const POSTGRES_UNAVAILABLE: [&str; 4] = ["08", "53", "57", "58"];
/// PostgreSQL: the transaction was idle for too long and was rolled back, such as after the process
/// was frozen.
const POSTGRES_IDLE_IN_TRANSACTION: &str = "25P03";
/// PostgreSQL: the server is read-only, like an old primary after a failover.
const POSTGRES_READ_ONLY: &str = "25006";
/// PostgreSQL: statement timeout. It is in class 57, but the server is healthy.
const POSTGRES_QUERY_CANCELED: &str = "57014";

/// Class of an error that is temporary or needs an operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorClass {
    /// No space for the write.
    StorageFull,
    /// The database is unreachable, has no free connection or was interrupted.
    Unavailable,
}

impl ErrorClass {
    /// Returns the class of a database error; `None` for permanent errors.
    pub fn from_error(error: &DbErr) -> Option<Self> {
        match error {
            DbErr::ConnectionAcquire(_) => Some(Self::Unavailable),
            DbErr::Conn(cause) => Some(Self::of_runtime(cause).unwrap_or(Self::Unavailable)),
            DbErr::Exec(cause) | DbErr::Query(cause) => Self::of_runtime(cause),
            _ => None,
        }
    }

    /// Returns the class of the underlying driver error.
    pub fn of_runtime(cause: &RuntimeErr) -> Option<Self> {
        match cause {
            RuntimeErr::SqlxError(error) => Self::of_driver(error),
            _ => None,
        }
    }

    /// Returns the class of a failed file write.
    pub fn of_io(error: &io::Error) -> Option<Self> {
        let full = matches!(error.kind(), ErrorKind::StorageFull | ErrorKind::QuotaExceeded);
        full.then_some(Self::StorageFull)
    }

    fn of_driver(error: &DriverError) -> Option<Self> {
        match error {
            DriverError::Database(error) => Self::of_code(error.code()?.as_ref()),
            DriverError::Io(_)
            | DriverError::Tls(_)
            | DriverError::PoolTimedOut
            | DriverError::PoolClosed
            | DriverError::WorkerCrashed
            | DriverError::BeginFailed => Some(Self::Unavailable),
            _ => None,
        }
    }

    /// SQLite codes have at most four digits, PostgreSQL codes five characters.
    fn of_code(code: &str) -> Option<Self> {
        if code.len() == 5 {
            return match code {
                POSTGRES_DISK_FULL => Some(Self::StorageFull),
                POSTGRES_IDLE_IN_TRANSACTION | POSTGRES_READ_ONLY => Some(Self::Unavailable),
                POSTGRES_QUERY_CANCELED => None,
                _ => POSTGRES_UNAVAILABLE.contains(&code.get(..2)?).then_some(Self::Unavailable),
            };
        }
        match code.parse::<u32>().ok()? & 0xff {
            SQLITE_FULL => Some(Self::StorageFull),
            primary => SQLITE_UNAVAILABLE.contains(&primary).then_some(Self::Unavailable),
        }
    }
}

/// Returns whether the error means that stored data is damaged.
pub(super) fn is_damage(error: &DbErr) -> bool {
    let (DbErr::Conn(cause) | DbErr::Exec(cause) | DbErr::Query(cause)) = error else {
        return false;
    };
    let RuntimeErr::SqlxError(cause) = cause else { return false };
    let code = cause.as_database_error().and_then(DatabaseError::code);
    code.is_some_and(|code| is_damage_code(&code))
}

fn is_damage_code(code: &str) -> bool {
    if code.len() == 5 {
        return POSTGRES_DAMAGED.contains(&code);
    }
    code.parse::<u32>().is_ok_and(|code| SQLITE_DAMAGED.contains(&(code & 0xff)))
}

/// Returns whether the error is a unique key violation.
#[must_use]
pub fn is_taken(error: &DbErr) -> bool {
    matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)))
}

/// Returns whether the error means that there is no space for the write.
#[must_use]
pub fn is_full(error: &DbErr) -> bool {
    ErrorClass::from_error(error) == Some(ErrorClass::StorageFull)
}

/// Returns whether the database is unreachable, has no free connection or was interrupted. A full
/// disk counts: the same request succeeds once there is space.
#[must_use]
pub fn is_away(error: &DbErr) -> bool {
    ErrorClass::from_error(error).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classifies_the_codes_of_both_databases() {
        let class = ErrorClass::of_code;
        for full in ["13", "53100"] {
            assert_eq!(class(full), Some(ErrorClass::StorageFull), "{full}");
        }
        // BUSY_SNAPSHOT, IOERR_WRITE, IOERR_FSYNC, NOMEM; a killed backend, a starting server.
        for unavailable in
            ["517", "778", "1034", "7", "57P01", "57P03", "08006", "53300", "58030", "25P03"]
        {
            assert_eq!(class(unavailable), Some(ErrorClass::Unavailable), "{unavailable}");
        }
        // CONSTRAINT_UNIQUE, CORRUPT; a unique key, a deadlock, a syntax error, a statement
        // timeout.
        for other in ["2067", "11", "23505", "40P01", "42601", "57014", ""] {
            assert_eq!(class(other), None, "{other}");
        }
    }

    #[test]
    fn recognises_the_codes_of_damage() {
        // CORRUPT, CORRUPT_INDEX, NOTADB; a damaged table, a damaged index.
        for damage in ["11", "779", "26", "XX001", "XX002"] {
            assert!(is_damage_code(damage), "{damage}");
        }
        for other in ["10", "13", "2067", "XX000", "23505", ""] {
            assert!(!is_damage_code(other), "{other}");
        }
    }
}
