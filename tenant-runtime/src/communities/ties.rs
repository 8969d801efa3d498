//! What other features ask about communities: where somebody is a member, and as what.

use crate::reads::Reads;
use chrono::{DateTime, Utc};
use platform::{Door, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use utoipa::ToSchema;

use super::CommunityId;

/// A community that somebody is a member of.
#[derive(Debug, Clone, FromQueryResult)]
pub struct Joined {
    /// The community.
    pub id: uuid::Uuid,
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// `admin`, `trustee` or `member`.
    pub role: String,
}

/// Where somebody is a member, as far as `door` shows it, in the order of joining.
///
/// # Errors
/// The database's.
pub async fn joined_by(reads: &impl Reads, user: UserId, door: Door) -> Result<Vec<Joined>, DbErr> {
    const MEMBER: &str = "SELECT c.id, c.name, c.description, m.role FROM community_members m \
         JOIN communities c ON c.id = m.community_id WHERE m.user_id = $1";
    const ORDER: &str = " ORDER BY m.joined_at, c.id";
    const OF_PORTAL: &str = " AND EXISTS (SELECT 1 FROM community_affiliations a \
         WHERE a.community_id = c.id AND a.affiliation_id = $2)";
    let (through, mut values) = (door.affiliation(), vec![user.into()]);
    values.extend(through.map(sea_orm::Value::from));
    let of_portal = if through.is_some() { OF_PORTAL } else { "" };
    reads.sql(&format!("{MEMBER}{of_portal}{ORDER}"), values).all().await
}

/// A community in which somebody may not write for a while.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timeout {
    /// The community.
    pub community_id: CommunityId,
    /// Until then.
    pub until: DateTime<Utc>,
}

/// Somebody's timeouts that have not passed, as far as the door shows them (G-061).
///
/// # Errors
/// The database's.
pub async fn timeouts_of(
    reads: &impl Reads,
    user: UserId,
    now: DateTime<Utc>,
) -> Result<Vec<Timeout>, DbErr> {
    const ALL: &str = "SELECT t.community_id, t.end_date AS until FROM member_timeouts t \
         WHERE t.user_id = $1 AND t.end_date > $2";
    const OF_PORTAL: &str = " AND EXISTS (SELECT 1 FROM community_affiliations a \
         WHERE a.community_id = t.community_id AND a.affiliation_id = $3)";
    let mut values = vec![user.into(), now.into()];
    let through = reads.door().affiliation();
    values.extend(through.map(sea_orm::Value::from));
    let of_portal = if through.is_some() { OF_PORTAL } else { "" };
    let sql = format!("{ALL}{of_portal} ORDER BY t.end_date, t.community_id");
    reads.sql(&sql, values).all().await
}

/// A community on somebody's profile.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProfileCommunity)]
pub struct ShownCommunity {
    /// The community.
    pub id: CommunityId,
    /// Its name.
    pub name: String,
    /// `community` or `trust-circle`.
    pub group_type: String,
    /// `admin`, `trustee` or `member`.
    pub role: String,
}

/// The communities on somebody's profile: public ones, and those that the viewer is in too, as far
/// as the door shows them. At most 50, in the order of joining.
///
/// # Errors
/// The database's.
pub async fn shown_of(
    reads: &impl Reads,
    viewer: UserId,
    user: UserId,
) -> Result<Vec<ShownCommunity>, DbErr> {
    const SHOWN: &str = "SELECT c.id, c.name, c.group_type, m.role FROM community_members m \
         JOIN communities c ON c.id = m.community_id WHERE m.user_id = $1 AND \
         (c.visibility = 'public' OR EXISTS (SELECT 1 FROM community_members v \
          WHERE v.community_id = c.id AND v.user_id = $2))";
    const OF_PORTAL: &str = " AND EXISTS (SELECT 1 FROM community_affiliations a \
         WHERE a.community_id = c.id AND a.affiliation_id = $3)";
    let mut values = vec![user.into(), viewer.into()];
    let through = reads.door().affiliation();
    values.extend(through.map(sea_orm::Value::from));
    let of_portal = if through.is_some() { OF_PORTAL } else { "" };
    let sql = format!("{SHOWN}{of_portal} ORDER BY m.joined_at, c.id LIMIT 50");
    reads.sql(&sql, values).all().await
}
