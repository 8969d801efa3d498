//! Join requests in API responses.

use super::JoinRequestId;
use super::rows::{JoinRequestStatus, Model};
use crate::communities::store;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::{CommunityId, Scope, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A request to join a community.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = JoinRequest)]
pub struct JoinRequestView {
    pub id: JoinRequestId,
    pub community_id: CommunityId,
    pub community_name: String,
    pub user_id: UserId,
    /// The applicant.
    pub person: UserSummary,
    pub message: String,
    pub status: JoinRequestStatus,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Admin who answered; `null` while it is pending, and if the community approved it
    /// automatically.
    pub admin_user_id: Option<UserId>,
    /// The admin's message to the applicant.
    pub admin_message: Option<String>,
}

impl JoinRequestView {
    pub(super) fn new(row: Model, community_name: String, person: UserSummary) -> Self {
        Self {
            id: row.id,
            community_id: row.community_id,
            community_name,
            user_id: row.user_id,
            person,
            message: row.message,
            status: row.status,
            created_at: row.created_at,
            updated_at: row.updated_at,
            admin_user_id: row.admin_user_id,
            admin_message: row.admin_message,
        }
    }
}

/// Converts rows to views: one query for the names of the communities, one for the applicants.
pub(super) async fn to_views<V: Send + Sync>(
    scope: &Scope<V>,
    rows: Vec<Model>,
) -> Result<Vec<JoinRequestView>, DbErr> {
    let communities: Vec<CommunityId> = rows.iter().map(|row| row.community_id).collect();
    let names = store::visible_names(scope, &communities).await?;
    let people: Vec<UserId> = rows.iter().map(|row| row.user_id).collect();
    let people = profiles::load_people(scope, &people).await?;
    let shown = rows.into_iter().filter_map(|row| {
        let name = names.get(&row.community_id)?.clone();
        let person = people.get(&row.user_id)?.clone();
        Some(JoinRequestView::new(row, name, person))
    });
    Ok(shown.collect())
}
