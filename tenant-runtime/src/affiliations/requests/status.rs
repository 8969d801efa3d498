//! A user's relation to affiliations that they are not a member of.

use crate::sql::{SqlReader, placeholders};
use platform::{AffiliationId, UserId};
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::HashMap;

/// A user's relation to an affiliation: a pending request, an invitation.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MembershipRequestStatus {
    /// A request is pending.
    pub pending: bool,
    /// They were invited, even if they dismissed the invitation.
    pub invited: bool,
}

/// A user's relation to these affiliations. One query. The caller has checked that they are visible
/// on the site.
pub async fn relations_of(
    reads: &impl SqlReader,
    user: UserId,
    ids: &[AffiliationId],
) -> Result<HashMap<AffiliationId, MembershipRequestStatus>, DbErr> {
    #[derive(FromQueryResult)]
    struct Row {
        affiliation_id: AffiliationId,
        is_request: bool,
    }
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let these = placeholders(2, ids.len());
    let sql = format!(
        "SELECT affiliation_id, TRUE AS is_request FROM affiliation_requests \
         WHERE user_id = $1 AND status = 'pending' AND affiliation_id IN ({these}) \
         UNION SELECT affiliation_id, FALSE AS is_request FROM affiliation_invitations \
         WHERE user_id = $1 AND affiliation_id IN ({these})"
    );
    let mut values: Vec<Value> = vec![user.into()];
    values.extend(ids.iter().map(|id| Value::from(*id)));
    let mut standings: HashMap<AffiliationId, MembershipRequestStatus> = HashMap::new();
    for row in reads.sql(&sql, values).all::<Row>().await? {
        let standing = standings.entry(row.affiliation_id).or_default();
        standing.pending |= row.is_request;
        standing.invited |= !row.is_request;
    }
    Ok(standings)
}
