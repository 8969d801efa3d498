//! Requests for missing affiliations, from `demo/additions.toml`.

use super::DemoError;
use super::random::id_at;
use super::store::{Rows, row};
use super::world::World;
use chrono::{DateTime, Duration, Utc};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Additions {
    addition: Vec<Addition>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Addition {
    by: String,
    name: String,
    description: String,
    private: bool,
    asked: i64,
    declined: Option<String>,
}

const REQUEST_COLUMNS: &[&str] = &[
    "id",
    "type",
    "affiliation_name",
    "description",
    "is_private",
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
pub fn addition_rows(world: &World) -> Result<Rows, DemoError> {
    let written: Additions = toml::from_str(include_str!("../../demo/additions.toml"))?;
    let mut rows = Rows::new("affiliation_requests", REQUEST_COLUMNS);
    let staff = world.cast.people.iter().find(|person| person.is_fixed("staff"));
    let staff = staff.map(|staff| world.person_id(&staff.key)).transpose()?;
    for (place, one) in written.addition.iter().enumerate() {
        let minutes = i64::try_from(place).unwrap_or(0) * 83 + 55;
        let at = world.now - Duration::days(one.asked) - Duration::minutes(minutes);
        let answered = one.declined.as_ref().map(|_| at + Duration::hours(26));
        rows.add(row![
            id_at(&format!("addition:{}:{}", one.by, one.name), at),
            "new",
            one.name.clone(),
            one.description.clone(),
            one.private,
            world.person_id(&one.by)?,
            one.declined.as_ref().map_or("pending", |_| "rejected"),
            json!([]),
            answered.and(staff),
            answered as Option<DateTime<Utc>>,
            one.declined.clone(),
            at,
            answered.unwrap_or(at),
        ]);
    }
    Ok(rows)
}
