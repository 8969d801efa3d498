//! The table `affiliation_invitations`.

use super::InvitationId;
use crate::affiliations::rows::visible_on;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Status of an invitation (F-067).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum InvitationStatus {
    /// Not seen yet.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// Seen.
    #[sea_orm(string_value = "viewed")]
    Viewed,
    /// Dismissed with Maybe Later.
    #[sea_orm(string_value = "dismissed")]
    Dismissed,
    /// Accepted with Apply Now.
    #[sea_orm(string_value = "accepted")]
    Accepted,
}

/// A user's invitation to an affiliation (F-066).
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "affiliation_invitations")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: InvitationId,
    pub user_id: UserId,
    pub affiliation_id: AffiliationId,
    /// Name of the affiliation at the time of the invitation.
    pub affiliation_name: String,
    /// Description of the affiliation at the time of the invitation.
    pub affiliation_description: Option<String>,
    /// Sender, staff or the creator; `None` if it came from an invite code.
    pub invited_by_staff_id: Option<UserId>,
    pub invited_by_staff_name: String,
    /// The invite code's message (G-089).
    pub message: Option<String>,
    pub status: InvitationStatus,
    pub created_at: DateTime<Utc>,
    pub viewed_at: Option<DateTime<Utc>>,
    pub dismissed_at: Option<DateTime<Utc>>,
    pub accepted_at: Option<DateTime<Utc>>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        visible_on(site, Column::AffiliationId)
    }
}
