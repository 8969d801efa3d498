//! The texts that are searched: posts and articles, each in the statement that finds some of them.

/// Which table is read: its row is `s`.
#[derive(Debug, Clone, Copy)]
pub(super) enum Said {
    Posts,
    Articles,
}

impl Said {
    /// What of a row is searched.
    pub const fn searched(self) -> &'static str {
        match self {
            Self::Posts => "s.content",
            Self::Articles => "s.title || ' ' || s.content",
        }
    }

    /// The columns that are its own, the table, and what is read beside it.
    pub const fn parts(self) -> (&'static str, &'static str, &'static str) {
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

    /// The rows that meet a condition, beside what else it speaks of, as `whole` says whether they are all
    /// there is.
    pub fn rows_sql(self, beside: &str, found: &str, whole: &str) -> String {
        let (_, table, _) = self.parts();
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
