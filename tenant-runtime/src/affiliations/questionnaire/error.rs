//! What can be wrong with a questionnaire, and with an answer.

use platform::problem::FieldError;
use platform::{Catalogued, Entry, Problem};

/// Why what an admin wrote is no questionnaire. Whatever is not specified is said in the tone of the rest.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum QuestionnaireError {
    /// It cannot be read.
    #[error("Invalid questionnaire: {0}")]
    Unreadable(String),
    /// Too long to be read.
    #[error("Invalid questionnaire: at most {0} characters")]
    TooLong(usize),
    /// None, or too many.
    #[error("Invalid questionnaire: it needs between 1 and {0} questions")]
    Count(usize),
    /// A question that cannot be told from another.
    #[error("Invalid questionnaire: every question needs an id of its own, not \"{0}\"")]
    Id(String),
    /// A question that asks nothing, or too much.
    #[error("Invalid questionnaire: question \"{0}\" needs a label of at most 300 characters")]
    Label(String),
    /// A choice of nothing, of one thing twice, or of too much.
    #[error("Invalid questionnaire: question \"{0}\" needs between 1 and 50 different options")]
    Options(String),
    /// Limits that no answer keeps.
    #[error("Invalid questionnaire: the lengths of question \"{0}\" leave no answer")]
    Lengths(String),
    /// No regular expression, or one that takes too much.
    #[error("Invalid questionnaire: the pattern of question \"{0}\" cannot be used")]
    Pattern(String),
    /// Headings and hints that are no hints any more.
    #[error("Invalid questionnaire: \"{0}\" is too long")]
    Words(&'static str),
}

impl Catalogued for QuestionnaireError {
    fn entry(&self) -> Entry {
        Entry::invalid("questionnaire-invalid")
    }
}

/// Why an answer is refused (F-053).
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AnswerError {
    /// It is missing.
    #[error("{0} is required")]
    Required(String),
    /// Too few characters.
    #[error("Minimum {0} characters required")]
    TooShort(usize),
    /// Too many.
    #[error("Maximum {0} characters allowed")]
    TooLong(usize),
    /// Not of its kind, and nothing else is said about it.
    #[error("Invalid format")]
    Format,
    /// Not what the admin's pattern asks for, in the admin's words.
    #[error("{0}")]
    Pattern(String),
    /// Code that would run.
    #[error("{0}")]
    Content(crate::content::ContentError),
    /// The form was changed meanwhile.
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

/// Everything that is wrong with the answers, in the order of the questions.
#[derive(Debug, Default)]
pub struct AnswersRefused(Vec<(String, AnswerError)>);

impl AnswersRefused {
    pub(super) fn add(&mut self, question: &str, error: AnswerError) {
        self.0.push((question.to_owned(), error));
    }

    pub(super) fn or<T>(self, answers: T) -> Result<T, Self> {
        if self.0.is_empty() { Ok(answers) } else { Err(self) }
    }
}

impl From<AnswersRefused> for Problem {
    fn from(AnswersRefused(refused): AnswersRefused) -> Self {
        let first = refused.first().map(|(_, error)| error.to_string()).unwrap_or_default();
        let field = |(question, error): &(String, AnswerError)| {
            FieldError::new(&format!("answers.{question}"), error.code(), error.to_string())
        };
        Self::new(Entry::invalid("answers-invalid"), first)
            .with_errors(refused.iter().map(field).collect())
    }
}
