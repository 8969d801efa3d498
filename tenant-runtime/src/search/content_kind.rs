//! Kinds of searched content: their tables and conditions.

use crate::posts;
use crate::search_index::{ContentFilter, TextKind};

/// A kind of content in communities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ContentKind {
    Threads,
    Posts,
    Articles,
    Announcements,
    Events,
}

/// SQL parts of a kind. The row of the index is `s`, that of the table `x`.
pub(super) struct ContentParts {
    pub table: &'static str,
    /// Columns of a result.
    pub columns: &'static str,
    /// Joined tables of these columns.
    pub beside: &'static str,
    /// Condition that the row is shown.
    pub is_there: &'static str,
    /// Time that must be in the visible history.
    pub seen_at: &'static str,
    /// Time that the filter compares.
    pub time: &'static str,
}

const NO_TIMES: &str = "CAST(NULL AS timestamptz) AS starts_at, \
     CAST(NULL AS timestamptz) AS ends_at, CAST(NULL AS text) AS place";

impl ContentKind {
    pub const fn text_kind(self) -> TextKind {
        match self {
            Self::Threads => TextKind::Thread,
            Self::Posts => TextKind::Post,
            Self::Articles => TextKind::Article,
            Self::Announcements | Self::Events => TextKind::Announcement,
        }
    }

    /// Returns true if it has a title, by which its results are ranked.
    pub const fn has_title(self) -> bool {
        matches!(self, Self::Threads | Self::Articles)
    }

    /// Returns false if no row of the kind can meet the filter.
    pub const fn allows(self, filter: &ContentFilter) -> bool {
        !filter.has_image || matches!(self, Self::Posts | Self::Articles)
    }

    /// Condition that the row has a picture.
    pub fn image_sql(self) -> String {
        match self {
            Self::Posts => posts::images::has_images_sql("s.id"),
            Self::Articles => "x.content LIKE '%![%](%'".to_owned(),
            _ => "FALSE".to_owned(),
        }
    }

    pub const fn parts(self) -> ContentParts {
        let announcement = ContentParts {
            table: "announcements",
            columns: "CAST(NULL AS uuid) AS thread_id, '' AS heading, x.content, x.content_format, \
                 x.starts_at, x.ends_at, x.location AS place",
            beside: "",
            is_there: "x.is_active = TRUE AND x.starts_at IS NULL",
            seen_at: "s.created",
            time: "s.created",
        };
        match self {
            Self::Announcements => announcement,
            Self::Events => ContentParts {
                is_there: "x.is_active = TRUE AND x.starts_at IS NOT NULL",
                // An event is also seen by those who joined before it starts.
                seen_at: "CASE WHEN x.starts_at > s.created THEN x.starts_at ELSE s.created END",
                time: "x.starts_at",
                ..announcement
            },
            Self::Posts => ContentParts {
                table: "posts",
                columns: "x.thread_id, t.caption AS heading, x.content, x.content_format, {times}",
                beside: "JOIN threads t ON t.id = x.thread_id",
                is_there: "x.removed_at IS NULL",
                ..announcement
            },
            Self::Threads => ContentParts {
                table: "threads",
                columns: "x.id AS thread_id, x.caption AS heading, '' AS content, \
                     'text' AS content_format, {times}",
                is_there: "x.removed_at IS NULL",
                // The list shows a thread with posts of the visible history.
                seen_at: "x.last_updated",
                ..announcement
            },
            Self::Articles => ContentParts {
                table: "articles",
                columns: "CAST(NULL AS uuid) AS thread_id, x.title AS heading, x.content, \
                     CAST('text' AS text) AS content_format, {times}",
                is_there: "TRUE",
                ..announcement
            },
        }
    }

    /// Columns of a result, equal for all kinds.
    pub fn columns_sql(self) -> String {
        self.parts().columns.replace("{times}", NO_TIMES)
    }
}
