//! Short views of people, used by all lists of posts and members.

use crate::affiliations::{self, AffiliationBadge};
use crate::sql::{SqlReader, placeholders};
use platform::UserId;
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Func, Query};
use sea_orm::{Condition, DbBackend, DbErr, FromQueryResult, Value};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// A user as shown next to their content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserSummary {
    pub user_id: UserId,
    /// First and last name.
    pub display_name: String,
    pub first_name: String,
    pub last_name: String,
    /// Handle, as spelled by the user.
    pub handle: Option<String>,
    /// Address of the profile picture.
    pub profile_picture: Option<String>,
    /// Verified through an approved affiliation.
    pub is_verified: bool,
    /// First affiliation that they show, for the label of the verified badge.
    pub affiliation_name: Option<String>,
    /// The first two affiliations that they show and the viewer may see; in events those that everyone
    /// may see.
    #[serde(default)]
    pub affiliations: Vec<AffiliationBadge>,
}

impl UserSummary {
    /// Placeholder for a deleted account: its content stays, without the name (G-122).
    #[must_use]
    pub fn deleted_account(user_id: UserId) -> Self {
        Self {
            user_id,
            display_name: "Former member".to_owned(),
            first_name: "Former".to_owned(),
            last_name: "member".to_owned(),
            handle: None,
            profile_picture: None,
            is_verified: false,
            affiliation_name: None,
            affiliations: Vec::new(),
        }
    }
}

#[derive(Debug, FromQueryResult)]
struct PersonRow {
    id: UserId,
    first_name: String,
    last_name: String,
    handle: Option<String>,
    profile_picture: Option<String>,
    is_verified: bool,
    affiliation_name: Option<String>,
    badges: String,
}

/// The users with these ids, regardless of the site: a reader of a post may see its author. Ids
/// without an account are omitted. One query.
///
/// # Errors
/// Database errors.
pub async fn load_people(
    reads: &impl SqlReader,
    ids: &[UserId],
) -> Result<HashMap<UserId, UserSummary>, DbErr> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values: Vec<Value> = ids.iter().map(|id| (*id).into()).collect();
    let portal = reads.site().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        format!("${}", values.len())
    });
    let viewer = reads.reading_account().map(|viewer| {
        values.push(viewer.into());
        format!("${}", values.len())
    });
    let sql = format!(
        "SELECT u.id, u.first_name, u.last_name, h.shown_as AS handle, u.profile_picture, \
         u.is_verified, {} AS affiliation_name, {} AS badges \
         FROM users u LEFT JOIN handles h ON h.user_id = u.id WHERE u.id IN ({})",
        affiliations::shown_name_sql("u.id", portal.as_deref()),
        affiliations::badges_sql(reads, "u.id", viewer.as_deref(), portal.as_deref()),
        placeholders(1, ids.len())
    );
    let rows = reads.sql(&sql, values).all::<PersonRow>().await?;
    rows.into_iter().map(|row| Ok((row.id, to_person(row)?))).collect()
}

/// The user with this id, or the placeholder for a deleted account.
///
/// # Errors
/// Database errors.
pub async fn person_of(reads: &impl SqlReader, id: UserId) -> Result<UserSummary, DbErr> {
    Ok(load_people(reads, &[id])
        .await?
        .remove(&id)
        .unwrap_or_else(|| UserSummary::deleted_account(id)))
}

/// Condition that the name or the handle of the user with the id `user` contains a text, in any
/// letter case.
#[must_use]
pub fn is_name_containing(backend: DbBackend, user: &Expr, text: &str) -> Condition {
    let column =
        |table: &'static str, name: &'static str| Expr::col((Alias::new(table), Alias::new(name)));
    let name = Expr::cust("named.first_name || ' ' || named.last_name");
    let names = Query::select()
        .expr(Expr::val(1))
        .from_as(Alias::new("users"), Alias::new("named"))
        .and_where(column("named", "id").eq(user.clone()))
        .and_where(is_containing(backend, name, text))
        .to_owned();
    let handles = Query::select()
        .expr(Expr::val(1))
        .from(Alias::new("handles"))
        .and_where(column("handles", "user_id").eq(user.clone()))
        .and_where(is_containing(backend, column("handles", "handle"), text))
        .to_owned();
    Condition::any().add(Expr::exists(names)).add(Expr::exists(handles))
}

/// Condition that a text expression contains a text, in any letter case. Both are lowered by the
/// database, since databases differ in which letters have a lower case.
#[must_use]
pub fn is_containing(backend: DbBackend, searched: Expr, text: &str) -> Expr {
    let position = match backend {
        DbBackend::Postgres => "strpos",
        _ => "instr",
    };
    let found = Func::cust(Alias::new(position))
        .arg(Func::lower(searched))
        .arg(Func::lower(Expr::val(text)));
    Expr::expr(found).gt(0)
}

/// First and last name, joined.
#[must_use]
pub fn display_name(first: &str, last: &str) -> String {
    format!("{first} {last}").trim().to_owned()
}

fn to_person(row: PersonRow) -> Result<UserSummary, DbErr> {
    Ok(UserSummary {
        affiliations: affiliations::parse_badges(&row.badges)?,
        user_id: row.id,
        display_name: display_name(&row.first_name, &row.last_name),
        first_name: row.first_name,
        last_name: row.last_name,
        handle: row.handle,
        profile_picture: row.profile_picture,
        is_verified: row.is_verified,
        affiliation_name: row.affiliation_name,
    })
}
