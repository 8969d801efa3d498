//! Applications to affiliations with their notifications, from `demo/applications.toml`.

use super::DemoError;
use super::cast::Affiliation;
use super::notice_rows::{NoticeRows, PRIORITY_HIGH, PersonalNotice};
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
pub fn application_rows(world: &World) -> Result<[Rows; 2], DemoError> {
    let written: Applications = toml::from_str(include_str!("../../demo/applications.toml"))?;
    let mut rows = Rows::new("affiliation_requests", REQUEST_COLUMNS);
    let mut notices = NoticeRows::default();
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
        let house = world.cast.affiliations.iter().find(|other| other.key == one.to);
        let house = house.ok_or_else(|| DemoError::Data(format!("affiliation {}", one.to)))?;
        let creator = Some(world.person_id(&house.creator)?);
        let answered = one.declined.as_ref().map(|_| at + Duration::hours(20));
        let id = id_at(&format!("application:{}:{}", one.by, one.to), at);
        match answered {
            None => notify_admins(world, (one, house, id), at, &mut notices)?,
            Some(at) => notices.add(decision_notice(world, (one, house, id), at)?),
        }
        rows.add(row![
            id,
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
    Ok([rows, notices.into_rows()])
}

/// An application with its affiliation and its id.
type Requested<'r> = (&'r Application, &'r Affiliation, Uuid);

/// Notifies those who decide about a pending application.
fn notify_admins(
    world: &World,
    (one, house, id): Requested<'_>,
    at: DateTime<Utc>,
    notices: &mut NoticeRows,
) -> Result<(), DemoError> {
    let person = world.cast.people.iter().find(|person| person.key == one.by);
    let name = person.map(|person| format!("{} {}", person.first, person.last));
    for admin in std::iter::once(&house.creator).chain(&house.admins) {
        notices.add(PersonalNotice {
            user: world.person_id(admin)?,
            source: id,
            kind: "system_message",
            category: "admin",
            priority: PRIORITY_HIGH,
            title: format!("{} asks to join {}", name.as_deref().unwrap_or_default(), house.name),
            message: String::new(),
            data: notice_data(world, house, id)?,
            affiliation: Some(world.affiliation_id(&house.key)?),
            author: Some(world.person_id(&one.by)?),
            asks: true,
            read: false,
            at,
        });
    }
    Ok(())
}

/// Tells the applicant that the application was declined.
fn decision_notice(
    world: &World,
    (one, house, id): Requested<'_>,
    at: DateTime<Utc>,
) -> Result<PersonalNotice, DemoError> {
    Ok(PersonalNotice {
        user: world.person_id(&one.by)?,
        source: id_at(&format!("decision/{id}"), at),
        kind: "affiliation_rejected",
        category: "admin",
        priority: PRIORITY_HIGH,
        title: format!("Your application to {} was declined", house.name),
        message: one.declined.clone().unwrap_or_default(),
        data: notice_data(world, house, id)?,
        affiliation: Some(world.affiliation_id(&house.key)?),
        author: None,
        asks: false,
        read: true,
        at,
    })
}

fn notice_data(world: &World, house: &Affiliation, id: Uuid) -> Result<Value, DemoError> {
    let affiliation = world.affiliation_id(&house.key)?.simple().to_string();
    Ok(json!({
        "affiliationId": affiliation, "affiliationRequestId": id.simple().to_string(),
    }))
}
