//! Rows of several tables as one JSON value, so that one statement answers what would else be asked
//! one by one. Each feature writes the part that is about its own tables; what comes out is read with
//! serde. The two databases spell it differently, and this is the one place that knows how.

use sea_orm::{ColumnTrait, ColumnType, DbBackend, EntityTrait, IdenStatic, Iterable, Value};
use uuid::Uuid;
use wire::Door;

/// What a column holds, so that it reads the same out of either database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Holds {
    /// An id.
    Id,
    /// Text, a number or a time: written as they are.
    Plain,
    /// Yes or no.
    Flag,
    /// A JSON document.
    Json,
}

/// Writes the SQL that gathers rows. Every part may name what it belongs to: the person, as the row
/// `u` of `users`.
#[derive(Debug, Clone, Copy)]
pub struct Gather {
    backend: DbBackend,
    door: Door,
}

/// Where a statement that gathers has the affiliation of the portal. Its first value is its own.
const PORTAL: &str = "$2";

impl Gather {
    pub(crate) const fn new(backend: DbBackend, door: Door) -> Self {
        Self { backend, door }
    }

    /// The affiliation of the portal that is looked through, as an expression; nothing on main.
    #[must_use]
    pub fn portal(&self) -> Option<&'static str> {
        self.door.affiliation().map(|_| PORTAL)
    }

    /// The value of [`Self::portal`]; the nil id on main, which no affiliation has.
    pub(crate) fn portal_value(&self) -> Value {
        self.door.affiliation().map_or(Uuid::nil(), |portal| portal.uuid()).into()
    }

    /// An object: the name of each field, what it holds, and the expression for it.
    #[must_use]
    pub fn object(&self, fields: &[(&str, Holds, &str)]) -> String {
        let fields = fields.iter().map(|(name, holds, sql)| (*name, self.value(*holds, sql)));
        self.object_of(fields)
    }

    /// A whole row of `E`, as the table or alias `row`, under its columns' names.
    #[must_use]
    pub fn row<E: EntityTrait>(&self, row: &str) -> String {
        let fields = E::Column::iter().map(|column| {
            let name = column.as_str();
            (name, self.value(holds(column.def().get_column_type()), &format!("{row}.{name}")))
        });
        self.object_of(fields)
    }

    /// An object whose fields were gathered already.
    #[must_use]
    pub fn parts(&self, parts: &[(&str, String)]) -> String {
        let parts = parts.iter().map(|(name, sql)| (*name, self.value(Holds::Json, sql)));
        self.object_of(parts)
    }

    /// A list of `each`, an object or a value, for each row of `from`, in the given order.
    #[must_use]
    pub fn list(&self, each: &str, from: &str, order: &str) -> String {
        match self.backend {
            DbBackend::Postgres => format!(
                "COALESCE((SELECT json_agg({each} ORDER BY {order}) FROM {from}), '[]'::json)"
            ),
            _ => format!("json((SELECT json_group_array({each} ORDER BY {order}) FROM {from}))"),
        }
    }

    /// `object` of the one row of `from`; null without one.
    #[must_use]
    pub fn one(&self, object: &str, from: &str) -> String {
        format!("(SELECT {object} FROM {from} LIMIT 1)")
    }

    /// One expression, as it is written in JSON.
    #[must_use]
    pub fn value(&self, holds: Holds, sql: &str) -> String {
        match (self.backend, holds) {
            (DbBackend::Postgres, Holds::Id) => format!("replace({sql}::text, '-', '')"),
            (DbBackend::Postgres, _) | (_, Holds::Plain) => sql.to_owned(),
            (_, Holds::Id) => format!("CASE WHEN {sql} IS NOT NULL THEN lower(hex({sql})) END"),
            (_, Holds::Flag) => {
                format!("json(CASE {sql} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)")
            }
            (_, Holds::Json) => format!("json({sql})"),
        }
    }

    fn object_of<'n>(&self, fields: impl Iterator<Item = (&'n str, String)>) -> String {
        let function = match self.backend {
            DbBackend::Postgres => "json_build_object",
            _ => "json_object",
        };
        let fields: Vec<String> = fields.map(|(name, sql)| format!("'{name}', {sql}")).collect();
        format!("{function}({})", fields.join(", "))
    }
}

fn holds(column: &ColumnType) -> Holds {
    match column {
        ColumnType::Uuid => Holds::Id,
        ColumnType::Boolean => Holds::Flag,
        ColumnType::Json | ColumnType::JsonBinary => Holds::Json,
        _ => Holds::Plain,
    }
}
