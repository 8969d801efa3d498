//! Requests for missing affiliations, in the same table as applications (affiliations.md F-056,
//! F-060, gap G-055).

use crate::columns::*;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0038_missing_affiliations"
    }
}

const TABLE: &str = "affiliation_requests";
/// Name of the table during its recreation.
const WIDER: &str = "affiliation_requests_wider";
const GAINED: [&str; 4] = ["missing", "of_all", "all_in_state", "new"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    /// Also on SQLite: a partial change would be invalid, and its connections do not see each
    /// other's tables at once.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        if is_postgres(m) {
            run(m, &[WIDEN]).await?;
        } else {
            widen_on_sqlite(m).await?;
        }
        let is = |column: &str, value: &str| Expr::col(Alias::new(column)).eq(value);
        // A pending request for a missing affiliation cannot be repeated.
        let waits = is("status", "pending").and(is("type", "new"));
        let one = ["user_id", "affiliation_name"];
        index_where(m, true, "affiliation_requests_missing", TABLE, &one, waits).await?;
        let newest = ["created_at", "id"];
        index(m, false, "affiliation_requests_of_all", TABLE, &newest).await?;
        let in_state = ["status", "created_at", "id"];
        index(m, false, "affiliation_requests_all_in_state", TABLE, &in_state).await?;
        let new = is("type", "new");
        index_where(m, false, "affiliation_requests_new", TABLE, &in_state, new).await
    }

    /// Deletes requests for missing affiliations. On SQLite the columns stay nullable, which the
    /// previous version ignores.
    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        run(m, &["DELETE FROM affiliation_requests WHERE affiliation_id IS NULL"]).await?;
        for name in GAINED {
            run(m, &[&format!("DROP INDEX affiliation_requests_{name}")]).await?;
        }
        if is_postgres(m) { run(m, &[NARROW]).await } else { Ok(()) }
    }
}

const WIDEN: &str = "ALTER TABLE affiliation_requests ALTER COLUMN affiliation_id DROP NOT NULL, \
     ADD COLUMN affiliation_name text, ADD COLUMN description text, \
     ADD COLUMN is_private boolean NOT NULL DEFAULT FALSE, \
     ADD CONSTRAINT affiliation_requests_named CHECK (affiliation_id IS NOT NULL \
       OR (type = 'new' AND affiliation_name IS NOT NULL))";
const NARROW: &str = "ALTER TABLE affiliation_requests DROP COLUMN affiliation_name, \
     DROP COLUMN description, DROP COLUMN is_private, ALTER COLUMN affiliation_id SET NOT NULL";

/// SQLite cannot make a column nullable: the table is recreated with its indexes.
async fn widen_on_sqlite(m: &SchemaManager<'_>) -> Result<(), DbErr> {
    let is_named =
        Expr::col(Alias::new("affiliation_id")).is_not_null().or(Expr::col(Alias::new("type"))
            .eq("new")
            .and(Expr::col(Alias::new("affiliation_name")).is_not_null()));
    let columns = vec![
        key("id"),
        text_or("type", "join"),
        id_null("affiliation_id"),
        text_null("affiliation_name"),
        text_null("description"),
        flag("is_private", false),
        id("user_id"),
        text_or("status", "pending"),
        json("form_data"),
        id_null("reviewed_by"),
        time_null("reviewed_at"),
        text_null("rejection_reason"),
        text_null("notes"),
        time("created_at"),
        time("updated_at"),
    ];
    table(WIDER, columns)
        .belongs("affiliation_id", "affiliations")
        .belongs("user_id", "users")
        .mentions("reviewed_by", "users")
        .one_of("type", &["join", "new"])
        .one_of("status", &["pending", "approved", "rejected"])
        .holds(is_named)
        .make(m)
        .await?;
    let kept = "id, type, affiliation_id, user_id, status, form_data, reviewed_by, reviewed_at, \
         rejection_reason, notes, created_at, updated_at";
    let copy = format!("INSERT INTO {WIDER} ({kept}) SELECT {kept} FROM {TABLE}");
    let rename = format!("ALTER TABLE {WIDER} RENAME TO {TABLE}");
    run(m, &[&copy, "DROP TABLE affiliation_requests", &rename]).await?;
    crate::m0034_affiliation_requests::indexes(m).await
}

fn is_postgres(m: &SchemaManager<'_>) -> bool {
    m.get_database_backend() == DbBackend::Postgres
}

async fn run(m: &SchemaManager<'_>, statements: &[&str]) -> Result<(), DbErr> {
    for statement in statements {
        m.get_connection().execute_unprepared(statement).await?;
    }
    Ok(())
}
