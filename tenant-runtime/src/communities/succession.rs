//! Who looks after a community whose last admin's account was deleted. Leaving is refused to a last
//! admin (G-077); an account may end nevertheless, and the community stays in somebody's hands.

use super::CommunityId;
use platform::audit::{Act, record};
use platform::events::Topic;
use platform::{System, Tx, UserId};
use sea_orm::{DbBackend, DbErr, FromQueryResult};
use serde_json::json;

/// Makes an admin where none is left: of those with the highest role the one who has been there
/// longest, and nobody who is banned or about to go while another is there. The community must be
/// locked. Where nobody is left, nothing happens.
pub(super) async fn follow_last_admin(tx: &Tx<'_, System>, id: CommunityId) -> Result<(), DbErr> {
    #[derive(FromQueryResult)]
    struct Next {
        user_id: UserId,
        role: String,
    }
    const ADMINS: &str = "SELECT user_id, role FROM community_members \
         WHERE community_id = $1 AND role = 'admin' LIMIT 1";
    const NEXT: &str = "SELECT m.user_id, m.role FROM community_members m \
         JOIN users u ON u.id = m.user_id WHERE m.community_id = $1 \
         ORDER BY CASE WHEN u.status IS NULL AND u.deletion_due_at IS NULL THEN 0 ELSE 1 END, \
         CASE m.role WHEN 'trustee' THEN 0 ELSE 1 END, m.joined_at, m.user_id LIMIT 1";
    const RAISE: &str = "UPDATE community_members SET role = 'admin' \
         WHERE community_id = $1 AND user_id = $2";
    if tx.raw(ADMINS, vec![id.into()]).one::<Next>().await?.is_some() {
        return Ok(());
    }
    // Whoever is leaving just now holds their place and waits for the community: another follows.
    let lock =
        if tx.backend() == DbBackend::Postgres { " FOR UPDATE OF m SKIP LOCKED" } else { "" };
    let next = tx.raw(&format!("{NEXT}{lock}"), vec![id.into()]).one::<Next>().await?;
    let Some(next) = next else { return Ok(()) };
    tx.execute(RAISE, vec![id.into(), next.user_id.into()]).await?;
    let act = Act {
        actor: None,
        action: "community.succession",
        subject_kind: "community",
        subject_id: id.to_string(),
        before: json!({ "userId": next.user_id, "role": next.role }),
        after: json!({ "userId": next.user_id, "role": "admin" }),
        reason: Some("the last admin's account was deleted"),
    };
    record(tx, act).await?;
    let about = json!({ "communityId": id });
    tx.publish(Topic::Community(id.uuid()), "community.updated", &about).await?;
    tx.publish(Topic::User(next.user_id), "me.changed", &json!({})).await.map(drop)
}
