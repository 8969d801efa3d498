//! Data model of a questionnaire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Questionnaire for applicants (F-048).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Questionnaire {
    /// Heading of the form.
    pub title: String,
    /// Text below the heading.
    pub description: String,
    /// Estimated time to fill it in, in minutes.
    pub estimated_time_minutes: u32,
    /// In the order of the form.
    pub questions: Vec<Question>,
}

/// A question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Key of its answer.
    pub id: String,
    /// Text of the question.
    pub label: String,
    /// Type of the answer.
    #[serde(rename = "type")]
    pub kind: QuestionKind,
    /// Choices; empty unless the type is a choice.
    #[serde(default)]
    pub options: Vec<String>,
    /// True if an answer is required.
    pub required: bool,
    /// Placeholder text of the empty field.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// Additional constraints on the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<AnswerConstraints>,
}

/// Type of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// One of the options; `select` is an alias.
    #[serde(alias = "select")]
    MultipleChoice,
    /// Multi-line text.
    Textarea,
    /// An email address.
    Email,
    /// A number.
    Number,
    /// Single-line text.
    Text,
}

/// Constraints on an answer, in addition to its type.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnswerConstraints {
    /// Minimum number of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<usize>,
    /// Maximum number of characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
    /// Regular expression that must match somewhere in the answer. Evaluated on the server only, in
    /// linear time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// Error message if the answer does not match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl AnswerConstraints {
    /// Constraints on the length only.
    #[must_use]
    pub const fn length_between(least: usize, most: usize) -> Self {
        Self { min_length: Some(least), max_length: Some(most), pattern: None, message: None }
    }
}
