//! Default questions of an affiliation without its own, and a template for new ones.

use super::model::{AnswerConstraints, Question, QuestionKind, Questionnaire};

/// Default for the estimated time to fill in the form, in minutes (F-052).
pub const MINUTES: u32 = 3;

/// Default heading of a form (F-052).
#[must_use]
pub fn default_title(affiliation: &str) -> String {
    format!("Apply to Join {affiliation}")
}

fn default_form(affiliation: &str, questions: Vec<Question>) -> Questionnaire {
    let description = String::new();
    Questionnaire {
        title: default_title(affiliation),
        description,
        estimated_time_minutes: MINUTES,
        questions,
    }
}

fn new_question(id: &str, label: &str, kind: QuestionKind) -> Question {
    Question {
        id: id.to_owned(),
        label: label.to_owned(),
        kind,
        options: Vec::new(),
        required: false,
        placeholder: None,
        validation: None,
    }
}

fn text_question(id: &str, label: &str, asks: &str, (least, most): (usize, usize)) -> Question {
    Question {
        required: true,
        placeholder: Some(asks.to_owned()),
        validation: Some(AnswerConstraints::length_between(least, most)),
        ..new_question(id, label, QuestionKind::Textarea)
    }
}

fn choice_question(id: &str, label: &str, options: &[&str]) -> Question {
    Question {
        required: true,
        options: options.iter().map(|option| (*option).to_owned()).collect(),
        ..new_question(id, label, QuestionKind::MultipleChoice)
    }
}

/// Default questions (F-049).
#[must_use]
pub fn join_questions(affiliation: &str) -> Questionnaire {
    let questions = vec![
        text_question("motivation", "Motivation", "Why would you like to join?", (50, 500)),
        text_question(
            "background",
            "Background",
            "What ties you to us, and since when?",
            (30, 400),
        ),
        text_question(
            "contribution",
            "Contribution",
            "What would you like to bring along?",
            (30, 300),
        ),
        choice_question(
            "availability",
            "Availability",
            &[
                "Very active - Daily participation",
                "Active - Several times per week",
                "Moderate - Weekly participation",
                "Light - Monthly participation",
            ],
        ),
    ];
    default_form(affiliation, questions)
}

/// Template for educational institutions (F-050).
#[must_use]
pub fn institution_questions(affiliation: &str) -> Questionnaire {
    let kinds = ["Current Student", "Alumni/Graduate", "Faculty Member", "Staff Member", "Other"];
    let more = Question {
        validation: Some(AnswerConstraints {
            max_length: Some(500),
            ..AnswerConstraints::default()
        }),
        ..new_question("additional_info", "Additional information", QuestionKind::Textarea)
    };
    let questions = vec![
        choice_question("membership_type", "Membership type", &kinds),
        new_question("institutional_id", "Institutional ID", QuestionKind::Text),
        new_question("department", "Department", QuestionKind::Text),
        new_question("graduation_year", "Graduation year", QuestionKind::Number),
        more,
    ];
    default_form(affiliation, questions)
}
