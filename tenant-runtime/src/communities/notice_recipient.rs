//! Whether a member is notified of what another user did with their content.

use super::access::since_sql;
use super::settings::subscribers;
use crate::activity::NotificationType;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use chrono::{DateTime, Utc};
use platform::{CommunityId, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};

/// Content in a community, and the author who is to be notified about it.
#[derive(Debug, Clone, Copy)]
pub struct AuthoredContent {
    pub community: CommunityId,
    pub author: UserId,
    pub created: DateTime<Utc>,
}

/// Returns true if the author is still a member who can read the content and wants notifications of
/// this kind, and neither the author nor the user `by` has blocked the other. 2 queries.
///
/// # Errors
/// Database errors.
pub async fn wants_notice<V>(
    tx: &Tx<'_, V>,
    content: AuthoredContent,
    by: UserId,
    kind: NotificationType,
) -> Result<bool, DbErr> {
    #[derive(FromQueryResult)]
    struct MemberRow {
        user_id: UserId,
    }
    let sql = format!(
        "SELECT m.user_id FROM community_members m WHERE m.community_id = $1 AND m.user_id = $2 \
         AND COALESCE({} < $4, TRUE) AND {}",
        since_sql("m"),
        not_blocked_sql("m.user_id", "$3", Blocks::Both)
    );
    let AuthoredContent { community, author, created } = content;
    let values = vec![community.into(), author.into(), by.into(), created.into()];
    let Some(MemberRow { user_id }) = tx.raw(&sql, values).one().await? else { return Ok(false) };
    Ok(!subscribers(tx, community, &[user_id], kind).await?.is_empty())
}
