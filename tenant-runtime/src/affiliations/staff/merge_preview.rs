//! Counts the rows that a merge would move.

use super::AffiliationStaff;
use super::error::StaffAffiliationError;
use super::merge::has_portal;
use super::view::{AffiliationName, count_pending_requests, merges_of};
use crate::accounts::invites;
use crate::affiliations::access::role_holders;
use crate::affiliations::store;
use crate::communities;
use platform::{AffiliationId, Problem, Scope};
use sea_orm::FromQueryResult;
use serde::Serialize;
use utoipa::ToSchema;

/// What a merge moves.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MergePreview {
    /// The affiliation that disappears.
    pub from: AffiliationName,
    /// The affiliation that stays.
    pub into: AffiliationName,
    /// Members who become members of the other one.
    pub members: i64,
    /// Members who are members of both.
    pub already_members: i64,
    pub communities: u64,
    pub pending_requests: i64,
    pub open_invitations: i64,
    pub invite_codes: u64,
    /// People whose role ends.
    pub role_holders: usize,
    /// True if its portal must be archived first.
    pub blocked_by_portal: bool,
}

/// Counts what a merge of `id` into `into` would move. 10 queries.
pub(super) async fn preview(
    scope: &Scope<AffiliationStaff>,
    id: AffiliationId,
    into: AffiliationId,
) -> Result<MergePreview, Problem> {
    #[derive(FromQueryResult)]
    struct CountsRow {
        members: i64,
        already_members: i64,
        open_invitations: i64,
    }
    const SQL: &str = "SELECT \
         (SELECT COUNT(*) FROM affiliation_members m WHERE m.affiliation_id = $1) AS members, \
         (SELECT COUNT(*) FROM affiliation_members m JOIN affiliation_members n \
         ON n.user_id = m.user_id AND n.affiliation_id = $2 \
         WHERE m.affiliation_id = $1) AS already_members, \
         (SELECT COUNT(*) FROM affiliation_invitations i WHERE i.affiliation_id = $1 \
         AND i.status <> 'accepted') AS open_invitations";
    if id == into {
        return Err(StaffAffiliationError::MergeSelf.into());
    }
    if !merges_of(scope, &[id, into]).await?.is_empty() {
        return Err(StaffAffiliationError::Merged.into());
    }
    let from = name_of(scope, id).await?;
    let target = name_of(scope, into).await?;
    let counts = scope.raw(SQL, vec![id.into(), into.into()]).one::<CountsRow>().await?;
    let counts = counts.ok_or(StaffAffiliationError::NotFound)?;
    Ok(MergePreview {
        from,
        into: target,
        members: counts.members - counts.already_members,
        already_members: counts.already_members,
        communities: communities::count_links(scope, id).await?,
        pending_requests: count_pending_requests(scope, id).await?,
        open_invitations: counts.open_invitations,
        invite_codes: invites::count_codes_of(scope, id).await?,
        role_holders: role_holders(scope, id).await?.len(),
        blocked_by_portal: has_portal(scope, id).await?,
    })
}

async fn name_of(
    scope: &Scope<AffiliationStaff>,
    id: AffiliationId,
) -> Result<AffiliationName, Problem> {
    let found = store::with_id(scope, id).await?.ok_or(StaffAffiliationError::NotFound)?;
    Ok(AffiliationName { id: found.id, name: found.name })
}
