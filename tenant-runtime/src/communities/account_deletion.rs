//! Ends a user's memberships when their account is deleted, records it, and notifies the remaining
//! members.

use super::{deletion, founder, membership, store, succession};
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::events::Topic;
use platform::{CommunityId, System, Tx, UserId};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use serde_json::{Value, json};

/// Deletes up to `most` memberships of a user and records that they left (C-052). Appoints a
/// successor where they were the last admin, starts the deletion of communities that become empty,
/// and notifies the remaining members. Returns the number of memberships.
///
/// # Errors
/// Database errors.
pub async fn delete_memberships_of(
    tx: &Tx<'_, System>,
    user: UserId,
    most: u64,
) -> Result<u64, DbErr> {
    #[derive(FromQueryResult)]
    struct LeftCommunityRow {
        community_id: CommunityId,
        role: String,
    }
    #[derive(FromQueryResult)]
    struct MemberCountRow {
        id: CommunityId,
        name: String,
        member_count: i64,
    }
    const DELETE_MEMBERSHIPS_SQL: &str = "DELETE FROM community_members WHERE user_id = $1 AND community_id IN \
         (SELECT community_id FROM community_members WHERE user_id = $1 LIMIT $2) \
         RETURNING community_id, role";
    let values = vec![user.into(), most.cast_signed().into()];
    let left = tx.raw(DELETE_MEMBERSHIPS_SQL, values).all::<LeftCommunityRow>().await?;
    if left.is_empty() {
        return Ok(0);
    }
    let sql = format!(
        "UPDATE communities SET member_count = member_count - 1 WHERE id IN ({}) \
         RETURNING id, name, member_count",
        placeholders(1, left.len())
    );
    let ids = left.iter().map(|row| row.community_id.into()).collect();
    let counted = tx.raw(&sql, ids).all::<MemberCountRow>().await?;
    let named = counted.iter().map(|row| (row.id, row.name.as_str()));
    membership::record_leaver(tx, user, named).await?;
    for row in &left {
        let about = json!({ "communityId": row.community_id, "userId": user });
        let topic = Topic::Community(row.community_id.uuid());
        tx.publish(topic, "membership.left", &about).await?;
    }
    // After the counts, which lock the communities: if two admins leave at once, the second one
    // sees the departure of the first.
    for row in left.iter().filter(|row| row.role == "admin") {
        succession::follow_last_admin(tx, row.community_id).await?;
        if let Some(community) = store::lock(tx, row.community_id).await? {
            founder::pass_on(tx, &community, user).await?;
        }
    }
    for deserted in counted.iter().filter(|row| row.member_count == 0) {
        deletion::delete_without_members(tx, deserted.id).await?;
    }
    Ok(left.len() as u64)
}

#[derive(FromQueryResult, Serialize)]
#[serde(rename_all = "camelCase")]
struct MembershipRecord {
    id: CommunityId,
    name: String,
    role: String,
    joined_at: DateTime<Utc>,
}

/// A user's memberships, for their export.
///
/// # Errors
/// Database errors.
pub async fn export_of(reads: &impl SqlReader, user: UserId) -> Result<Value, DbErr> {
    const SQL: &str = "SELECT c.id, c.name, m.role, m.joined_at FROM community_members m \
         JOIN communities c ON c.id = m.community_id WHERE m.user_id = $1 ORDER BY m.joined_at, c.id";
    Ok(json!(reads.sql(SQL, vec![user.into()]).all::<MembershipRecord>().await?))
}
