//! Errors of questionnaires and answers.

use platform::problem::FieldError;
use platform::{CatalogueError, Problem, ProblemEntry};

/// Reason why a questionnaire is invalid. Messages that are not specified follow the same tone.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuestionnaireError {
    /// It cannot be parsed.
    #[error("Invalid questionnaire: {0}")]
    Unreadable(String),
    /// The text is too long to be parsed.
    #[error("Invalid questionnaire: at most {0} characters")]
    TooLong(usize),
    /// No questions, or too many.
    #[error("Invalid questionnaire: it needs between 1 and {0} questions")]
    Count(usize),
    /// A question id is missing, invalid or used twice.
    #[error("Invalid questionnaire: every question needs an id of its own, not \"{0}\"")]
    Id(String),
    /// A label is empty or too long.
    #[error("Invalid questionnaire: question \"{0}\" needs a label of at most 300 characters")]
    Label(String),
    /// The options are missing, duplicate, or too many or too long.
    #[error("Invalid questionnaire: question \"{0}\" needs between 1 and 50 different options")]
    Options(String),
    /// The minimum length exceeds the maximum.
    #[error("Invalid questionnaire: the lengths of question \"{0}\" leave no answer")]
    Lengths(String),
    /// The pattern is not a valid regular expression, or compiles to too much memory.
    #[error("Invalid questionnaire: the pattern of question \"{0}\" cannot be used")]
    Pattern(String),
    /// A heading or hint is too long.
    #[error("Invalid questionnaire: \"{0}\" is too long")]
    Words(&'static str),
}

impl CatalogueError for QuestionnaireError {
    fn entry(&self) -> ProblemEntry {
        ProblemEntry::invalid("questionnaire-invalid")
    }
}

/// Reason why an answer is refused (F-053).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// A required answer is missing.
    #[error("{0} is required")]
    Required(String),
    /// Too few characters.
    #[error("Minimum {0} characters required")]
    TooShort(usize),
    /// Too many characters.
    #[error("Maximum {0} characters allowed")]
    TooLong(usize),
    /// It does not match the type of the question, and the question has no message of its own.
    #[error("Invalid format")]
    Format,
    /// It does not match the admin's pattern; the message is the admin's.
    #[error("{0}")]
    Pattern(String),
    /// It contains executable code.
    #[error("{0}")]
    Content(crate::content::ContentError),
    /// The form was changed in the meantime.
    #[error("This question no longer exists. Please reload the form.")]
    NotAsked,
}

impl AnswerError {
    const fn code(&self) -> &'static str {
        match self {
            Self::Required(_) => "answer-required",
            Self::TooShort(_) => "answer-too-short",
            Self::TooLong(_) => "answer-too-long",
            Self::Format | Self::Pattern(_) => "answer-format",
            Self::Content(_) => "answer-content",
            Self::NotAsked => "answer-not-asked",
        }
    }
}

/// All invalid answers, in the order of the questions.
#[derive(Debug, Default)]
pub struct AnswersRefused(Vec<(String, AnswerError)>);

impl AnswersRefused {
    pub(super) fn add(&mut self, question: &str, error: AnswerError) {
        self.0.push((question.to_owned(), error));
    }

    pub(super) fn error_or<T>(self, answers: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(answers) } else { Err(self) }
    }
}

impl From<AnswersRefused> for Problem {
    fn from(AnswersRefused(refused): AnswersRefused) -> Self {
        let first = refused.first().map(|(_, error)| error.to_string()).unwrap_or_default();
        let field = |(question, error): &(String, AnswerError)| {
            FieldError::new(&format!("answers.{question}"), error.code(), error.to_string())
        };
        Self::new(ProblemEntry::invalid("answers-invalid"), first)
            .with_errors(refused.iter().map(field).collect())
    }
}
