//! A questionnaire.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What applicants are asked (F-048).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Questionnaire {
    /// The form's heading.
    pub title: String,
    /// What stands below it.
    pub description: String,
    /// How long it takes, in minutes.
    pub estimated_time_minutes: u32,
    /// In the order in which they are asked.
    pub questions: Vec<Question>,
}

/// One question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// What its answer is known by.
    pub id: String,
    /// What is asked.
    pub label: String,
    /// What kind of answer it takes.
    #[serde(rename = "type")]
    pub kind: QuestionKind,
    /// What there is to choose from; empty unless it is a choice.
    #[serde(default)]
    pub options: Vec<String>,
    /// Whether it must be answered.
    pub required: bool,
    /// What stands in the field before an answer does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placeholder: Option<String>,
    /// What an answer has to be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation: Option<Validation>,
}

/// What kind of answer a question takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// One of its options; `select` is another word for it.
    #[serde(alias = "select")]
    MultipleChoice,
    /// Several lines.
    Textarea,
    /// An e-mail address.
    Email,
    /// A number.
    Number,
    /// One line.
    Text,
}

/// What an answer has to be, beside its kind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Validation {
    /// Characters at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<usize>,
    /// Characters at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<usize>,
    /// A regular expression that is to be found in it. The server alone asks it, in linear time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// What is said when it is not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Validation {
    /// So many characters at least and at most.
    #[must_use]
    pub const fn between(least: usize, most: usize) -> Self {
        Self { min_length: Some(least), max_length: Some(most), pattern: None, message: None }
    }
}
