//! Queries about affiliations for other features: memberships and names.

use super::short_name::{AffiliationBadge, badges_sql, parse_badges};
use crate::cord_activity::EarlierMembers;
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::db::{JsonSelect, JsonType};
use platform::{AffiliationId, UserId};
use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// An affiliation of a user.
#[derive(Debug, Clone, FromQueryResult, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UserAffiliation {
    pub id: AffiliationId,
    pub name: String,
    /// True if the user shows it on their profile.
    pub is_public: bool,
}

/// An affiliation of a user, with logo and brand colour.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BrandedAffiliation {
    pub id: AffiliationId,
    pub name: String,
    /// True if the user shows it on their profile.
    pub is_public: bool,
    /// Its own logo, or that of its open portal.
    pub logo: Option<String>,
    /// Brand colour of its open portal, as `#rrggbb`.
    pub brand_colour: Option<String>,
}

/// Ids of all members of an affiliation, as a subselect.
#[must_use]
pub fn members_of(affiliation: AffiliationId) -> SelectStatement {
    Query::select()
        .column(Alias::new("user_id"))
        .from(Alias::new("affiliation_members"))
        .and_where(Expr::col(Alias::new("affiliation_id")).eq(affiliation.uuid()))
        .take()
}

/// Returns whether a user is a member of an affiliation. One query.
///
/// # Errors
/// Database errors.
pub async fn is_member_of(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
    user: UserId,
) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        #[expect(dead_code, reason = "only its presence matters")]
        user_id: UserId,
    }
    const SQL: &str =
        "SELECT user_id FROM affiliation_members WHERE affiliation_id = $1 AND user_id = $2";
    let values = vec![affiliation.into(), user.into()];
    Ok(reads.sql(SQL, values).one::<Row>().await?.is_some())
}

