//! Errors of texts, with the specified messages.

use super::patterns;
use platform::config::ContentFilter;
use platform::problem::FieldError;
use platform::{CatalogueError, Problem, ProblemEntry};

/// Reason why a text was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ContentError {
    /// A title or description is missing.
    #[error("Input is required")]
    Required,
    /// Nothing is left of the text after sanitising.
    #[error("Content cannot be empty")]
    Empty,
    /// Longer than this many characters.
    #[error("Content exceeds maximum length of {0} characters")]
    TooLong(usize),
    /// Executable markup.
    #[error("Content contains potentially harmful code")]
    Harmful,
    /// A title over 200 characters.
    #[error("Title too long (max 200 characters)")]
    TitleTooLong,
    /// A post or message without visible text.
    #[error("Message cannot be empty")]
    MessageEmpty,
    /// A reply or message over 5000 characters.
    #[error("Message too long (max 5000 characters)")]
    MessageTooLong,
    /// A post over 300 characters (C-082).
    #[error("Post exceeds maximum length of 300 characters")]
    PostTooLong,
    /// Content that A-221 prohibits.
    #[error("Message contains prohibited content")]
    Prohibited,
}

impl ContentError {
    /// The error for a field of the request body.
    #[must_use]
    pub fn to_field_error(self, field: &str) -> FieldError {
        FieldError::new(field, self.entry().code, self.to_string())
    }
}

/// The problem for a post, reply or message in this field. Names the prohibited parts of the text, so
/// that a client can mark them (G-029).
#[must_use]
pub fn post_problem(
    error: ContentError,
    field: &str,
    text: &str,
    filter: ContentFilter,
) -> Problem {
    let field = error.to_field_error(field);
    let field = if error == ContentError::Prohibited {
        let strict = filter == ContentFilter::Strict;
        field.with_positions(patterns::prohibited_positions(text, strict))
    } else {
        field
    };
    Problem::from(error).with_errors(vec![field])
}

/// The problem for a body with a name and a description; lists each invalid field.
#[must_use]
pub fn to_problem(name: Option<ContentError>, description: Option<ContentError>) -> Problem {
    let errors: Vec<FieldError> = [(name, "name"), (description, "description")]
        .into_iter()
        .filter_map(|(error, field)| error.map(|error| error.to_field_error(field)))
        .collect();
    Problem::from(name.or(description).unwrap_or(ContentError::Required)).with_errors(errors)
}

impl CatalogueError for ContentError {
    fn entry(&self) -> ProblemEntry {
        ProblemEntry::invalid(match self {
            Self::Required => "input-required",
            Self::Empty => "content-empty",
            Self::TooLong(_) => "content-too-long",
            Self::Harmful => "content-harmful",
            Self::TitleTooLong => "title-too-long",
            Self::MessageEmpty => "message-empty",
            Self::MessageTooLong => "message-too-long",
            Self::PostTooLong => "post-too-long",
            Self::Prohibited => "message-prohibited",
        })
    }
}
