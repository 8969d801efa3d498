//! The people behind ids, as every list of posts or members shows them.

use crate::affiliations;
use crate::reads::{Reads, places};
use platform::UserId;
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// Somebody, as others see them beside what they wrote.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    /// Who.
    pub user_id: UserId,
    /// First and last name.
    pub display_name: String,
    pub first_name: String,
    pub last_name: String,
    /// Their handle, in their spelling.
    pub handle: Option<String>,
    /// Address of their picture.
    pub profile_picture: Option<String>,
    /// Verified through an approved affiliation.
    pub is_verified: bool,
    /// The first affiliation they show, for the words beside the tick.
    pub affiliation_name: Option<String>,
}

impl Person {
    /// Whose account was deleted: their words stay, their name does not (G-122).
    #[must_use]
    pub fn unknown(user_id: UserId) -> Self {
        Self {
            user_id,
            display_name: "Former member".to_owned(),
            first_name: "Former".to_owned(),
            last_name: "member".to_owned(),
            handle: None,
            profile_picture: None,
            is_verified: false,
            affiliation_name: None,
        }
    }
}

#[derive(Debug, FromQueryResult)]
struct Row {
    id: UserId,
    first_name: String,
    last_name: String,
    handle: Option<String>,
    profile_picture: Option<String>,
    is_verified: bool,
    affiliation_name: Option<String>,
}

/// The people behind `ids`, whatever the door: who may read a post may see who wrote it. An id
/// without an account is left out. One query.
///
/// # Errors
/// Database errors.
pub async fn people(reads: &impl Reads, ids: &[UserId]) -> Result<HashMap<UserId, Person>, DbErr> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values: Vec<Value> = ids.iter().map(|id| (*id).into()).collect();
    let portal = reads.door().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        format!("${}", values.len())
    });
    let sql = format!(
        "SELECT u.id, u.first_name, u.last_name, h.shown_as AS handle, u.profile_picture, \
         u.is_verified, {} AS affiliation_name \
         FROM users u LEFT JOIN handles h ON h.user_id = u.id WHERE u.id IN ({})",
        affiliations::shown_name_sql("u.id", portal.as_deref()),
        places(1, ids.len())
    );
    let rows = reads.sql(&sql, values).all::<Row>().await?;
    Ok(rows.into_iter().map(|row| (row.id, person(row))).collect())
}

/// The person behind one id, known or gone.
///
/// # Errors
/// Database errors.
pub async fn person_of(reads: &impl Reads, id: UserId) -> Result<Person, DbErr> {
    Ok(people(reads, &[id]).await?.remove(&id).unwrap_or_else(|| Person::unknown(id)))
}

/// First and last name, as one.
#[must_use]
pub fn display_name(first: &str, last: &str) -> String {
    format!("{first} {last}").trim().to_owned()
}

fn person(row: Row) -> Person {
    Person {
        user_id: row.id,
        display_name: display_name(&row.first_name, &row.last_name),
        first_name: row.first_name,
        last_name: row.last_name,
        handle: row.handle,
        profile_picture: row.profile_picture,
        is_verified: row.is_verified,
        affiliation_name: row.affiliation_name,
    }
}
