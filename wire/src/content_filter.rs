//! Filter of posts and messages (G-029).

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Filter of posts and messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ContentFilter {
    /// As specified: shell characters and SQL keywords are refused in posts and messages.
    #[default]
    Strict,
    /// Prose may contain them; dangerous content is still neutralised.
    Relaxed,
}

impl ContentFilter {
    /// Name in settings, in the database and in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Relaxed => "relaxed",
        }
    }

    /// The filter with exactly this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Strict, Self::Relaxed].into_iter().find(|filter| filter.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_api() {
        for filter in [ContentFilter::Strict, ContentFilter::Relaxed] {
            assert_eq!(ContentFilter::from_name(filter.name()), Some(filter));
            let json = serde_json::to_value(filter).ok();
            assert_eq!(json.as_ref().and_then(|json| json.as_str()), Some(filter.name()));
        }
        assert_eq!(ContentFilter::from_name("Strict"), None);
    }
}
