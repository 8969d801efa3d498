//! What a member can still read, for deliveries outside the app. Sites do not matter here.

use super::access::since_sql;
use super::events::EventNotice;
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::{CommunityId, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// A community that a user is a member of.
#[derive(Debug, Clone, FromQueryResult)]
pub struct MemberReach {
    community_id: CommunityId,
    pub name: String,
    /// The member reads only what is newer; `None` for everything.
    since: Option<DateTime<Utc>>,
    role: String,
}

impl MemberReach {
    /// Returns true if the member may read content from this time.
    #[must_use]
    pub fn includes(&self, created: DateTime<Utc>) -> bool {
        self.since.is_none_or(|since| since <= created)
    }

    /// Returns true for admins and trustees.
    #[must_use]
    pub fn is_moderator(&self) -> bool {
        self.role != "member"
    }
}

/// The communities among these that the user is a member of and that are not deleted. One query.
///
/// # Errors
/// Database errors.
pub async fn member_reach(
    reads: &impl SqlReader,
    user: UserId,
    ids: &HashSet<CommunityId>,
) -> Result<HashMap<CommunityId, MemberReach>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT m.community_id, c.name, {} AS since, m.role \
         FROM community_members m JOIN communities c ON c.id = m.community_id \
         WHERE m.user_id = $1 AND c.is_gone = FALSE AND m.community_id IN ({})",
        since_sql("m"),
        placeholders(2, ids.len())
    );
    let values: Vec<Value> =
        std::iter::once(user.into()).chain(ids.iter().map(|id| (*id).into())).collect();
    let rows = reads.sql(&sql, values).all::<MemberReach>().await?;
    Ok(rows.into_iter().map(|row| (row.community_id, row)).collect())
}

/// An announcement that has not ended.
#[derive(Debug, Clone, Copy, FromQueryResult)]
pub struct ActiveAnnouncement {
    id: Uuid,
    starts_at: Option<DateTime<Utc>>,
    cancelled_at: Option<DateTime<Utc>>,
}

impl ActiveAnnouncement {
    /// Returns true if a notification with this data is still true: it is about the cancellation, or
    /// the event was not cancelled and, for a reminder, will start at the same time.
    #[must_use]
    pub fn confirms(&self, notice_data: &serde_json::Value, now: DateTime<Utc>) -> bool {
        let notice = EventNotice::from_data(notice_data);
        if self.cancelled_at.is_some() || notice == Some(EventNotice::Cancelled) {
            return notice == Some(EventNotice::Cancelled);
        }
        let start = || notice_data["startsAt"].as_str()?.parse::<DateTime<Utc>>().ok();
        let is_reminder = notice.is_some_and(EventNotice::is_reminder);
        !is_reminder || (self.starts_at.is_some_and(|at| at > now) && start() == self.starts_at)
    }
}

/// The announcements among these that are still active. One query.
///
/// # Errors
/// Database errors.
pub async fn active_announcements(
    reads: &impl SqlReader,
    ids: &HashSet<Uuid>,
) -> Result<HashMap<Uuid, ActiveAnnouncement>, DbErr> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT id, starts_at, cancelled_at FROM announcements \
         WHERE is_active = TRUE AND id IN ({})",
        placeholders(1, ids.len())
    );
    let values = ids.iter().map(|id| (*id).into()).collect();
    let rows = reads.sql(&sql, values).all::<ActiveAnnouncement>().await?;
    Ok(rows.into_iter().map(|row| (row.id, row)).collect())
}
