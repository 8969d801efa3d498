//! Classes of database errors: what a handler may answer, and whether waiting helps.

use sea_orm::{DbErr, RuntimeErr, SqlErr};
use sqlx::Error as DriverError;
use sqlx::error::DatabaseError;
use std::io::{self, ErrorKind};

/// SQLite: another connection holds the lock, no memory, the file became read-only, an I/O error, the file
/// cannot be opened, a lock protocol error. The result codes are the low byte of the extended codes.
const SQLITE_UNAVAILABLE: [u32; 6] = [5, 7, 8, 10, 14, 15];
/// SQLite: the disk, or the number of pages that the file may have, is used up.
const SQLITE_FULL: u32 = 13;
/// SQLite: a page of the file is damaged; the file is no database.
const SQLITE_DAMAGED: [u32; 2] = [11, 26];
/// PostgreSQL: a table or an index is damaged.
const POSTGRES_DAMAGED: [&str; 2] = ["XX001", "XX002"];
/// PostgreSQL: the disk is full.
const POSTGRES_DISK_FULL: &str = "53100";
/// PostgreSQL: connection exceptions, insufficient resources, operator intervention and system errors. The
/// first two characters of an SQLSTATE are its class.
const POSTGRES_UNAVAILABLE: [&str; 4] = ["08", "53", "57", "58"];
/// PostgreSQL: the transaction was idle for too long and was undone, as after a process that was frozen.
const POSTGRES_IDLE_IN_TRANSACTION: &str = "25P03";
/// PostgreSQL: the server takes no writes, as an old primary does after a failover.
const POSTGRES_READ_ONLY: &str = "25006";
/// PostgreSQL: a statement took longer than its timeout. It is of class 57, but the server is well.
const POSTGRES_QUERY_CANCELED: &str = "57014";

/// Class of an error that an operator has to end, or that ends by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// There is no space for what was to be written.
    StorageFull,
    /// The database cannot be reached, has no connection to spare or has been interrupted.
    Unavailable,
}

impl Failure {
    /// The class of a database error; `None` for errors that waiting does not end.
    pub fn of(error: &DbErr) -> Option<Self> {
        match error {
            DbErr::ConnectionAcquire(_) => Some(Self::Unavailable),
            DbErr::Conn(cause) => Some(Self::of_runtime(cause).unwrap_or(Self::Unavailable)),
            DbErr::Exec(cause) | DbErr::Query(cause) => Self::of_runtime(cause),
            _ => None,
        }
    }

    /// The class of the error beneath a database error.
    pub fn of_runtime(cause: &RuntimeErr) -> Option<Self> {
        match cause {
            RuntimeErr::SqlxError(error) => Self::of_driver(error),
            _ => None,
        }
    }

    /// The class of a failed write to a file.
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

    /// SQLite has numbers of at most four digits, PostgreSQL five characters.
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

/// Whether the error means that the stored data is damaged.
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

/// Whether the error means that a unique key was taken already.
#[must_use]
pub fn is_taken(error: &DbErr) -> bool {
    matches!(error.sql_err(), Some(SqlErr::UniqueConstraintViolation(_)))
}

/// Whether the error means that there is no space for what was to be written.
#[must_use]
pub fn is_full(error: &DbErr) -> bool {
    Failure::of(error) == Some(Failure::StorageFull)
}

/// Whether the error means that the database cannot be reached, has no connection to spare or was
/// interrupted. A full disk counts: the same request succeeds once there is space.
#[must_use]
pub fn is_away(error: &DbErr) -> bool {
    Failure::of(error).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classifies_the_codes_of_both_databases() {
        let class = Failure::of_code;
        for full in ["13", "53100"] {
            assert_eq!(class(full), Some(Failure::StorageFull), "{full}");
        }
        // BUSY_SNAPSHOT, IOERR_WRITE, IOERR_FSYNC, NOMEM; a killed backend, a server that starts.
        for unavailable in
            ["517", "778", "1034", "7", "57P01", "57P03", "08006", "53300", "58030", "25P03"]
        {
            assert_eq!(class(unavailable), Some(Failure::Unavailable), "{unavailable}");
        }
        // CONSTRAINT_UNIQUE, CORRUPT; a unique key, a deadlock, a syntax error, a statement timeout.
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
