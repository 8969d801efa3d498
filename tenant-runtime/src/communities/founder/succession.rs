//! Succession when the founder leaves, steps down or deletes their account.

use super::rules::founder_notice;
use crate::activity;
use crate::communities::rows::community;
use crate::communities::{membership, store};
use platform::audit::{AuditedAction, record_action};
use platform::events::Topic;
use platform::{Tx, UserId};
use sea_orm::DbErr;
use serde_json::json;

/// Makes the admin who joined first the founder, if `user` was the founder and is no longer an
/// admin. The community must be locked. Does nothing if it has no admin.
pub(in crate::communities) async fn pass_on<V>(
    tx: &Tx<'_, V>,
    community: &community::Model,
    user: UserId,
) -> Result<(), DbErr> {
    if community.founder() != Some(user) {
        return Ok(());
    }
    let id = community.id;
    let Some(next) = membership::first_admin(tx, id, user).await? else { return Ok(()) };
    let Some(community) = store::set_founder(tx, id, next).await? else { return Ok(()) };
    let act = AuditedAction {
        actor: None,
        action: "community.founder-succession",
        subject_kind: "community",
        subject_id: id.to_string(),
        before: json!({ "founderId": user }),
        after: json!({ "founderId": next }),
        reason: Some("the founder is no longer an admin"),
    };
    record_action(tx, act).await?;
    activity::notify(tx, &[next], &founder_notice(&community)).await?;
    let about = json!({ "communityId": id });
    tx.publish(Topic::Community(id.uuid()), "community.updated", &about).await.map(drop)
}
