//! Succession when the account of a community's last admin is deleted. The last admin cannot leave
//! (G-077), but can delete their account; then another member becomes admin.

use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::{CommunityId, System, Tx, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult};
use serde_json::json;

/// Appoints an admin if none is left: of the members with the highest role, the one who joined
/// first. Banned users and those whose deletion is scheduled are chosen only if there are no
/// others. The community must be locked. Does nothing if there are no members.
pub(super) async fn follow_last_admin(tx: &Tx<'_, System>, id: CommunityId) -> Result<(), DbErr> {
    #[derive(FromQueryResult)]
    struct SuccessorRow {
        user_id: UserId,
        role: String,
    }
    const ADMINS_SQL: &str = "SELECT user_id, role FROM community_members \
         WHERE community_id = $1 AND role = 'admin' LIMIT 1";
    const SUCCESSOR_SQL: &str = "SELECT m.user_id, m.role FROM community_members m \
         JOIN users u ON u.id = m.user_id WHERE m.community_id = $1 \
         ORDER BY CASE WHEN u.status IS NULL AND u.deletion_due_at IS NULL THEN 0 ELSE 1 END, \
         CASE m.role WHEN 'trustee' THEN 0 ELSE 1 END, m.joined_at, m.user_id LIMIT 1";
    const PROMOTE_SQL: &str = "UPDATE community_members SET role = 'admin' \
         WHERE community_id = $1 AND user_id = $2";
    if tx.raw(ADMINS_SQL, vec![id.into()]).one::<SuccessorRow>().await?.is_some() {
        return Ok(());
    }
    // A member who is leaving has locked their membership and waits for the community: skip them.
    let lock =
        if tx.backend() == DbBackend::Postgres { " FOR UPDATE OF m SKIP LOCKED" } else { "" };
    let next =
        tx.raw(&format!("{SUCCESSOR_SQL}{lock}"), vec![id.into()]).one::<SuccessorRow>().await?;
    let Some(next) = next else { return Ok(()) };
    tx.execute(PROMOTE_SQL, vec![id.into(), next.user_id.into()]).await?;
    let act = AuditedAction {
        actor: None,
        action: "community.succession",
        subject_kind: "community",
        subject_id: id.to_string(),
        before: json!({ "userId": next.user_id, "role": next.role }),
        after: json!({ "userId": next.user_id, "role": "admin" }),
        reason: Some("the last admin's account was deleted"),
    };
    record_action(tx, act).await?;
    let about = json!({ "communityId": id });
    tx.publish(Topic::Community(id.uuid()), "community.updated", &about).await?;
    tx.publish(Topic::User(next.user_id), "me.changed", &json!({})).await.map(drop)
}
