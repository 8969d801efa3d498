//! Parses a questionnaire from an admin's text (G-031).

use super::defaults::{MINUTES, default_title, join_questions};
use super::error::QuestionnaireError;
use super::model::{AnswerConstraints, Question, QuestionKind, Questionnaire};
use crate::affiliations::rows::affiliation;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;

/// Maximum number of questions.
const QUESTIONS_MAX: usize = 50;
/// Maximum number of options per question.
const OPTIONS_MAX: usize = 50;
/// Maximum characters of an id; of a label, option or hint; of a description.
const ID_CHARS_MAX: usize = 64;
const LABEL_CHARS_MAX: usize = 300;
const DESCRIPTION_CHARS_MAX: usize = 2_000;
/// Maximum characters of a pattern, and its maximum size in bytes once compiled.
const PATTERN_CHARS_MAX: usize = 200;
const PATTERN_BYTES_MAX: usize = 1 << 18;
/// Maximum characters of an answer, even if the question allows more (G-040).
pub const ANSWER_CHARS_MAX: usize = 5_000;

/// Input format of a questionnaire: `question` is an alias of `label`, and optional fields may be
/// missing.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct QuestionnaireInput {
    title: Option<String>,
    description: Option<String>,
    estimated_time_minutes: Option<u32>,
    questions: Vec<WrittenQuestion>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WrittenQuestion {
    id: String,
    #[serde(alias = "question")]
    label: String,
    #[serde(rename = "type")]
    kind: QuestionKind,
    #[serde(default)]
    options: Vec<String>,
    #[serde(default)]
    required: bool,
    placeholder: Option<String>,
    validation: Option<AnswerConstraints>,
}

/// The questions of an affiliation: its own, or the defaults if it has none or they are invalid.
/// The error in its own is returned for its admins.
pub fn of_affiliation(row: &affiliation::Model) -> (Questionnaire, Option<QuestionnaireError>) {
    let Some(written) = &row.questionnaire else { return (join_questions(&row.name), None) };
    match read(written, &row.name) {
        Ok(questionnaire) => (questionnaire, None),
        Err(error) => (join_questions(&row.name), Some(error)),
    }
}

/// Parses the questionnaire of the affiliation with this name.
pub fn read(written: &Value, affiliation: &str) -> Result<Questionnaire, QuestionnaireError> {
    let written = QuestionnaireInput::deserialize(written)
        .map_err(|error| QuestionnaireError::Unreadable(error.to_string()))?;
    let count = written.questions.len();
    if count == 0 || count > QUESTIONS_MAX {
        return Err(QuestionnaireError::Count(QUESTIONS_MAX));
    }
    let mut ids = HashSet::new();
    let mut questions = Vec::with_capacity(count);
    for question in written.questions {
        let question = validated(question)?;
        if !ids.insert(question.id.clone()) {
            return Err(QuestionnaireError::Id(question.id));
        }
        questions.push(question);
    }
    let heading = validated_text(written.title, LABEL_CHARS_MAX, "title")?;
    Ok(Questionnaire {
        title: heading.unwrap_or_else(|| default_title(affiliation)),
        description: validated_text(written.description, DESCRIPTION_CHARS_MAX, "description")?
            .unwrap_or_default(),
        estimated_time_minutes: written.estimated_time_minutes.unwrap_or(MINUTES).clamp(1, 240),
        questions,
    })
}

fn validated_text(
    text: Option<String>,
    chars_max: usize,
    what: &'static str,
) -> Result<Option<String>, QuestionnaireError> {
    let text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    if text.as_ref().is_some_and(|text| text.chars().count() > chars_max) {
        return Err(QuestionnaireError::Words(what));
    }
    Ok(text)
}

fn validated(question: WrittenQuestion) -> Result<Question, QuestionnaireError> {
    let id = question.id;
    // Ids are used in field names of errors and in element ids of pages.
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    if id.is_empty() || id.len() > ID_CHARS_MAX || !id.chars().all(is_plain) {
        return Err(QuestionnaireError::Id(id));
    }
    let label = question.label.trim().to_owned();
    if label.is_empty() || label.chars().count() > LABEL_CHARS_MAX {
        return Err(QuestionnaireError::Label(id));
    }
    let is_choice = question.kind == QuestionKind::MultipleChoice;
    let options = if is_choice { validated_options(&id, question.options)? } else { Vec::new() };
    let validation = question.validation.unwrap_or_default();
    check_validation(&id, &validation)?;
    Ok(Question {
        id,
        label,
        kind: question.kind,
        options,
        required: question.required,
        placeholder: validated_text(question.placeholder, LABEL_CHARS_MAX, "placeholder")?,
        validation: (validation != AnswerConstraints::default()).then_some(validation),
    })
}

fn validated_options(id: &str, written: Vec<String>) -> Result<Vec<String>, QuestionnaireError> {
    let options: Vec<String> = written.iter().map(|option| option.trim().to_owned()).collect();
    let different: HashSet<&String> = options.iter().collect();
    let in_order = (1..=OPTIONS_MAX).contains(&options.len())
        && different.len() == options.len()
        && options.iter().all(|text| (1..=LABEL_CHARS_MAX).contains(&text.chars().count()));
    if in_order { Ok(options) } else { Err(QuestionnaireError::Options(id.to_owned())) }
}

fn check_validation(id: &str, validation: &AnswerConstraints) -> Result<(), QuestionnaireError> {
    let least = validation.min_length.unwrap_or(0);
    let most = validation.max_length.unwrap_or(ANSWER_CHARS_MAX);
    if most == 0 || least > most || least > ANSWER_CHARS_MAX {
        return Err(QuestionnaireError::Lengths(id.to_owned()));
    }
    if validation.message.as_ref().is_some_and(|text| text.chars().count() > LABEL_CHARS_MAX) {
        return Err(QuestionnaireError::Words("message"));
    }
    match &validation.pattern {
        Some(pattern) if compile_pattern(pattern).is_none() => {
            Err(QuestionnaireError::Pattern(id.to_owned()))
        }
        _ => Ok(()),
    }
}

/// The compiled pattern, matched in linear time; `None` if it is invalid or too large (T23, A-23).
pub fn compile_pattern(pattern: &str) -> Option<Regex> {
    let short_enough = pattern.chars().count() <= PATTERN_CHARS_MAX;
    let built = || RegexBuilder::new(pattern).size_limit(PATTERN_BYTES_MAX).nest_limit(20).build();
    if short_enough { built().ok() } else { None }
}
