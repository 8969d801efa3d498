//! Queries about communities for other features: memberships and roles.

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
    const FROM: &str = "community_members m JOIN communities c ON c.id = m.community_id \
         WHERE m.user_id = u.id AND c.is_gone = FALSE";
    let joined = select.object(&[
        ("id", JsonType::Id, "c.id"),
        ("name", JsonType::Plain, "c.name"),
        ("description", JsonType::Plain, "c.description"),
        ("role", JsonType::Plain, "m.role"),
    ]);
    select.list(&joined, &on_site(select, FROM, "c.id"), "m.joined_at, c.id")
}

/// SQL for the communities that the user created, as far as they are visible on this site, oldest
/// first: a list of ids, selected together with the user.
#[must_use]
pub fn created_communities_sql(select: &JsonSelect) -> String {
    const FROM: &str = "communities c WHERE c.creator_id = u.id AND c.is_gone = FALSE";
    let id = select.value(JsonType::Id, "c.id");
    select.list(&id, &on_site(select, FROM, "c.id"), "c.created, c.id")
}

/// On a portal, restricts the rows to communities linked to its affiliation.
fn on_site(select: &JsonSelect, from: &str, community: &str) -> String {
    let Some(portal) = select.portal() else { return from.to_owned() };
    format!(
        "{from} AND EXISTS (SELECT 1 FROM community_affiliations l \
         WHERE l.community_id = {community} AND l.affiliation_id = {portal})"
    )
}

/// A community in which the user is timed out.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timeout {
    pub community_id: CommunityId,
    /// End of the timeout.
    pub until: DateTime<Utc>,
}

/// SQL for the user's timeouts that are visible on this site (G-061), including expired ones: a
/// list of [`Timeout`]s, selected together with the user.
#[must_use]
pub fn timeouts_sql(select: &JsonSelect) -> String {
    const FROM: &str = "member_timeouts t WHERE t.user_id = u.id";
    let timeout = select.object(&[
        ("communityId", JsonType::Id, "t.community_id"),
        ("until", JsonType::Plain, "t.end_date"),
    ]);
    let from = on_site(select, FROM, "t.community_id");
    select.list(&timeout, &from, "t.end_date, t.community_id")
}

/// A community on a user's profile.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProfileCommunity)]
pub struct ShownCommunity {
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
pub async fn shown_of(
    reads: &impl SqlReader,
    viewer: UserId,
    user: UserId,
) -> Result<Vec<ShownCommunity>, DbErr> {
    const SHOWN: &str = "SELECT c.id, c.name, c.group_type, m.role FROM community_members m \
         JOIN communities c ON c.id = m.community_id WHERE m.user_id = $1 AND c.is_gone = FALSE AND \
         (c.visibility = 'public' OR EXISTS (SELECT 1 FROM community_members v \
          WHERE v.community_id = c.id AND v.user_id = $2))";
    const OF_PORTAL: &str = " AND EXISTS (SELECT 1 FROM community_affiliations a \
         WHERE a.community_id = c.id AND a.affiliation_id = $3)";
    let mut values = vec![user.into(), viewer.into()];
    let through = reads.site().affiliation();
    values.extend(through.map(sea_orm::Value::from));
    let of_portal = if through.is_some() { OF_PORTAL } else { "" };
    let sql = format!("{SHOWN}{of_portal} ORDER BY m.joined_at, c.id LIMIT 50");
    reads.sql(&sql, values).all().await
}
