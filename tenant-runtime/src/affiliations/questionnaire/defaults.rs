//! Default questions of an affiliation without its own, and a template for new ones.

use super::model::{Question, QuestionKind, Questionnaire, Validation};

/// Default for the estimated time to fill in the form, in minutes (F-052).
pub const MINUTES: u32 = 3;

/// Default heading of a form (F-052).
#[must_use]
pub fn title(affiliation: &str) -> String {
    format!("Apply to Join {affiliation}")
}

fn form(affiliation: &str, questions: Vec<Question>) -> Questionnaire {
    let description = String::new();
    Questionnaire {
        title: title(affiliation),
        description,
        estimated_time_minutes: MINUTES,
        questions,
    }
}

fn question(id: &str, label: &str, kind: QuestionKind) -> Question {
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

fn told(id: &str, label: &str, asks: &str, (least, most): (usize, usize)) -> Question {
    Question {
        required: true,
        placeholder: Some(asks.to_owned()),
        validation: Some(Validation::between(least, most)),
        ..question(id, label, QuestionKind::Textarea)
    }
}

fn choice(id: &str, label: &str, options: &[&str]) -> Question {
    Question {
        required: true,
        options: options.iter().map(|option| (*option).to_owned()).collect(),
        ..question(id, label, QuestionKind::MultipleChoice)
    }
}

/// Default questions (F-049).
#[must_use]
pub fn join_questions(affiliation: &str) -> Questionnaire {
    let questions = vec![
        told("motivation", "Motivation", "Why would you like to join?", (50, 500)),
        told("background", "Background", "What ties you to us, and since when?", (30, 400)),
        told("contribution", "Contribution", "What would you like to bring along?", (30, 300)),
        choice(
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
    form(affiliation, questions)
}

/// Template for educational institutions (F-050).
#[must_use]
pub fn institution_questions(affiliation: &str) -> Questionnaire {
    let kinds = ["Current Student", "Alumni/Graduate", "Faculty Member", "Staff Member", "Other"];
    let more = Question {
        validation: Some(Validation { max_length: Some(500), ..Validation::default() }),
        ..question("additional_info", "Additional information", QuestionKind::Textarea)
    };
    let questions = vec![
        choice("membership_type", "Membership type", &kinds),
        question("institutional_id", "Institutional ID", QuestionKind::Text),
        question("department", "Department", QuestionKind::Text),
        question("graduation_year", "Graduation year", QuestionKind::Number),
        more,
    ];
    form(affiliation, questions)
}
