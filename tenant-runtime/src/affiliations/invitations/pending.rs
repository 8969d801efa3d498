//! A user's pending invitation, and how invitations end when the user applies.

use super::InvitationId;
use crate::profiles::blocks::{Blocks, not_blocked_sql};
use platform::db::{JsonSelect, JsonType};
use platform::{AffiliationId, Tx, UserId};
use sea_orm::DbErr;
use serde::Deserialize;

#[derive(Debug, Clone, Copy, Deserialize)]
pub struct PendingInvitation {
    pub id: InvitationId,
}

/// SQL for the newest invitation that the user has not seen yet, a [`PendingInvitation`] (F-070), selected
/// together with the user. Skips senders blocked by the user, affiliations that accept no members,
/// and those where the user is a member or has applied. On a portal, only invitations to its
/// affiliation (P-13).
#[must_use]
pub fn pending_invitation_sql(select: &JsonSelect) -> String {
    let here = select
        .portal_expression()
        .map_or_else(String::new, |portal| format!("AND i.affiliation_id = {portal} "));
    let from = format!(
        "(SELECT i.id FROM affiliation_invitations i \
         JOIN affiliations a ON a.id = i.affiliation_id AND a.is_approved AND NOT a.is_paused \
         WHERE i.user_id = u.id AND i.status = 'pending' {here}AND {heard} \
         AND NOT EXISTS (SELECT 1 FROM affiliation_members m \
         WHERE m.affiliation_id = i.affiliation_id AND m.user_id = u.id) \
         AND NOT EXISTS (SELECT 1 FROM affiliation_requests r \
         WHERE r.affiliation_id = i.affiliation_id AND r.user_id = u.id AND r.status = 'pending') \
         ORDER BY i.created_at DESC, i.id DESC LIMIT 1) newest",
        heard = not_blocked_sql("i.invited_by_staff_id", "u.id", Blocks::Own),
    );
    select.json_one(&select.json_object(&[("id", JsonType::Id, "newest.id")]), &from)
}

/// Marks all pending invitations of a user to an affiliation as accepted, because they have applied
/// (F-067, Apply Now).
pub(in crate::affiliations) async fn accept_all<V: Send + Sync>(
    tx: &Tx<'_, V>,
    user: UserId,
    affiliation: AffiliationId,
) -> Result<(), DbErr> {
    const SQL: &str = "UPDATE affiliation_invitations SET status = 'accepted', accepted_at = $1 \
         WHERE user_id = $2 AND affiliation_id = $3 AND status IN ('pending', 'viewed', 'dismissed')";
    let values = vec![tx.now().into(), user.into(), affiliation.into()];
    tx.execute(SQL, values).await.map(drop)
}
