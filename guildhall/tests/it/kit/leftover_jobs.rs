//! Counts rows that refer to a community, in all tables of the schema.

use super::{TestApp, uuid_of};
use sea_orm::{DbBackend, FromQueryResult};
use std::collections::BTreeMap;

/// A column that refers to a community or to its content.
#[derive(FromQueryResult)]
struct ReferenceColumn {
    place: String,
    name: String,
}

impl ReferenceColumn {
    /// The referenced table, or `None` for `communities`.
    fn parent_table(&self) -> Option<&'static str> {
        match self.name.as_str() {
            "post_id" => Some("posts"),
            "thread_id" => Some("threads"),
            "article_id" => Some("articles"),
            _ => None,
        }
    }
}

impl TestApp {
    async fn reference_columns(&self) -> Vec<ReferenceColumn> {
        let system = self.services().system("look what tables there are");
        let named = "IN ('community_id', 'thread_id', 'post_id', 'article_id')";
        let sql = match system.backend() {
            DbBackend::Sqlite => format!(
                "SELECT t.name AS place, c.name AS name FROM sqlite_master t, \
                 pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name {named}"
            ),
            _ => format!(
                "SELECT CAST(table_name AS text) AS place, CAST(column_name AS text) AS name \
                 FROM information_schema.columns \
                 WHERE table_schema = 'public' AND column_name {named}"
            ),
        };
        system.raw(&sql, vec![]).all::<ReferenceColumn>().await.unwrap()
    }

    /// Number of rows that refer to the community, for each table that has any.
    pub async fn community_rows(&self, community: &str) -> BTreeMap<String, i64> {
        let of_it = |rows: String| {
            let sql = format!("SELECT COUNT(*) AS n FROM {rows}");
            async move { self.count(&sql, vec![uuid_of(community).into()]).await }
        };
        let mut rows = BTreeMap::new();
        for naming in self.reference_columns().await {
            let ReferenceColumn { place, name } = &naming;
            let found = match naming.parent_table() {
                None => format!("{place} WHERE {name} = $1"),
                Some(whole) => {
                    format!(
                        "{place} WHERE {name} IN (SELECT id FROM {whole} WHERE community_id = $1)"
                    )
                }
            };
            rows.insert(format!("{place} by {name}"), of_it(found).await);
        }
        rows.insert("communities".to_owned(), of_it("communities WHERE id = $1".to_owned()).await);
        rows.retain(|_, count| *count > 0);
        rows
    }

    /// Number of rows that refer to a deleted row, for each table that has any.
    pub async fn orphaned_rows(&self) -> BTreeMap<String, i64> {
        let mut rows = BTreeMap::new();
        for naming in self.reference_columns().await {
            let ReferenceColumn { place, name } = &naming;
            let whole = naming.parent_table().unwrap_or("communities");
            let sql = format!(
                "SELECT COUNT(*) AS n FROM {place} r WHERE r.{name} IS NOT NULL \
                 AND NOT EXISTS (SELECT 1 FROM {whole} w WHERE w.id = r.{name})"
            );
            rows.insert(format!("{place} by {name}"), self.count(&sql, vec![]).await);
        }
        rows.retain(|_, count| *count > 0);
        rows
    }
}
