//! Invitations in API responses, for the invited user.

use super::InvitationId;
use super::rows::{InvitationStatus, Model};
use crate::affiliations::rows::affiliation;
use crate::affiliations::rules::DirectoryViewer;
use crate::affiliations::view::{self, AffiliationView};
use crate::communities::defaults::load_target;
use crate::profiles::{self, UserSummary};
use chrono::{DateTime, Utc};
use platform::{AccountViewer, AffiliationId, Scope, UserId};
use sea_orm::DbErr;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An invitation to an affiliation, with the benefits of membership.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invitation)]
pub struct InvitationView {
    pub id: InvitationId,
    pub status: InvitationStatus,
    pub created_at: DateTime<Utc>,
    /// The invite code's message, if the invitation came from one.
    pub message: Option<String>,
    /// Sender; `null` if it came from an invite code (G-089).
    pub invited_by: Option<UserSummary>,
    pub affiliation: AffiliationView,
    /// Number of communities that a new member joins automatically.
    pub default_communities: u64,
    /// Name of the first of them that is not private.
    pub first_community: Option<String>,
}

/// A sent invitation.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SentInvitation {
    pub id: InvitationId,
    pub affiliation_id: AffiliationId,
    pub user_id: UserId,
    pub status: InvitationStatus,
    pub created_at: DateTime<Utc>,
}

impl From<Model> for SentInvitation {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            affiliation_id: row.affiliation_id,
            user_id: row.user_id,
            status: row.status,
            created_at: row.created_at,
        }
    }
}

/// Converts an invitation to a view: 7 queries.
pub(super) async fn to_views<V: AccountViewer>(
    scope: &Scope<V>,
    row: Model,
    affiliation: affiliation::Model,
) -> Result<InvitationView, DbErr> {
    let invited_by = match row.invited_by_staff_id {
        Some(sender) => Some(profiles::person_of(scope, sender).await?),
        None => None,
    };
    let opening = load_target(scope, affiliation.id, scope.now()).await?;
    let id = Some(scope.viewer().id());
    let looker = DirectoryViewer { id, is_staff: false, is_admitted: false };
    let mut shown = view::to_views(scope, looker, vec![affiliation]).await?;
    let affiliation = shown.pop().ok_or(DbErr::RecordNotFound(row.id.to_string()))?;
    Ok(InvitationView {
        id: row.id,
        status: row.status,
        created_at: row.created_at,
        message: row.message,
        invited_by,
        affiliation,
        default_communities: opening.communities,
        first_community: opening.first,
    })
}
