//! Queries about communities for other features: memberships and roles.

use super::visible_sql::{exists_sql, is_member_sql, joined_from_sql, on_site_sql};
use crate::cord_activity::EarlierMembers;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::db::{JsonSelect, JsonType};
use platform::{CommunityId, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A community of which a user is a member.
#[derive(Debug, Clone, Deserialize)]
pub struct JoinedCommunity {
    pub id: CommunityId,
    pub name: String,
    pub description: String,
    /// `admin`, `trustee` or `member`.
    pub role: String,
}

/// SQL for the user's memberships that are visible on this site, in the order of joining: a list of
/// [`JoinedCommunity`], selected together with the user.
#[must_use]
pub fn joined_communities_sql(select: &JsonSelect) -> String {
    let joined = select.json_object(&[
        ("id", JsonType::Id, "c.id"),
        ("name", JsonType::Plain, "c.name"),
        ("description", JsonType::Plain, "c.description"),
        ("role", JsonType::Plain, "m.role"),
    ]);
    select.json_list(
        &joined,
        &joined_from_sql("u.id", select.portal_expression()),
        "m.joined_at, c.id",
    )
}

/// SQL for the communities that the user created, as far as they are visible on this site, oldest
/// first: a list of ids, selected together with the user.
#[must_use]
pub fn created_communities_sql(select: &JsonSelect) -> String {
    let exists = exists_sql("c", select.portal_expression());
    let id = select.json_value(JsonType::Id, "c.id");
    let from = format!("communities c WHERE c.creator_id = u.id AND {exists}");
    select.json_list(&id, &from, "c.created, c.id")
}

/// A community in which the user is timed out.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnTimeout {
    pub community_id: CommunityId,
    /// End of the timeout.
    pub until: DateTime<Utc>,
}

/// SQL for the user's timeouts that are visible on this site (G-061), including expired ones: a
/// list of [`OwnTimeout`]s, selected together with the user.
#[must_use]
pub fn timeouts_sql(select: &JsonSelect) -> String {
    let here = on_site_sql("t.community_id", select.portal_expression());
    let timeout = select.json_object(&[
        ("communityId", JsonType::Id, "t.community_id"),
        ("until", JsonType::Plain, "t.end_date"),
    ]);
    let from = format!("member_timeouts t WHERE t.user_id = u.id AND {here}");
    select.json_list(&timeout, &from, "t.end_date, t.community_id")
}

/// A community on a user's profile.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProfileCommunity {
    pub id: CommunityId,
    pub name: String,
    /// `community` or `trust-circle`.
    pub group_type: String,
    /// `admin`, `trustee` or `member`.
    pub role: String,
}

/// Communities on a user's profile: public ones and those that the viewer also belongs to, as far
/// as they are visible on this site. At most 50, in the order of joining.
///
/// # Errors
/// Database errors.
pub async fn visible_communities_of(
    reads: &impl SqlReader,
    viewer: UserId,
    user: UserId,
) -> Result<Vec<ProfileCommunity>, DbErr> {
    let mut values = vec![user.into(), viewer.into()];
    let portal = reads.site().affiliation();
    values.extend(portal.map(sea_orm::Value::from));
    let sql = format!(
        "SELECT c.id, c.name, c.group_type, m.role FROM {} AND (c.visibility = 'public' OR {}) \
         ORDER BY m.joined_at, c.id LIMIT 50",
        joined_from_sql("$1", portal.map(|_| "$3")),
        is_member_sql("c.id", "$2")
    );
    reads.sql(&sql, values).all().await
}

/// SQL for one row `user_id, kind` per community on the site that one of the users `people` and the
/// viewer both belong to: members see each other.
#[must_use]
pub fn shared_rows_sql(viewer: &str, people: &str, portal: Option<&str>) -> String {
    format!(
        "SELECT o.user_id, 'community' AS kind FROM community_members o \
         WHERE o.user_id IN ({people}) AND o.user_id <> {viewer} \
         AND o.community_id IN (SELECT c.id FROM {})",
        joined_from_sql(viewer, portal)
    )
}

/// A community that two users have in common.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CommonCommunity {
    pub id: CommunityId,
    pub name: String,
    /// `community` or `trust-circle`.
    pub group_type: String,
}

/// Communities of which both users are members, as far as they are visible on this site. At most
/// 50, in the order in which the second one joined.
///
/// # Errors
/// Database errors.
pub async fn common_communities(
    reads: &impl SqlReader,
    viewer: UserId,
    user: UserId,
) -> Result<Vec<CommonCommunity>, DbErr> {
    let mut values = vec![user.into(), viewer.into()];
    let portal = reads.site().affiliation();
    values.extend(portal.map(sea_orm::Value::from));
    let sql = format!(
        "SELECT c.id, c.name, c.group_type FROM {} AND {} ORDER BY m.joined_at, c.id LIMIT 50",
        joined_from_sql("$1", portal.map(|_| "$3")),
        is_member_sql("c.id", "$2")
    );
    reads.sql(&sql, values).all().await
}

/// Members of a community who joined before another one, in id order. One query.
///
/// # Errors
/// Database errors.
pub async fn earlier_members(
    reads: &impl SqlReader,
    community: CommunityId,
    members: EarlierMembers,
) -> Result<Vec<UserId>, DbErr> {
    #[derive(FromQueryResult)]
    struct MemberRow {
        user_id: UserId,
    }
    const SQL: &str = "SELECT m.user_id FROM community_members m WHERE m.community_id = $1 \
         AND (m.joined_at < $2 OR (m.joined_at = $2 AND m.user_id < $3)) \
         AND m.joined_at >= COALESCE((SELECT n.joined_at FROM community_members n \
           WHERE n.community_id = $1 AND n.joined_at <= $2 AND n.user_id <> $3 \
           ORDER BY n.joined_at DESC LIMIT 1 OFFSET $4), m.joined_at) \
         AND m.user_id > $5 ORDER BY m.user_id LIMIT $6";
    let rows = reads.sql(SQL, members.sql_values(community)).all::<MemberRow>().await?;
    Ok(rows.into_iter().map(|row| row.user_id).collect())
}
