//! Searched kinds of texts, and where their rows are.

use super::words::SourceTexts;
use crate::content::{self, TextFormat};
use sea_orm::DbBackend;

/// Table for `{handles}` in the name of a person.
pub(super) const HANDLES: &str = "handles";

/// A kind of searched text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextKind {
    Post,
    Thread,
    Article,
    /// Also events.
    Announcement,
    Message,
    Community,
    Person,
}

/// Table of a kind; its row is `x`.
pub(super) struct Source {
    pub table: &'static str,
    pub place: &'static str,
    pub author: &'static str,
    pub created: &'static str,
    /// Condition that the row is searched.
    pub condition: &'static str,
    pub name: &'static str,
    pub text: &'static str,
    pub profile: &'static str,
    /// Storage format of the text.
    pub format: &'static str,
}

const NO_TEXT: &str = "''";
const TYPED: &str = "'text'";

impl TextKind {
    /// All kinds, in the order in which missing words are filled in: names first.
    pub const ALL: [Self; 7] = [
        Self::Person,
        Self::Community,
        Self::Thread,
        Self::Announcement,
        Self::Article,
        Self::Post,
        Self::Message,
    ];

    /// Its code in the index.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Post => "p",
            Self::Thread => "t",
            Self::Article => "a",
            Self::Announcement => "n",
            Self::Message => "m",
            Self::Community => "c",
            Self::Person => "u",
        }
    }

    /// The kind with this code.
    pub(super) fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.code() == code)
    }

    /// The place, author and texts of its table.
    pub(super) const fn source(self) -> Source {
        let content = Source {
            table: "posts",
            place: "x.community_id",
            author: "x.author_id",
            created: "x.created",
            condition: "x.removed_at IS NULL",
            name: NO_TEXT,
            text: "x.content",
            profile: NO_TEXT,
            format: "x.content_format",
        };
        match self {
            Self::Post => content,
            Self::Thread => Source {
                table: "threads",
                author: "x.created_by",
                name: "x.caption",
                text: NO_TEXT,
                format: TYPED,
                ..content
            },
            Self::Article => Source {
                table: "articles",
                condition: "TRUE",
                name: "x.title",
                format: TYPED,
                ..content
            },
            Self::Announcement => Source {
                table: "announcements",
                created: "x.created_at",
                condition: "TRUE",
                profile: "COALESCE(x.location, '')",
                ..content
            },
            Self::Message => Source {
                table: "messages",
                place: "x.conversation_id",
                author: "x.sender_id",
                condition: "x.kind = 'text' AND x.deleted_at IS NULL",
                format: TYPED,
                ..content
            },
            Self::Community => Source {
                table: "communities",
                place: "x.id",
                author: "CAST(NULL AS uuid)",
                condition: "TRUE",
                name: "x.name",
                text: "x.description",
                format: TYPED,
                ..content
            },
            Self::Person => Source {
                table: "users",
                place: "x.id",
                author: "CAST(NULL AS uuid)",
                created: "x.created_at",
                condition: "TRUE",
                name: "x.first_name || ' ' || x.last_name || ' ' || \
                    COALESCE((SELECT h.shown_as FROM {handles} h WHERE h.user_id = x.id), '')",
                text: NO_TEXT,
                profile: "COALESCE(x.location, '') || ' ' || COALESCE(x.job_title, '')",
                format: TYPED,
            },
        }
    }

    /// SQL that stores the words `$2` of the row `$1`.
    pub(super) fn store_sql(self, backend: DbBackend) -> String {
        let Source { table, place, author, created, condition, .. } = self.source();
        let is_post = matches!(self, Self::Post);
        let (span, value, again) = match backend {
            DbBackend::Postgres if is_post => (", span", ", x.span", ", span = excluded.span"),
            _ => ("", "", ""),
        };
        format!(
            "INSERT INTO search_texts (id, kind, place_id, author_id, created{span}, words) \
             SELECT x.id, '{}', {place}, {author}, {created}{value}, $2 FROM {table} x \
             WHERE x.id = $1 AND {condition} \
             ON CONFLICT (id) DO UPDATE SET place_id = excluded.place_id, \
             author_id = excluded.author_id, words = excluded.words{again}",
            self.code()
        )
    }

    /// The words of a row with these texts.
    pub(super) fn stored_words(self, texts: &RowTexts) -> String {
        let source = texts.format.to_source(texts.text.clone());
        let text = match self {
            Self::Article => content::article_words(&source),
            _ => content::plain_text(&source),
        };
        if self == Self::Announcement {
            let text = format!("{text} {}", texts.profile);
            return SourceTexts { text: &text, ..Default::default() }.stored_words();
        }
        SourceTexts { name: &texts.name, text: &text, profile: &texts.profile }.stored_words()
    }
}

/// Texts of a row as they are stored.
#[derive(Debug, Clone)]
pub(super) struct RowTexts {
    pub name: String,
    pub text: String,
    pub profile: String,
    pub format: TextFormat,
}
