//! Data of a user in communities, for their export: membership events, read marks, timeouts, join
//! requests, announcements, notification preferences and created communities.

use crate::content::TypedContent;
use crate::posts;
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::{CommunityId, ThreadId, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct MembershipEventRecord {
    community_id: CommunityId,
    community_name: String,
    event_type: String,
    reason: String,
    timestamp: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ReadRecord {
    community_id: CommunityId,
    last_read_timestamp: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct ThreadReadRecord {
    community_id: CommunityId,
    thread_id: ThreadId,
    last_read_timestamp: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct TimeoutRecord {
    community_id: CommunityId,
    end_date: DateTime<Utc>,
    reason: Option<String>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct JoinRequestRecord {
    community_id: CommunityId,
    message: String,
    status: String,
    admin_message: Option<String>,
    created_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct AnnouncementRecord {
    community_id: CommunityId,
    #[sea_orm(nested)]
    #[serde(flatten)]
    content: TypedContent,
    starts_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct PreferenceRecord {
    community_id: CommunityId,
    preference: String,
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct FoundedCommunityRecord {
    id: CommunityId,
    name: String,
    created: DateTime<Utc>,
}

/// A user's data in communities. 8 queries.
///
/// # Errors
/// Database errors.
pub async fn history_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const MEMBERSHIP_EVENTS_SQL: &str = "SELECT community_id, community_name, event_type, reason, timestamp \
         FROM membership_events WHERE user_id = $1 ORDER BY timestamp, id";
    const READ_MARKS_SQL: &str = "SELECT community_id, last_read_at AS last_read_timestamp \
         FROM community_read_status WHERE user_id = $1 ORDER BY community_id";
    const TIMEOUTS_SQL: &str = "SELECT community_id, end_date, reason FROM member_timeouts \
         WHERE user_id = $1 ORDER BY end_date, community_id";
    const JOIN_REQUESTS_SQL: &str = "SELECT community_id, message, status, admin_message, created_at \
         FROM join_requests WHERE user_id = $1 ORDER BY created_at, id";
    const ANNOUNCEMENTS_SQL: &str = "SELECT community_id, content, content_format, starts_at, created_at \
         FROM announcements WHERE author_id = $1 ORDER BY created_at, id";
    const PREFERENCES_SQL: &str = "SELECT community_id, preference FROM member_notice_preferences \
         WHERE user_id = $1 ORDER BY community_id";
    const CREATED_COMMUNITIES_SQL: &str =
        "SELECT id, name, created FROM communities WHERE creator_id = $1 ORDER BY created, id";
    let of = || vec![user.into()];
    Ok(json!({
        "events": reads.sql(MEMBERSHIP_EVENTS_SQL, of()).all::<MembershipEventRecord>().await?,
        "readUntil": reads.sql(READ_MARKS_SQL, of()).all::<ReadRecord>().await?,
        "threadsReadUntil":
            reads.sql(posts::thread_marks_sql(), of()).all::<ThreadReadRecord>().await?,
        "timeouts": reads.sql(TIMEOUTS_SQL, of()).all::<TimeoutRecord>().await?,
        "joinRequests": reads.sql(JOIN_REQUESTS_SQL, of()).all::<JoinRequestRecord>().await?,
        "announcements": reads.sql(ANNOUNCEMENTS_SQL, of()).all::<AnnouncementRecord>().await?,
        "notifications": reads.sql(PREFERENCES_SQL, of()).all::<PreferenceRecord>().await?,
        "founded": reads.sql(CREATED_COMMUNITIES_SQL, of()).all::<FoundedCommunityRecord>().await?,
    }))
}
