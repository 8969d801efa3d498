//! The invitation that waits for somebody, and those that end because they have asked to belong.

use super::InvitationId;
use crate::profiles::estranged::{Blocks, not_estranged_sql};
use platform::db::{Gather, Holds};
use platform::{AffiliationId, Tx, UserId};
use sea_orm::DbErr;
use serde::Deserialize;

/// An invitation that waits.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Waiting {
    /// Which.
    pub id: InvitationId,
}

/// The newest invitation that the person has not seen yet, a [`Waiting`] (F-070), gathered with them: none from
/// somebody they block, none to what takes no members, and none to where they belong or ask to belong. On a
/// portal those to its affiliation alone (P-13).
#[must_use]
pub fn pending_gathered(gather: &Gather) -> String {
    let here = gather
        .portal()
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
        heard = not_estranged_sql("i.invited_by_staff_id", "u.id", Blocks::Own),
    );
    gather.one(&gather.object(&[("id", Holds::Id, "newest.id")]), &from)
}

/// Whoever asks to belong has accepted what they were invited to (F-067, Apply Now).
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
