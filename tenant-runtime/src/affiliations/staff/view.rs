//! Affiliations in API responses to staff.

use super::AffiliationStaff;
use super::error::StaffAffiliationError;
use crate::affiliations::roles::{AffiliationAdmin, HandoverView, find_handover, to_admins};
use crate::affiliations::rows::affiliation;
use crate::affiliations::settings::find_settings;
use crate::affiliations::short_name::short_name_of;
use crate::affiliations::store::{self, PortalBrandRow};
use crate::profiles::{self, UserSummary};
use crate::sql::{SqlReader, placeholders};
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Problem, Scope, TenantId};
use sea_orm::{DbErr, FromQueryResult, Value};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use utoipa::ToSchema;

/// State of an affiliation in the list for staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum StaffAffiliationState {
    /// Public, in the directory.
    Listed,
    /// In the directory of its members only.
    Private,
    /// Hidden, with its portal.
    Paused,
    /// Not approved yet.
    Unapproved,
    /// Merged into another one.
    Merged,
}

impl StaffAffiliationState {
    const fn from_row(row: &affiliation::Model, is_merged: bool) -> Self {
        if is_merged {
            Self::Merged
        } else if !row.is_approved {
            Self::Unapproved
        } else if row.is_paused {
            Self::Paused
        } else if row.is_private {
            Self::Private
        } else {
            Self::Listed
        }
    }
}

/// The portal of an affiliation.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffiliationPortal {
    pub tenant_id: TenantId,
    /// `draft`, `active` or `suspended`.
    pub state: String,
    pub subdomain: String,
    pub brand_name: String,
}

impl From<PortalBrandRow> for AffiliationPortal {
    fn from(row: PortalBrandRow) -> Self {
        let PortalBrandRow { id, state, subdomain, brand_name, .. } = row;
        Self { tenant_id: id, state, subdomain, brand_name }
    }
}

/// An affiliation in the list for staff.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffAffiliationRow {
    pub id: AffiliationId,
    pub name: String,
    pub url_path: Option<String>,
    pub logo: Option<String>,
    pub member_count: i64,
    pub state: StaffAffiliationState,
    pub is_verified: bool,
    pub is_private: bool,
    pub is_paused: bool,
    pub portal: Option<AffiliationPortal>,
    pub created_at: DateTime<Utc>,
}

/// Id and name of an affiliation.
#[derive(Debug, Clone, FromQueryResult, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AffiliationName {
    pub id: AffiliationId,
    pub name: String,
}

/// An affiliation with everything that staff may change.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffAffiliation {
    #[serde(flatten)]
    pub row: StaffAffiliationRow,
    /// Short name for the badges of its members: the stored one, or the one derived from the name.
    pub short_name: String,
    /// Short name that was given; `null` if it is derived from the name.
    pub own_short_name: Option<String>,
    pub description: String,
    pub tagline: Option<String>,
    pub website: Option<String>,
    pub pause_reason: Option<String>,
    pub paused_at: Option<DateTime<Utc>>,
    /// The affiliation that it was merged into.
    pub merged_into: Option<AffiliationName>,
    /// The owner.
    pub creator: Option<UserSummary>,
    pub original_requester: Option<UserSummary>,
    pub admins: Vec<AffiliationAdmin>,
    pub handover: Option<HandoverView>,
    pub pending_requests: i64,
    pub updated_at: DateTime<Utc>,
}

/// Converts affiliations to rows of the list. 3 queries.
pub(super) async fn to_rows(
    scope: &Scope<AffiliationStaff>,
    rows: Vec<affiliation::Model>,
) -> Result<Vec<StaffAffiliationRow>, DbErr> {
    let ids: Vec<AffiliationId> = rows.iter().map(|row| row.id).collect();
    let mut paths = store::url_paths(scope, &ids).await?;
    let mut portals = store::open_portals(scope, &ids).await?;
    let merged = merges_of(scope, &ids).await?;
    let shown = rows.into_iter().map(|row| StaffAffiliationRow {
        url_path: paths.remove(&row.id),
        portal: portals.remove(&row.id).map(Into::into),
        state: StaffAffiliationState::from_row(&row, merged.contains_key(&row.id)),
        id: row.id,
        name: row.name,
        logo: row.logo,
        member_count: row.member_count,
        is_verified: row.verified,
        is_private: row.is_private,
        is_paused: row.is_paused,
        created_at: row.created_at,
    });
    Ok(shown.collect())
}

/// One affiliation with all details. At most 14 queries.
pub(super) async fn load_details(
    scope: &Scope<AffiliationStaff>,
    id: AffiliationId,
) -> Result<StaffAffiliation, Problem> {
    let found = store::with_id(scope, id).await?;
    let affiliation = found.ok_or(StaffAffiliationError::NotFound)?;
    let people: Vec<_> =
        [affiliation.creator_id, affiliation.original_requester_id].into_iter().flatten().collect();
    let people = profiles::load_people(scope, &people).await?;
    let person = |id: Option<platform::UserId>| id.and_then(|id| people.get(&id).cloned());
    let settings = find_settings(scope, id).await?;
    let (description, tagline) = (affiliation.description.clone(), affiliation.tagline.clone());
    let own_short_name = affiliation.short_name.clone();
    let short_name = short_name_of(own_short_name.as_deref(), &affiliation.name);
    let (website, updated_at) = (affiliation.website.clone(), affiliation.updated_at);
    let (creator, requester) =
        (person(affiliation.creator_id), person(affiliation.original_requester_id));
    let merged_into = merges_of(scope, &[id]).await?.remove(&id);
    let row = to_rows(scope, vec![affiliation]).await?.pop();
    Ok(StaffAffiliation {
        row: row.ok_or(StaffAffiliationError::NotFound)?,
        short_name,
        own_short_name,
        description: description.unwrap_or_default(),
        tagline,
        website,
        pause_reason: settings.pause_reason,
        paused_at: settings.paused_at,
        merged_into,
        creator,
        original_requester: requester,
        admins: to_admins(scope, id).await?,
        handover: find_handover(scope, id).await?,
        pending_requests: count_pending_requests(scope, id).await?,
        updated_at,
    })
}

/// The affiliations that these were merged into.
pub(super) async fn merges_of(
    reads: &impl SqlReader,
    ids: &[AffiliationId],
) -> Result<HashMap<AffiliationId, AffiliationName>, DbErr> {
    #[derive(FromQueryResult)]
    struct MergeRow {
        affiliation_id: AffiliationId,
        into_id: AffiliationId,
        name: String,
    }
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = format!(
        "SELECT m.affiliation_id, m.into_id, a.name FROM affiliation_merges m \
         JOIN affiliations a ON a.id = m.into_id WHERE m.affiliation_id IN ({})",
        placeholders(1, ids.len())
    );
    let values = ids.iter().map(|id| Value::from(*id)).collect();
    let rows = reads.sql(&sql, values).all::<MergeRow>().await?;
    let named = rows
        .into_iter()
        .map(|row| (row.affiliation_id, AffiliationName { id: row.into_id, name: row.name }));
    Ok(named.collect())
}

/// Number of pending requests to join.
pub(super) async fn count_pending_requests(
    reads: &impl SqlReader,
    id: AffiliationId,
) -> Result<i64, DbErr> {
    #[derive(FromQueryResult)]
    struct CountRow {
        n: i64,
    }
    const SQL: &str = "SELECT COUNT(*) AS n FROM affiliation_requests \
         WHERE affiliation_id = $1 AND status = 'pending'";
    let row = reads.sql(SQL, vec![id.into()]).one::<CountRow>().await?;
    Ok(row.map_or(0, |row| row.n))
}
