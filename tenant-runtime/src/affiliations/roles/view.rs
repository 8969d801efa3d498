//! Roles in API responses.

use super::handover::{HandoverView, find_handover};
use crate::affiliations::access::role_holders;
use crate::affiliations::membership::members_among;
use crate::profiles::{self, UserSummary};
use crate::sql::SqlReader;
use chrono::{DateTime, Utc};
use platform::affiliations::AffiliationRole;
use platform::{AffiliationId, UserId};
use sea_orm::DbErr;
use serde::Serialize;
use utoipa::ToSchema;

/// A person who looks after an affiliation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffiliationAdmin {
    pub person: UserSummary,
    pub role: AffiliationRole,
    pub since: DateTime<Utc>,
    /// False if they are not a member of the affiliation.
    pub is_member: bool,
}

/// The people who look after an affiliation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffiliationAdmins {
    /// `null` if the owner's account was deleted.
    pub owner: Option<UserSummary>,
    /// Strongest role first, with the owner.
    pub items: Vec<AffiliationAdmin>,
    /// The pending hand-over.
    pub handover: Option<HandoverView>,
}

/// The people who look after an affiliation, strongest role first. 3 queries.
pub(in crate::affiliations) async fn to_admins(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
) -> Result<Vec<AffiliationAdmin>, DbErr> {
    let holders = role_holders(reads, affiliation).await?;
    let ids: Vec<UserId> = holders.iter().map(|holder| holder.user_id).collect();
    let mut people = profiles::load_people(reads, &ids).await?;
    let members = members_among(reads, affiliation, &ids).await?;
    let shown = holders.into_iter().map(|holder| AffiliationAdmin {
        person: people
            .remove(&holder.user_id)
            .unwrap_or_else(|| UserSummary::deleted_account(holder.user_id)),
        role: holder.role,
        since: holder.since,
        is_member: members.contains(&holder.user_id),
    });
    Ok(shown.collect())
}

/// The people who look after an affiliation, and its pending hand-over. At most 5 queries.
pub(super) async fn load_admins(
    reads: &impl SqlReader,
    affiliation: AffiliationId,
) -> Result<AffiliationAdmins, DbErr> {
    let items = to_admins(reads, affiliation).await?;
    let owner = items.first().filter(|one| one.role == AffiliationRole::Owner);
    Ok(AffiliationAdmins {
        owner: owner.map(|one| one.person.clone()),
        handover: find_handover(reads, affiliation).await?,
        items,
    })
}
