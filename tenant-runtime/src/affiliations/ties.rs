//! What other features ask about affiliations: who belongs, and under which name.

use crate::reads::{Reads, places};
use platform::db::{Gather, Holds};
use platform::{AffiliationId, UserId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// An affiliation that somebody belongs to.
#[derive(Debug, Clone, FromQueryResult, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tie {
    /// The affiliation.
    pub id: AffiliationId,
    /// Its name.
    pub name: String,
    /// Whether they show it.
    pub is_public: bool,
}

/// The same, with what its mark wears.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MarkedTie {
    /// The affiliation.
    pub id: AffiliationId,
    /// Its name.
    pub name: String,
    /// Whether they show it.
    pub is_public: bool,
    /// Its own picture, or its open portal's.
    pub logo: Option<String>,
    /// The colour of its open portal's brand, as `#rrggbb`.
    pub brand_colour: Option<String>,
}

/// The ids of everyone who belongs to an affiliation, as a subselect.
#[must_use]
pub fn members_of(affiliation: AffiliationId) -> SelectStatement {
    Query::select()
        .column(Alias::new("user_id"))
        .from(Alias::new("affiliation_members"))
        .and_where(Expr::col(Alias::new("affiliation_id")).eq(affiliation.uuid()))
        .take()
}

/// What somebody belongs to, in the order of joining.
///
/// # Errors
/// The database's.
pub async fn of_person(reads: &impl Reads, user: UserId) -> Result<Vec<Tie>, DbErr> {
    const SQL: &str = "SELECT a.id, a.name, m.is_public FROM affiliation_members m \
         JOIN affiliations a ON a.id = m.affiliation_id \
         WHERE m.user_id = $1 ORDER BY m.joined_at, a.id";
    reads.sql(SQL, vec![user.into()]).all().await
}

/// The same as [`of_person`], with what each mark wears.
///
/// # Errors
/// The database's.
pub async fn marked_of_person(reads: &impl Reads, user: UserId) -> Result<Vec<MarkedTie>, DbErr> {
    const SQL: &str = "SELECT a.id, a.name, m.is_public, COALESCE(a.logo, b.logo_url) AS logo, \
         b.colour AS brand_colour FROM affiliation_members m \
         JOIN affiliations a ON a.id = m.affiliation_id \
         LEFT JOIN tenants t ON t.affiliation_id = a.id AND t.state = 'active' \
         LEFT JOIN brands b ON b.tenant_id = t.id AND b.state = 'published' \
         WHERE m.user_id = $1 ORDER BY m.joined_at, a.id";
    reads.sql(SQL, vec![user.into()]).all().await
}

/// What [`of_person`] reads, as a list of [`Tie`]s to be gathered with the person.
#[must_use]
pub fn ties_gathered(gather: &Gather) -> String {
    const FROM: &str = "affiliation_members m JOIN affiliations a ON a.id = m.affiliation_id \
         WHERE m.user_id = u.id";
    let tie = gather.object(&[
        ("id", Holds::Id, "a.id"),
        ("name", Holds::Plain, "a.name"),
        ("isPublic", Holds::Flag, "m.is_public"),
    ]);
    gather.list(&tie, FROM, "m.joined_at, a.id")
}

/// The affiliations that the person administers, as a list of ids to be gathered with them.
#[must_use]
pub fn administered_gathered(gather: &Gather) -> String {
    const FROM: &str = "institutional_admins i WHERE i.user_id = u.id";
    let id = gather.value(Holds::Id, "i.affiliation_id");
    gather.list(&id, FROM, "i.created_at, i.affiliation_id")
}

/// SQL for the name of the first affiliation that a person shows, for the words beside the tick: `person` is
/// the column with their id. A portal, whose affiliation is the value `portal`, names none but its own.
#[must_use]
pub fn shown_name_sql(person: &str, portal: Option<&str>) -> String {
    let of_portal = portal.map(|portal| format!("AND m.affiliation_id = {portal} "));
    format!(
        "(SELECT a.name FROM affiliation_members m JOIN affiliations a ON a.id = m.affiliation_id \
         WHERE m.user_id = {person} AND m.is_public {}ORDER BY m.joined_at, a.id LIMIT 1)",
        of_portal.unwrap_or_default()
    )
}

/// The same of each of these people, where there is one.
///
/// # Errors
/// The database's.
pub async fn shown_names(
    reads: &impl Reads,
    people: &[UserId],
) -> Result<HashMap<UserId, String>, DbErr> {
    #[derive(FromQueryResult)]
    struct Shown {
        user_id: UserId,
        name: Option<String>,
    }
    if people.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values: Vec<Value> = people.iter().map(|id| (*id).into()).collect();
    let portal = reads.door().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        format!("${}", values.len())
    });
    let sql = format!(
        "SELECT u.id AS user_id, {} AS name FROM users u WHERE u.id IN ({})",
        shown_name_sql("u.id", portal.as_deref()),
        places(1, people.len())
    );
    let rows = reads.sql(&sql, values).all::<Shown>().await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.user_id, row.name?))).collect())
}

/// An affiliation's name.
///
/// # Errors
/// The database's.
pub async fn name_of(
    reads: &impl Reads,
    affiliation: AffiliationId,
) -> Result<Option<String>, DbErr> {
    #[derive(FromQueryResult)]
    struct Named {
        name: String,
    }
    const SQL: &str = "SELECT name FROM affiliations WHERE id = $1";
    let row = reads.sql(SQL, vec![affiliation.into()]).one::<Named>().await?;
    Ok(row.map(|row| row.name))
}

/// The affiliation whose portal is open at this subdomain.
///
/// # Errors
/// The database's.
pub async fn with_portal(
    reads: &impl Reads,
    subdomain: &str,
) -> Result<Option<AffiliationId>, DbErr> {
    #[derive(FromQueryResult)]
    struct Behind {
        affiliation_id: AffiliationId,
    }
    const SQL: &str =
        "SELECT affiliation_id FROM tenants WHERE subdomain = $1 AND state = 'active'";
    let row = reads.sql(SQL, vec![subdomain.into()]).one::<Behind>().await?;
    Ok(row.map(|row| row.affiliation_id))
}
