//! Accounts, handles, passwords and agreements.

use super::DemoError;
use super::cast::Person;
use super::follows::Follows;
use super::pictures::PictureAddresses;
use super::random::Dice;
use super::store::{Rows, row};
use super::world::World;
use chrono::{DateTime, Duration, Utc};
use tenant_runtime::profiles::handles::looks_like;

/// Remaining pause of the paused account.
const PAUSE_DURATION: Duration = Duration::days(9);
const PAUSE_REASON: &str =
    "A colleague’s private telephone number was posted twice, after a request not to.";

/// Builds the rows of everyone.
pub fn account_rows(
    world: &World,
    follows: &Follows,
    password_hash: &str,
    portraits: &PictureAddresses,
) -> Result<Vec<Rows>, DemoError> {
    let mut accounts = Rows::new("users", ACCOUNT_COLUMNS);
    let mut handles = Rows::new("handles", HANDLE_COLUMNS);
    let mut passwords =
        Rows::new("credentials", &["user_id", "password_hash", "version", "changed_at"]);
    for person in &world.cast.people {
        let id = world.person_id(&person.key)?;
        let joined = world.joined_at(person);
        accounts.add(account(world, person, follows.follow_counts(&person.key), portraits)?);
        if let Some(handle) = &person.handle {
            let key = handle.to_lowercase();
            handles.add(row![key.clone(), id, handle.clone(), looks_like(&key), joined]);
        }
        passwords.add(row![id, password_hash.to_owned(), 1_i64, joined]);
    }
    Ok(vec![accounts, handles, passwords])
}

const HANDLE_COLUMNS: &[&str] = &["handle", "user_id", "shown_as", "looks_like", "created_at"];
const ACCOUNT_COLUMNS: &[&str] = &[
    "id",
    "email",
    "first_name",
    "last_name",
    "bio",
    "location",
    "job_title",
    "quote",
    "profile_picture",
    "is_profile_private",
    "account_status",
    "paused_until",
    "pause_reason",
    "email_verified",
    "is_verified",
    "is_staff",
    "staff_role",
    "subscription",
    "has_completed_onboarding",
    "agreed_to_terms_at",
    "agreed_to_guidelines_at",
    "agreed_to_privacy_at",
    "last_login",
    "joined_date",
    "created_at",
    "updated_at",
    "followers_count",
    "following_count",
];

fn account(
    world: &World,
    person: &Person,
    (followers, following): (i64, i64),
    portraits: &PictureAddresses,
) -> Result<Vec<sea_orm::Value>, DemoError> {
    let joined = world.joined_at(person);
    let is_new = person.is_fixed("unverified");
    let is_paused = person.is_fixed("paused");
    // Early members have accepted the documents again, because agreements from before the cut-off
    // do not count.
    let agreed =
        (!is_new).then(|| (joined + Duration::minutes(6)).max(world.now - Duration::days(60)));
    Ok(row![
        world.person_id(&person.key)?,
        person.email_address(),
        person.first.clone(),
        person.last.clone(),
        person.bio.clone(),
        person.location.clone(),
        person.job.clone(),
        person.quote.clone(),
        portraits.get(person.key.as_str()).cloned(),
        false,
        if is_paused { "paused" } else { "active" },
        is_paused.then(|| world.now + PAUSE_DURATION),
        is_paused.then_some(PAUSE_REASON),
        !is_new,
        person.affiliations.iter().any(|affiliation| person.shows_affiliation(affiliation)),
        person.staff_role.is_some(),
        // The default of the column, which has no meaning for other people.
        person.staff_role.clone().unwrap_or_else(|| "administrator".to_owned()),
        person.subscription.clone(),
        !is_new,
        agreed,
        agreed,
        agreed,
        (!is_new).then(|| last_login(world, person)),
        joined,
        joined,
        joined,
        followers,
        following,
    ])
}

fn last_login(world: &World, person: &Person) -> DateTime<Utc> {
    let minutes = i64::try_from(Dice::from_name(&person.key).next_below(5_000)).unwrap_or(0);
    (world.now - Duration::minutes(minutes)).max(world.joined_at(person))
}
