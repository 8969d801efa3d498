//! Searched texts: SQL parts for posts and articles.

/// Searched table; its row is `s`.
#[derive(Debug, Clone, Copy)]
pub(super) enum TextTable {
    Posts,
    Articles,
}

impl TextTable {
    /// The indexed expression.
    pub const fn indexed_expression(self) -> &'static str {
        match self {
            Self::Posts => "s.content",
            Self::Articles => "s.title || ' ' || s.content",
        }
    }

    /// Its own columns, the table, and joined columns.
    pub const fn select_parts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Posts => (
                "s.thread_id, t.caption AS heading, s.content_format",
                "posts",
                "JOIN threads t ON t.id = s.thread_id",
            ),
            Self::Articles => (
                "CAST(NULL AS uuid) AS thread_id, s.title AS heading, \
                     CAST('text' AS text) AS content_format",
                "articles",
                "",
            ),
        }
    }

    /// SQL for the rows that meet a condition, which may also refer to another joined step; `whole`
    /// says whether they are all matches.
    pub fn rows_sql(self, beside: &str, found: &str, whole: &str) -> String {
        let (_, table, _) = self.select_parts();
        let there = match self {
            Self::Posts => "s.removed_at IS NULL",
            Self::Articles => "TRUE",
        };
        format!(
            "SELECT s.id, s.community_id, s.author_id, s.created, {whole} AS whole \
             FROM {beside} {table} s WHERE {found} AND {there}"
        )
    }
}
