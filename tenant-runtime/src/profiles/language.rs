//! Available languages: those with a complete translation.

use utoipa::ToSchema;

/// A language, by its BCP 47 tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "lowercase")]
pub(super) enum Language {
    En,
}

impl Language {
    const ALL: [Self; 1] = [Self::En];

    /// The available language with this tag.
    pub(super) fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.language_tag() == tag)
    }

    pub(super) const fn language_tag(self) -> &'static str {
        match self {
            Self::En => "en",
        }
    }
}
