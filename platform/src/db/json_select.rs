//! Builds SQL that returns rows of several tables as one JSON value, so that one statement replaces
//! several. Each feature contributes the part for its own tables; the result is parsed with serde.
//! The syntax differs between the databases; only this module knows how.

use sea_orm::{ColumnTrait, ColumnType, DbBackend, EntityTrait, IdenStatic, Iterable, Value};
use uuid::Uuid;
use wire::Site;

/// Type of a column, so that both databases produce the same JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum JsonType {
    /// A column with an id, which both databases store differently.
    Id,
    /// Text, a number or a time: used unchanged.
    Plain,
    /// A boolean.
    Flag,
    /// A JSON document.
    Json,
}

/// Builds the SQL. Every part may refer to the user as the row `u` of `users`.
#[derive(Debug, Clone, Copy)]
pub struct JsonSelect {
    backend: DbBackend,
    site: Site,
}

/// Placeholder of the portal's affiliation; `$1` belongs to the statement.
const PORTAL: &str = "$2";

impl JsonSelect {
    /// Builds SQL for this database and site.
    #[must_use]
    pub const fn new(backend: DbBackend, site: Site) -> Self {
        Self { backend, site }
    }

    /// Expression of the portal's affiliation; `None` on the main site.
    #[must_use]
    pub fn portal_expression(&self) -> Option<&'static str> {
        self.site.affiliation().map(|_| PORTAL)
    }

    /// Value of [`Self::portal_expression`]; the nil id on the main site, which no affiliation has.
    pub(crate) fn portal_value(&self) -> Value {
        self.site.affiliation().map_or(Uuid::nil(), |portal| portal.uuid()).into()
    }

    /// A JSON object: name, type and expression of each field.
    #[must_use]
    pub fn json_object(&self, fields: &[(&str, JsonType, &str)]) -> String {
        let fields = fields.iter().map(|(name, holds, sql)| (*name, self.json_value(*holds, sql)));
        self.object_of(fields)
    }

    /// A whole row of `E` from the table or alias `row`, under its column names.
    #[must_use]
    pub fn json_row<E: EntityTrait>(&self, row: &str) -> String {
        let fields = E::Column::iter().map(|column| {
            let name = column.as_str();
            (
                name,
                self.json_value(
                    json_type_of(column.def().get_column_type()),
                    &format!("{row}.{name}"),
                ),
            )
        });
        self.object_of(fields)
    }

    /// A JSON object of fields that are JSON already.
    #[must_use]
    pub fn json_parts(&self, parts: &[(&str, String)]) -> String {
        let parts = parts.iter().map(|(name, sql)| (*name, self.json_value(JsonType::Json, sql)));
        self.object_of(parts)
    }

    /// A JSON array of `each`, an object or a value, for each row of `from`, in the given order.
    #[must_use]
    pub fn json_list(&self, each: &str, from: &str, order: &str) -> String {
        match self.backend {
            DbBackend::Postgres => format!(
                "COALESCE((SELECT json_agg({each} ORDER BY {order}) FROM {from}), '[]'::json)"
            ),
            _ => format!("json((SELECT json_group_array({each} ORDER BY {order}) FROM {from}))"),
        }
    }

    /// `object` of the single row of `from`; null if there is none.
    #[must_use]
    pub fn json_one(&self, object: &str, from: &str) -> String {
        format!("(SELECT {object} FROM {from} LIMIT 1)")
    }

    /// A single expression as JSON.
    #[must_use]
    pub fn json_value(&self, holds: JsonType, sql: &str) -> String {
        match (self.backend, holds) {
            (DbBackend::Postgres, JsonType::Id) => format!("replace({sql}::text, '-', '')"),
            (DbBackend::Postgres, _) | (_, JsonType::Plain) => sql.to_owned(),
            (_, JsonType::Id) => format!("CASE WHEN {sql} IS NOT NULL THEN lower(hex({sql})) END"),
            (_, JsonType::Flag) => {
                format!("json(CASE {sql} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END)")
            }
            (_, JsonType::Json) => format!("json({sql})"),
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

fn json_type_of(column: &ColumnType) -> JsonType {
    match column {
        ColumnType::Uuid => JsonType::Id,
        ColumnType::Boolean => JsonType::Flag,
        ColumnType::Json | ColumnType::JsonBinary => JsonType::Json,
        _ => JsonType::Plain,
    }
}
