//! Applications to affiliations, from `demo/applications.toml`.

use super::DemoError;
use super::random::id_at;
use super::store::{Rows, row};
use super::world::World;
use chrono::{DateTime, Duration, Utc};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Applications {
    application: Vec<Application>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Application {
    by: String,
    to: String,
    asked: i64,
    declined: Option<String>,
    answers: [String; 4],
}

/// Default questions.
const DEFAULT_QUESTIONS: [(&str, &str); 4] = [
    ("motivation", "Motivation"),
    ("background", "Background"),
    ("contribution", "Contribution"),
    ("availability", "Availability"),
];

const REQUEST_COLUMNS: &[&str] = &[
    "id",
    "affiliation_id",
    "user_id",
    "status",
    "form_data",
    "reviewed_by",
    "reviewed_at",
    "rejection_reason",
    "created_at",
    "updated_at",
];

/// Builds the rows.
pub fn application_rows(world: &World) -> Result<Rows, DemoError> {
    let written: Applications = toml::from_str(include_str!("../../demo/applications.toml"))?;
    let mut rows = Rows::new("affiliation_requests", REQUEST_COLUMNS);
    for (place, one) in written.application.iter().enumerate() {
        let minutes = i64::try_from(place).unwrap_or(0) * 47 + 30;
        let at = world.now - Duration::days(one.asked) - Duration::minutes(minutes);
        let form: Vec<Value> = DEFAULT_QUESTIONS
            .iter()
            .zip(&one.answers)
            .map(|((id, question), answer)| {
                json!({ "questionId": id, "question": question, "answer": answer })
            })
            .collect();
        let affiliation = world.cast.affiliations.iter().find(|other| other.key == one.to);
        let creator = affiliation.map(|house| world.person_id(&house.creator)).transpose()?;
        let answered = one.declined.as_ref().map(|_| at + Duration::hours(20));
        rows.add(row![
            id_at(&format!("application:{}:{}", one.by, one.to), at),
            world.affiliation_id(&one.to)?,
            world.person_id(&one.by)?,
            one.declined.as_ref().map_or("pending", |_| "rejected"),
            json!(form),
            answered.and(creator) as Option<Uuid>,
            answered as Option<DateTime<Utc>>,
            one.declined.clone(),
            at,
            answered.unwrap_or(at),
        ]);
    }
    Ok(rows)
}
