//! Affiliations with their paths, members and administrators, and the invite codes.

use super::DemoError;
use super::pictures::PictureAddresses;
use super::random::id_at;
use super::store::{Rows, row};
use super::world::World;
use chrono::{DateTime, Duration, Utc};
use serde_json::json;
use uuid::Uuid;

/// Builds the rows of every affiliation.
pub fn affiliation_rows(world: &World, logos: &PictureAddresses) -> Result<Vec<Rows>, DemoError> {
    let mut affiliations = Rows::new("affiliations", AFFILIATION_COLUMNS);
    let mut paths = Rows::new("affiliation_paths", &["url_path", "affiliation_id"]);
    let mut admins =
        Rows::new("institutional_admins", &["affiliation_id", "user_id", "created_at"]);
    let mut members =
        Rows::new("affiliation_members", &["affiliation_id", "user_id", "is_public", "joined_at"]);
    let mut roles =
        Rows::new("affiliation_roles", &["affiliation_id", "user_id", "role", "created_at"]);
    let mut settings = Rows::new("affiliation_settings", SETTINGS_COLUMNS);
    for affiliation in &world.cast.affiliations {
        let id = world.affiliation_id(&affiliation.key)?;
        let created = world.created_at(affiliation);
        let creator = world.person_id(&affiliation.creator)?;
        let belongs = |key: &&String| **key == affiliation.key;
        let mut count: i64 = 0;
        for person in &world.cast.people {
            if person.affiliations.iter().any(|key| belongs(&key)) {
                count += 1;
                let since = world.affiliated_at(person, affiliation);
                let shows = person.shows_affiliation(&affiliation.key);
                members.add(row![id, world.person_id(&person.key)?, shows, since]);
            }
        }
        for key in std::iter::once(&affiliation.creator).chain(&affiliation.admins) {
            admins.add(row![id, world.person_id(key)?, created]);
        }
        for holder in &affiliation.roles {
            roles.add(row![id, world.person_id(&holder.person)?, holder.role.clone(), created]);
        }
        if affiliation.paused || !affiliation.approves.is_empty() {
            let changed = world.now - SETTINGS_AGE;
            settings.add(row![
                id,
                json!(affiliation.approves),
                affiliation.pause_reason.clone(),
                affiliation.paused.then_some(changed),
                changed,
            ]);
        }
        paths.add(row![affiliation.path.clone(), id]);
        affiliations.add(row![
            id,
            affiliation.name.clone(),
            affiliation.name.to_lowercase(),
            affiliation.description.trim(),
            logos.get(affiliation.key.as_str()).cloned(),
            affiliation.website.clone(),
            affiliation.tagline.clone(),
            creator,
            creator,
            count,
            true,
            true,
            affiliation.private,
            affiliation.paused,
            created,
            created,
        ]);
    }
    Ok(vec![affiliations, paths, admins, members, roles, settings])
}

/// Time since the settings of affiliations were changed.
const SETTINGS_AGE: Duration = Duration::days(12);
const SETTINGS_COLUMNS: &[&str] =
    &["affiliation_id", "auto_approve_domains", "pause_reason", "paused_at", "updated_at"];

const AFFILIATION_COLUMNS: &[&str] = &[
    "id",
    "name",
    "name_search",
    "description",
    "logo",
    "website",
    "tagline",
    "creator_id",
    "original_requester_id",
    "member_count",
    "verified",
    "is_approved",
    "is_private",
    "is_paused",
    "created_at",
    "updated_at",
];

/// Builds the invite codes and their uses.
pub fn invite_codes(world: &World) -> Result<Vec<Rows>, DemoError> {
    let staff = world.cast.people.iter().find(|person| person.is_fixed("staff"));
    let issuer = staff.map(|staff| world.person_id(&staff.key)).transpose()?;
    let mut codes = Rows::new("invite_codes", CODE_COLUMNS);
    let mut uses = Rows::new(
        "invite_code_usage",
        &["id", "invite_code_id", "invite_code", "user_id", "user_email", "used_at"],
    );
    let ashcombe = world.affiliation_id("ashcombe")?;
    for code in [
        DemoCode { text: "WELCOME1", most: None, expires: None, invites: None },
        DemoCode { text: "ASHCOMBE", most: None, expires: None, invites: Some(ashcombe) },
        DemoCode { text: "SPENT001", most: Some(2), expires: None, invites: None },
        DemoCode { text: "EXPIRED1", most: None, expires: Some(Duration::days(30)), invites: None },
    ] {
        let made = world.now - Duration::days(200);
        let id = id_at(code.text, made);
        let mut used: Vec<DateTime<Utc>> = Vec::new();
        for person in world.cast.people.iter().filter(|person| code.let_in(person.joined)) {
            let at = world.joined_at(person);
            let user = world.person_id(&person.key)?;
            let name = format!("{}/{}", code.text, person.key);
            uses.add(row![id_at(&name, at), id, code.text, user, person.email_address(), at]);
            used.push(at);
        }
        codes.add(row![
            id,
            code.text,
            true,
            code.most,
            i64::try_from(used.len()).unwrap_or(0),
            code.expires.map(|ago| world.now - ago),
            used.iter().max().copied(),
            code.invites,
            code.invites.map(|_| ASHCOMBE_MESSAGE),
            issuer,
            made,
        ]);
    }
    Ok(vec![codes, uses])
}

const ASHCOMBE_MESSAGE: &str =
    "You are in the college register. Accept, and the portal is open to you. Beatriz Nunes";

const CODE_COLUMNS: &[&str] = &[
    "id",
    "code",
    "is_active",
    "max_uses",
    "usage_count",
    "expires_at",
    "last_used_at",
    "auto_invite_affiliation_id",
    "auto_invite_message",
    "created_by",
    "created_at",
];

struct DemoCode {
    text: &'static str,
    most: Option<i64>,
    expires: Option<Duration>,
    invites: Option<Uuid>,
}

impl DemoCode {
    /// Returns whether a person who joined this many days ago used this code: the newest used the
    /// open one, the two before them the exhausted one.
    fn let_in(&self, joined: i64) -> bool {
        match self.text {
            "SPENT001" => (100..195).contains(&joined),
            "WELCOME1" => joined < 100,
            _ => false,
        }
    }
}
