//! Short notation for columns, keys and indexes, so that a migration reads as a list of tables.

use sea_orm_migration::prelude::*;

/// A required text column.
pub fn text(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).text().not_null().take()
}
/// An optional text column.
pub fn text_null(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).text().null().take()
}
/// A required text column with a default.
pub fn text_or(name: &str, default: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).text().not_null().default(default).take()
}
/// A required id.
pub fn id(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).uuid().not_null().take()
}
/// An optional id.
pub fn id_null(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).uuid().null().take()
}
/// Primary key: an id.
pub fn key(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).uuid().not_null().primary_key().take()
}
/// A text primary key.
pub fn text_key(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).text().not_null().primary_key().take()
}
/// A required time.
pub fn time(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).timestamp_with_time_zone().not_null().take()
}
/// An optional time.
pub fn time_null(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).timestamp_with_time_zone().null().take()
}
/// A 64-bit number with a default.
pub fn number(name: &str, default: i64) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).big_integer().not_null().default(default).take()
}
/// An optional 64-bit number.
pub fn number_null(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).big_integer().null().take()
}
/// A truth value with a default.
pub fn flag(name: &str, default: bool) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).boolean().not_null().default(default).take()
}
/// A required JSON document.
pub fn json(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).json_binary().not_null().take()
}
/// An optional JSON document.
pub fn json_null(name: &str) -> ColumnDef {
    ColumnDef::new(Alias::new(name)).json_binary().null().take()
}

/// A table: columns first, then constraints.
pub struct NewTable(TableCreateStatement);

/// Starts a table.
pub fn table(name: &str, columns: Vec<ColumnDef>) -> NewTable {
    let mut statement = Table::create().table(Alias::new(name)).take();
    for mut column in columns {
        statement.col(&mut column);
    }
    NewTable(statement)
}

impl NewTable {
    /// A composite primary key.
    pub fn keyed_by(mut self, columns: &[&str]) -> Self {
        let mut index = Index::create();
        for column in columns {
            index.col(Alias::new(*column));
        }
        self.0.primary_key(&mut index);
        self
    }
    /// A foreign key with ON DELETE CASCADE.
    pub fn belongs(self, column: &str, to: &str) -> Self {
        self.refers(column, to, ForeignKeyAction::Cascade)
    }
    /// A foreign key with ON DELETE SET NULL.
    pub fn mentions(self, column: &str, to: &str) -> Self {
        self.refers(column, to, ForeignKeyAction::SetNull)
    }
    /// A foreign key with ON DELETE RESTRICT.
    pub fn needs(self, column: &str, to: &str) -> Self {
        self.refers(column, to, ForeignKeyAction::Restrict)
    }
    fn refers(mut self, column: &str, to: &str, on_delete: ForeignKeyAction) -> Self {
        let mut key = ForeignKey::create()
            .from_col(Alias::new(column))
            .to(Alias::new(to), Alias::new("id"))
            .on_delete(on_delete)
            .take();
        self.0.foreign_key(&mut key);
        self
    }
    /// A check constraint for a closed set of values.
    pub fn one_of(mut self, column: &str, values: &[&str]) -> Self {
        self.0.check(Expr::col(Alias::new(column)).is_in(values.iter().copied()));
        self
    }
    /// A check constraint.
    pub fn holds(mut self, condition: SimpleExpr) -> Self {
        self.0.check(condition);
        self
    }
    /// A check constraint for a non-negative number.
    pub fn counted(mut self, column: &str) -> Self {
        self.0.check(Expr::col(Alias::new(column)).gte(0));
        self
    }
    /// Creates the table.
    pub async fn make(self, manager: &SchemaManager<'_>) -> Result<(), DbErr> {
        manager.create_table(self.0).await
    }
}

/// Creates an index; `unique` for uniqueness constraints.
pub async fn index(
    manager: &SchemaManager<'_>,
    unique: bool,
    name: &str,
    table: &str,
    columns: &[&str],
) -> Result<(), DbErr> {
    manager.create_index(index_on(unique, name, table, columns)).await
}

/// Creates a partial index.
pub async fn index_where(
    manager: &SchemaManager<'_>,
    unique: bool,
    name: &str,
    table: &str,
    columns: &[&str],
    rows: SimpleExpr,
) -> Result<(), DbErr> {
    let mut statement = index_on(unique, name, table, columns);
    statement.cond_where(rows);
    manager.create_index(statement).await
}

fn index_on(unique: bool, name: &str, table: &str, columns: &[&str]) -> IndexCreateStatement {
    let mut statement = Index::create().name(name).table(Alias::new(table)).take();
    for column in columns {
        statement.col(Alias::new(*column));
    }
    if unique {
        statement.unique();
    }
    statement
}

/// Drops tables, the newest first.
pub async fn drop_all(manager: &SchemaManager<'_>, tables: &[&str]) -> Result<(), DbErr> {
    for table in tables {
        manager.drop_table(Table::drop().table(Alias::new(*table)).take()).await?;
    }
    Ok(())
}
