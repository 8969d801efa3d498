//! What other features ask about communities: where somebody is a member, and as what.

use crate::reads::Reads;
use chrono::{DateTime, Utc};
use platform::UserId;
use platform::db::{Gather, Holds};
use sea_orm::{DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::CommunityId;

/// A community that somebody is a member of.
#[derive(Debug, Clone, Deserialize)]
pub struct Joined {
    /// The community.
    pub id: CommunityId,
    /// Its name.
    pub name: String,
    /// Its description.
    pub description: String,
    /// `admin`, `trustee` or `member`.
    pub role: String,
}

/// Where the person is a member, as far as the door shows it, in the order of joining: a list of
/// [`Joined`] to be gathered with them.
#[must_use]
pub fn joined_gathered(gather: &Gather) -> String {
    const FROM: &str = "community_members m JOIN communities c ON c.id = m.community_id \
         WHERE m.user_id = u.id AND c.is_gone = FALSE";
    let joined = gather.object(&[
        ("id", Holds::Id, "c.id"),
        ("name", Holds::Plain, "c.name"),
        ("description", Holds::Plain, "c.description"),
        ("role", Holds::Plain, "m.role"),
    ]);
    gather.list(&joined, &through_door(gather, FROM, "c.id"), "m.joined_at, c.id")
}

/// The communities that the person made, as far as the door shows them, the oldest first: a list of
/// ids to be gathered with them.
#[must_use]
pub fn created_gathered(gather: &Gather) -> String {
    const FROM: &str = "communities c WHERE c.creator_id = u.id AND c.is_gone = FALSE";
    let id = gather.value(Holds::Id, "c.id");
    gather.list(&id, &through_door(gather, FROM, "c.id"), "c.created, c.id")
}

/// On a portal, only rows whose community is linked to its affiliation.
fn through_door(gather: &Gather, from: &str, community: &str) -> String {
    let Some(portal) = gather.portal() else { return from.to_owned() };
    format!(
        "{from} AND EXISTS (SELECT 1 FROM community_affiliations l \
         WHERE l.community_id = {community} AND l.affiliation_id = {portal})"
    )
}

/// A community in which somebody may not write for a while.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Timeout {
    /// The community.
    pub community_id: CommunityId,
    /// Until then.
    pub until: DateTime<Utc>,
}

/// The person's timeouts, as far as the door shows them (G-061): a list of [`Timeout`]s to be gathered
/// with them. Those that have passed are among them.
#[must_use]
pub fn timeouts_gathered(gather: &Gather) -> String {
    const FROM: &str = "member_timeouts t WHERE t.user_id = u.id";
    let timeout = gather.object(&[
        ("communityId", Holds::Id, "t.community_id"),
        ("until", Holds::Plain, "t.end_date"),
    ]);
    let from = through_door(gather, FROM, "t.community_id");
    gather.list(&timeout, &from, "t.end_date, t.community_id")
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
         JOIN communities c ON c.id = m.community_id WHERE m.user_id = $1 AND c.is_gone = FALSE AND \
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
