//! Pending staff work: waitlist entries, and security alerts of browsers and servers.

use super::DemoError;
use super::random::id_at;
use super::store::{Rows, row};
use super::world::World;
use chrono::{DateTime, Duration, Utc};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Desk {
    waitlist: Vec<DemoApplicant>,
    alert: Vec<Alert>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DemoApplicant {
    name: String,
    email: String,
    heard: String,
    circles: Vec<String>,
    organizations: String,
    methods: Vec<String>,
    interested: Option<String>,
    help: Option<String>,
    location: Option<String>,
    conversation: Option<String>,
    asked: i64,
    declined: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alert {
    raised_by: String,
    kind: String,
    severity: String,
    person: Option<String>,
    network: String,
    ago: i64,
    claims: Value,
}

/// Builds the rows of the waitlist and the security alerts.
pub fn staff_rows(world: &World) -> Result<Vec<Rows>, DemoError> {
    let desk: Desk = toml::from_str(include_str!("../../demo/staff-desk.toml"))?;
    Ok(vec![waitlist_rows(world, &desk.waitlist)?, alert_rows(world, &desk.alert)?])
}

/// A time this many days ago, at a different hour for each.
fn days_ago(world: &World, days: i64, place: usize) -> DateTime<Utc> {
    let minutes = i64::try_from(place).unwrap_or(0) * 73 + 41;
    world.now - Duration::days(days) - Duration::minutes(minutes)
}

fn waitlist_rows(world: &World, waiting: &[DemoApplicant]) -> Result<Rows, DemoError> {
    let staff = world.cast.people.iter().find(|person| person.is_fixed("staff"));
    let staff = staff.map(|staff| world.person_id(&staff.key)).transpose()?;
    let mut rows = Rows::new("waitlist", WAITLIST_COLUMNS);
    for (place, one) in waiting.iter().enumerate() {
        let at = days_ago(world, one.asked, place);
        let declined = one.declined.as_deref();
        rows.add(row![
            id_at(&one.email, at),
            one.email.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_"),
            one.email.clone(),
            one.name.clone(),
            one.heard.clone(),
            json!(one.circles),
            one.organizations.clone(),
            json!(one.methods),
            one.interested.clone(),
            one.help.clone(),
            one.location.clone(),
            one.conversation.clone(),
            declined.map_or("pending", |_| "declined"),
            at,
            declined.map(|_| at + Duration::days(1)),
            declined.and(staff),
            declined,
        ]);
    }
    Ok(rows)
}

const WAITLIST_COLUMNS: &[&str] = &[
    "id",
    "entry_id",
    "email",
    "full_name",
    "how_did_you_hear",
    "verified_circles",
    "organizations",
    "verification_methods",
    "what_interested",
    "help_create",
    "location",
    "onboarding_conversation",
    "status",
    "submitted_at",
    "decided_at",
    "decided_by",
    "decision_reason",
];

fn alert_rows(world: &World, alerts: &[Alert]) -> Result<Rows, DemoError> {
    let mut rows = Rows::new("security_alerts", ALERT_COLUMNS);
    for (place, alert) in alerts.iter().enumerate() {
        let at = days_ago(world, alert.ago, place);
        let about = alert.person.as_deref();
        let person = world.cast.people.iter().find(|person| Some(person.key.as_str()) == about);
        rows.add(row![
            id_at(&format!("alert:{place}"), at),
            alert.raised_by.clone(),
            alert.kind.clone(),
            alert.severity.clone(),
            about.map(|key| world.person_id(key)).transpose()?,
            person.map(|person| person.email_address()),
            person.is_some(),
            alert.network.clone(),
            alert.claims.clone(),
            at,
        ]);
    }
    Ok(rows)
}

const ALERT_COLUMNS: &[&str] = &[
    "id",
    "raised_by",
    "alert_type",
    "severity",
    "user_id",
    "user_email",
    "user_verified",
    "ip_prefix",
    "claims",
    "received_at",
];
