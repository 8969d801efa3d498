//! Validation of answers to a questionnaire (F-053).

use super::error::{AnswerError, AnswersRefused};
use super::model::{AnswerConstraints, Question, QuestionKind, Questionnaire};
use super::read::{ANSWER_CHARS_MAX, compile_pattern};
use crate::content::{self, ContentError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::ToSchema;

/// An answer, with the question as it was when answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ApplicationAnswer {
    /// Id of the question.
    pub question_id: String,
    /// Text of the question.
    pub question: String,
    /// Text of the answer.
    pub answer: String,
}

/// Validates the answers and returns them in the order of the questions, without empty optional
/// ones.
///
/// # Errors
/// All invalid answers.
pub fn check(
    questionnaire: &Questionnaire,
    given: &BTreeMap<String, String>,
) -> Result<Vec<ApplicationAnswer>, AnswersRefused> {
    let mut refused = AnswersRefused::default();
    let mut kept = Vec::new();
    for question in &questionnaire.questions {
        let text = given.get(&question.id).map(String::as_str).unwrap_or_default();
        match check_one(question, text) {
            Ok(answer) if answer.is_empty() => {}
            Ok(answer) => kept.push(ApplicationAnswer {
                question_id: question.id.clone(),
                question: question.label.clone(),
                answer,
            }),
            Err(error) => refused.add(&question.id, error),
        }
    }
    let is_asked = |id: &str| questionnaire.questions.iter().any(|question| question.id == id);
    for id in given.keys().filter(|id| !is_asked(id)) {
        refused.add(id, AnswerError::NotAsked);
    }
    refused.error_or(kept)
}

fn check_one(question: &Question, text: &str) -> Result<String, AnswerError> {
    let text = content::check_note(text, ANSWER_CHARS_MAX).map_err(|error| match error {
        ContentError::TooLong(most) => AnswerError::TooLong(most),
        other => AnswerError::Content(other),
    })?;
    if text.is_empty() {
        let missing = || AnswerError::Required(question.label.clone());
        return if question.required { Err(missing()) } else { Ok(text) };
    }
    let none = AnswerConstraints::default();
    let validation = question.validation.as_ref().unwrap_or(&none);
    let chars = text.chars().count();
    if let Some(least) = validation.min_length.filter(|least| chars < *least) {
        return Err(AnswerError::TooShort(least));
    }
    if let Some(most) = validation.max_length.filter(|most| chars > *most) {
        return Err(AnswerError::TooLong(most));
    }
    if !is_of_kind(question, &text) {
        return Err(AnswerError::Format);
    }
    if validation.pattern.as_ref().is_none_or(|pattern| is_found(pattern, &text)) {
        return Ok(text);
    }
    let words = validation.message.clone().filter(|message| !message.trim().is_empty());
    Err(words.map_or(AnswerError::Format, AnswerError::Pattern))
}

fn is_found(pattern: &str, text: &str) -> bool {
    // Unusable patterns cannot be saved, so `None` does not occur in practice.
    compile_pattern(pattern).is_none_or(|pattern| pattern.is_match(text))
}

fn is_of_kind(question: &Question, text: &str) -> bool {
    match question.kind {
        QuestionKind::MultipleChoice => question.options.iter().any(|option| option == text),
        QuestionKind::Textarea => true,
        QuestionKind::Text => !text.contains('\n'),
        QuestionKind::Number => text.parse::<f64>().is_ok_and(f64::is_finite),
        QuestionKind::Email => crate::accounts::check_email(text).is_ok(),
    }
}
