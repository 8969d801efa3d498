//! Marks communities as read.

use super::store;
use crate::communities::error::CommunityError;
use crate::communities::{access, store as communities};
use crate::{activity, limits, posts};
use chrono::{DateTime, Utc};
use platform::events::Topic;
use platform::limiter::LimitedAction;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Tx};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

/// Communities per statement.
const COMMUNITIES_AT_ONCE: usize = 500;

/// How far the viewer has read.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReadPosition {
    /// Time of the newest post that the viewer has seen, if the mark was made offline.
    pub up_to: Option<DateTime<Utc>>,
}

/// Time until which the viewer has read a community (C-089).
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadMark {
    pub community_id: CommunityId,
    pub last_read_timestamp: DateTime<Utc>,
}

/// Result of marking everything on a site as read.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub struct ReadCommunities {
    /// Number of communities.
    pub communities: usize,
}

/// Marks a community as read up to now, or up to the time at which the viewer saw it offline.
pub(super) async fn mark_read(
    scope: &mut Scope<Member>,
    id: CommunityId,
    up_to: Option<DateTime<Utc>>,
) -> Result<ReadMark, Problem> {
    let tx = scope.begin().await?;
    let access = access::load_access(&tx, id).await?;
    if !access.is_inside() {
        return Err(CommunityError::MembersOnly.into());
    }
    limits::check_limit_within(&tx, LimitedAction::MarkRead).await?;
    let now = tx.now();
    let at = up_to.map_or(now, |seen| seen.min(now));
    let mark = mark_threads_too(&tx, id, at).await?;
    // Also marks its notifications as read (C-118), unless some may be newer than what was seen.
    if up_to.is_none() {
        activity::mark_read_in_communities(&tx, &[id]).await?;
    }
    tx.commit().await?;
    Ok(mark)
}

/// Marks all communities of the viewer on this site as read up to now.
pub(super) async fn mark_all_read(scope: &mut Scope<Member>) -> Result<ReadCommunities, Problem> {
    let tx = scope.begin().await?;
    limits::check_limit_within(&tx, LimitedAction::MarkRead).await?;
    let now = tx.now();
    // In a fixed order, so that two devices do not wait for each other.
    let mut ids: Vec<CommunityId> =
        communities::own_membership_rows(&tx).await?.into_keys().collect();
    ids.sort_unstable();
    for some in ids.chunks(COMMUNITIES_AT_ONCE) {
        store::raise_read_marks(&tx, some, now).await?;
        posts::delete_marks_before(&tx, some, now).await?;
        activity::mark_read_in_communities(&tx, some).await?;
    }
    tx.publish(Topic::User(tx.viewer().id()), "communities.read", &json!({})).await?;
    tx.commit().await?;
    Ok(ReadCommunities { communities: ids.len() })
}

/// Marks a community as read up to now, if the viewer is inside it.
///
/// # Errors
/// Database errors.
pub async fn record_read_mark(tx: &Tx<'_, Member>, id: CommunityId) -> Result<(), DbErr> {
    let access = access::load_access(tx, id).await;
    if access.is_ok_and(|access| access.is_inside()) {
        mark_threads_too(tx, id, tx.now()).await?;
    }
    Ok(())
}

/// Raises the mark of the community, which then applies to all threads that were not read later. If
/// the community has a later mark already, raises the marks of its threads that are unread from an
/// earlier time on.
async fn mark_threads_too(
    tx: &Tx<'_, Member>,
    id: CommunityId,
    at: DateTime<Utc>,
) -> Result<ReadMark, DbErr> {
    store::raise_read_marks(tx, &[id], at).await?;
    if store::read_until(tx, id).await? > Some(at) {
        posts::raise_marks(tx, id, at).await?;
    } else {
        posts::delete_marks_before(tx, &[id], at).await?;
    }
    let mark = ReadMark { community_id: id, last_read_timestamp: at };
    tx.publish(Topic::User(tx.viewer().id()), "community.read", &mark).await?;
    Ok(mark)
}
