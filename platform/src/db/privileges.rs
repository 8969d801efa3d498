//! The two roles of a PostgreSQL database. The owner changes the schema and runs migrations; the
//! application role changes rows, and may only read and add audit log entries.

use super::Database;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, Statement};

/// Tables to which rows are only added.
const APPEND_ONLY: [&str; 1] = ["audit_log"];
/// Tables that only migrations change.
const READ_ONLY: [&str; 2] = ["schema_contracts", "seaql_migrations"];
/// Query: may the connection's role create tables, and does it own the existing ones?
const MAY_CHANGE_SCHEMA: &str = "SELECT COALESCE( \
    has_schema_privilege(current_schema()::text, 'CREATE') AND NOT EXISTS ( \
        SELECT 1 FROM pg_class WHERE relnamespace = current_schema()::text::regnamespace \
        AND relkind = 'r' AND NOT pg_has_role(relowner, 'USAGE')), FALSE)";
/// Query: does a role have more rights than its grants, as a superuser or as a member of the owner?
const IS_MIGHTIER: &str =
    "SELECT rolsuper OR pg_has_role(oid, current_user, 'USAGE') FROM pg_roles WHERE rolname = $1";

/// Reason why nothing was granted.
#[derive(Debug, thiserror::Error)]
pub enum GrantError {
    /// The role does not exist.
    #[error("the role {0} does not exist. Create it first: CREATE ROLE \"{0}\" LOGIN PASSWORD '…'")]
    NoRole(String),
    /// Grants do not restrict the role.
    #[error(
        "the role {0} is a superuser or a member of the owner, so it may change the schema whatever \
         it is granted. Name another role in database.url"
    )]
    TooPrivileged(String),
    /// A statement failed.
    #[error("the grants failed: {0}")]
    Db(#[from] DbErr),
}

impl Database {
    /// Returns whether the connection's role may change the schema; always true on SQLite.
    ///
    /// # Errors
    /// Database errors.
    pub async fn may_change_schema(&self) -> Result<bool, DbErr> {
        if self.backend() != DbBackend::Postgres {
            return Ok(true);
        }
        let asked = Statement::from_string(DbBackend::Postgres, MAY_CHANGE_SCHEMA);
        let row = self.conn().query_one_raw(asked).await?;
        row.map_or(Ok(false), |row| row.try_get_by_index(0))
    }

    /// As the owner: grants `role` exactly the rights that the application needs on existing tables
    /// and on those of later migrations. Returns the statements. Idempotent.
    ///
    /// # Errors
    /// [`GrantError`]; then nothing was granted.
    pub async fn grant_to(&self, role: &str) -> Result<Vec<String>, GrantError> {
        let asked = [role.into()];
        let asked = Statement::from_sql_and_values(DbBackend::Postgres, IS_MIGHTIER, asked);
        let Some(row) = self.conn().query_one_raw(asked).await? else {
            return Err(GrantError::NoRole(role.to_owned()));
        };
        if row.try_get_by_index(0)? {
            return Err(GrantError::TooPrivileged(role.to_owned()));
        }
        let schema = Statement::from_string(DbBackend::Postgres, "SELECT current_schema()::text");
        let schema: Option<String> = match self.conn().query_one_raw(schema).await? {
            Some(row) => row.try_get_by_index(0)?,
            None => None,
        };
        let statements = grant_statements(&schema.unwrap_or_else(|| "public".to_owned()), role);
        let tx = self.begin().await?;
        for statement in &statements {
            tx.execute_unprepared(statement).await?;
        }
        tx.commit().await?;
        Ok(statements)
    }
}

fn grant_statements(schema: &str, role: &str) -> Vec<String> {
    let (schema, role) = (quote_name(schema), quote_name(role));
    let rows = "SELECT, INSERT, UPDATE, DELETE";
    let mut statements = vec![
        format!("REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC, {role}"),
        format!("GRANT USAGE ON SCHEMA {schema} TO {role}"),
        format!("GRANT {rows} ON ALL TABLES IN SCHEMA {schema} TO {role}"),
        format!("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {schema} TO {role}"),
    ];
    for table in APPEND_ONLY {
        let table = quote_name(table);
        statements.push(format!("REVOKE UPDATE, DELETE, TRUNCATE ON {schema}.{table} FROM {role}"));
    }
    for table in READ_ONLY {
        let (table, writes) = (quote_name(table), "INSERT, UPDATE, DELETE, TRUNCATE");
        statements.push(format!("REVOKE {writes} ON {schema}.{table} FROM {role}"));
    }
    let later = format!("ALTER DEFAULT PRIVILEGES IN SCHEMA {schema}");
    statements.push(format!("{later} GRANT {rows} ON TABLES TO {role}"));
    statements.push(format!("{later} GRANT USAGE, SELECT ON SEQUENCES TO {role}"));
    statements
}

/// Quotes a name for SQL.
fn quote_name(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::grant_statements;

    #[test]
    fn grants_only_insert_on_the_audit_log_and_quotes_names() {
        let statements = grant_statements("public", "app\"; DROP");
        assert!(statements.iter().all(|statement| statement.contains("\"app\"\"; DROP\"")));
        let audit: Vec<_> = statements.iter().filter(|one| one.contains("audit_log")).collect();
        let revoked = "REVOKE UPDATE, DELETE, TRUNCATE ON \"public\".\"audit_log\" FROM ";
        assert!(audit.len() == 1 && audit[0].starts_with(revoked), "{audit:?}");
    }
}