/// Affiliations of a user, in the order of joining.
///
/// # Errors
/// Database errors.
pub async fn of_person(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<UserAffiliation>, DbErr> {
    const SQL: &str = "SELECT a.id, a.name, m.is_public FROM affiliation_members m \
         JOIN affiliations a ON a.id = m.affiliation_id \
         WHERE m.user_id = $1 ORDER BY m.joined_at, a.id";
    reads.sql(SQL, vec![user.into()]).all().await
}

/// Like [`of_person`], with logos and brand colours.
///
/// # Errors
/// Database errors.
pub async fn marked_of_person(
    reads: &impl SqlReader,
    user: UserId,
) -> Result<Vec<BrandedAffiliation>, DbErr> {
    const SQL: &str = "SELECT a.id, a.name, m.is_public, COALESCE(a.logo, b.logo_url) AS logo, \
         b.colour AS brand_colour FROM affiliation_members m \
         JOIN affiliations a ON a.id = m.affiliation_id \
         LEFT JOIN tenants t ON t.affiliation_id = a.id AND t.state = 'active' \
         LEFT JOIN brands b ON b.tenant_id = t.id AND b.state = 'published' \
         WHERE m.user_id = $1 ORDER BY m.joined_at, a.id";
    reads.sql(SQL, vec![user.into()]).all().await
}

/// SQL for the data of [`of_person`]: a list of [`UserAffiliation`]s, selected together with the user.
#[must_use]
pub fn memberships_sql(select: &JsonSelect) -> String {
    const FROM: &str = "affiliation_members m JOIN affiliations a ON a.id = m.affiliation_id \
         WHERE m.user_id = u.id";
    let tie = select.json_object(&[
        ("id", JsonType::Id, "a.id"),
        ("name", JsonType::Plain, "a.name"),
        ("isPublic", JsonType::Flag, "m.is_public"),
    ]);
    select.json_list(&tie, FROM, "m.joined_at, a.id")
}

/// SQL for the affiliations that the user administers: a list of ids, selected together with the
/// user.
#[must_use]
pub fn administered_affiliations_sql(select: &JsonSelect) -> String {
    const FROM: &str = "institutional_admins i WHERE i.user_id = u.id";
    let id = select.json_value(JsonType::Id, "i.affiliation_id");
    select.json_list(&id, FROM, "i.created_at, i.affiliation_id")
}

/// SQL for the name of the first affiliation that a user shows, for the label of the verified
/// badge. `person` is the column with the user's id. A portal (its affiliation is the value
/// `portal`) shows only its own name.
#[must_use]
pub fn shown_name_sql(person: &str, portal: Option<&str>) -> String {
    let of_portal = portal.map(|portal| format!("AND m.affiliation_id = {portal} "));
    format!(
        "(SELECT a.name FROM affiliation_members m JOIN affiliations a ON a.id = m.affiliation_id \
         WHERE m.user_id = {person} AND m.is_public {}ORDER BY m.joined_at, a.id LIMIT 1)",
        of_portal.unwrap_or_default()
    )
}

/// The affiliations that a user shows, as far as the viewer may see them.
#[derive(Debug, Default)]
pub struct ShownAffiliations {
    /// The name of [`shown_name_sql`].
    pub name: Option<String>,
    pub badges: Vec<AffiliationBadge>,
}

/// The affiliations that each of these users shows. One query.
///
/// # Errors
/// Database errors.
pub async fn shown_affiliations(
    reads: &impl SqlReader,
    people: &[UserId],
) -> Result<HashMap<UserId, ShownAffiliations>, DbErr> {
    #[derive(FromQueryResult)]
    struct ShownRow {
        user_id: UserId,
        name: Option<String>,
        badges: String,
    }
    if people.is_empty() {
        return Ok(HashMap::new());
    }
    let mut values: Vec<Value> = people.iter().map(|id| (*id).into()).collect();
    let portal = reads.site().affiliation().map(|affiliation| {
        values.push(affiliation.into());
        format!("${}", values.len())
    });
    let viewer = reads.reading_account().map(|viewer| {
        values.push(viewer.into());
        format!("${}", values.len())
    });
    let sql = format!(
        "SELECT u.id AS user_id, {} AS name, {} AS badges FROM users u WHERE u.id IN ({})",
        shown_name_sql("u.id", portal.as_deref()),
        badges_sql(reads, "u.id", viewer.as_deref(), portal.as_deref()),
        placeholders(1, people.len())
    );
    let rows = reads.sql(&sql, values).all::<ShownRow>().await?;
    let shown = rows.into_iter().map(|row| {
        let badges = parse_badges(&row.badges)?;
        Ok((row.user_id, ShownAffiliations { name: row.name, badges }))
    });
    shown.collect()
}

/// SQL for one row `user_id, kind` per affiliation that one of the users `people` shows and that the
/// viewer belongs to; on a portal, only its own.
#[must_use]
pub fn shared_rows_sql(viewer: &str, people: &str, portal: Option<&str>) -> String {
    let here = portal.map(|portal| format!("AND m.affiliation_id = {portal} "));
    format!(
        "SELECT m.user_id, 'affiliation' AS kind FROM affiliation_members m \
         JOIN affiliation_members mine ON mine.affiliation_id = m.affiliation_id \
         WHERE mine.user_id = {viewer} AND m.user_id IN ({people}) AND m.user_id <> {viewer} \
         AND m.is_public {}",
        here.unwrap_or_default()
    )
}

/// Name of an affiliation.
///
/// # Errors
/// Database errors.
pub async fn name_of(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
) -> Result<Option<String>, DbErr> {
    #[derive(FromQueryResult)]
    struct AffiliationNameRow {
        name: String,
    }
    const SQL: &str = "SELECT name FROM affiliations WHERE id = $1";
    let row = reads.sql(SQL, vec![affiliation.into()]).one::<AffiliationNameRow>().await?;
    Ok(row.map(|row| row.name))
}

/// The affiliation with an open portal at this subdomain.
///
/// # Errors
/// Database errors.
pub async fn with_portal(
    reads: &impl SqlReader,
    subdomain: &str,
) -> Result<Option<AffiliationId>, DbErr> {
    #[derive(FromQueryResult)]
    struct PortalAffiliationRow {
        affiliation_id: AffiliationId,
    }
    const SQL: &str =
        "SELECT affiliation_id FROM tenants WHERE subdomain = $1 AND state = 'active'";
    let row = reads.sql(SQL, vec![subdomain.into()]).one::<PortalAffiliationRow>().await?;
    Ok(row.map(|row| row.affiliation_id))
}

/// Members of an affiliation who joined before another one, in id order. One query.
///
/// # Errors
/// Database errors.
pub async fn earlier_members(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
    members: EarlierMembers,
) -> Result<Vec<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct MemberRow {
        user_id: UserId,
    }
    const SQL: &str = "SELECT m.user_id FROM affiliation_members m WHERE m.affiliation_id = $1 \
         AND (m.joined_at < $2 OR (m.joined_at = $2 AND m.user_id < $3)) \
         AND m.joined_at >= COALESCE((SELECT n.joined_at FROM affiliation_members n \
           WHERE n.affiliation_id = $1 AND n.joined_at <= $2 AND n.user_id <> $3 \
           ORDER BY n.joined_at DESC LIMIT 1 OFFSET $4), m.joined_at) \
         AND m.user_id > $5 ORDER BY m.user_id LIMIT $6";
    let rows = reads.sql(SQL, members.sql_values(affiliation)).all::<MemberRow>().await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}

/// Times at which these users became members of an affiliation. One query.
///
/// # Errors
/// Database errors.
pub async fn joined_times(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
    users: &[UserId],
) -> Result<HashMap<UserId, DateTime<Utc>>, DbErr> {
    #[derive(FromQueryResult)]
    struct JoinedRow {
        user_id: UserId,
        joined_at: DateTime<Utc>,
    }
    if users.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT user_id, joined_at FROM affiliation_members \
         WHERE affiliation_id = $1 AND user_id IN ({})",
        placeholders(2, users.len())
    );
    let mut values: Vec<Value> = vec![affiliation.into()];
    values.extend(users.iter().map(|id| Value::from(*id)));
    let rows = reads.sql(&sql, values).all::<JoinedRow>().await?;
    Ok(rows.into_iter().map(|row| (row.user_id, row.joined_at)).collect())
}
