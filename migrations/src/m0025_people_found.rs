//! Indexes for people in the order of name prefixes: a search for a frequent name reads only as
//! many rows as it returns.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

pub struct Migration;

impl MigrationName for Migration {
    fn name(&self) -> &'static str {
        "m0025_people_found"
    }
}

const NAME: &str = "lower(first_name || ' ' || last_name)";

/// On PostgreSQL in byte order, as SQLite compares anyway.
fn in_order(backend: DbBackend) -> Vec<String> {
    let bytes = if backend == DbBackend::Postgres { " COLLATE \"C\"" } else { "" };
    let people = |name: &str, by: &str| format!("CREATE INDEX {name} ON users ({by}, id)");
    let mut all = vec![
        people("users_first_name", &format!("lower(first_name){bytes}, ({NAME}){bytes}")),
        people("users_last_name", &format!("lower(last_name){bytes}, ({NAME}){bytes}")),
    ];
    if backend == DbBackend::Postgres {
        all.push(people("users_full_name", &format!("({NAME}){bytes}")));
        all.push(format!("CREATE INDEX handles_beginning ON handles (handle{bytes})"));
    }
    all
}

/// As created in m0021: they find a prefix, but not in order.
const UNORDERED: [&str; 4] = [
    "CREATE INDEX users_first_name ON users (lower(first_name) text_pattern_ops)",
    "CREATE INDEX users_last_name ON users (lower(last_name) text_pattern_ops)",
    "CREATE INDEX users_full_name ON users (lower(first_name || ' ' || last_name) text_pattern_ops)",
    "CREATE INDEX handles_beginning ON handles (handle text_pattern_ops)",
];

const POSTGRES_INDEXES: [&str; 4] =
    ["users_first_name", "users_last_name", "users_full_name", "handles_beginning"];
const SQLITE_INDEXES: [&str; 2] = ["users_first_name", "users_last_name"];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, m: &SchemaManager) -> Result<(), DbErr> {
        let backend = m.get_database_backend();
        if backend == DbBackend::Postgres {
            drop_all(m, &POSTGRES_INDEXES).await?;
        }
        for index in in_order(backend) {
            m.get_connection().execute_unprepared(&index).await?;
        }
        Ok(())
    }

    async fn down(&self, m: &SchemaManager) -> Result<(), DbErr> {
        if m.get_database_backend() != DbBackend::Postgres {
            return drop_all(m, &SQLITE_INDEXES).await;
        }
        drop_all(m, &POSTGRES_INDEXES).await?;
        for index in UNORDERED {
            m.get_connection().execute_unprepared(index).await?;
        }
        Ok(())
    }
}

async fn drop_all(m: &SchemaManager<'_>, indexes: &[&str]) -> Result<(), DbErr> {
    for index in indexes {
        m.get_connection().execute_unprepared(&format!("DROP INDEX {index}")).await?;
    }
    Ok(())
}
