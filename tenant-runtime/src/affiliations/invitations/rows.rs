//! The table `affiliation_invitations`.

use super::InvitationId;
use crate::affiliations::rows::through;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Door, Seen, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What became of an invitation (F-067).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum InvitationStatus {
    /// They have not seen it.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// They have seen it.
    #[sea_orm(string_value = "viewed")]
    Viewed,
    /// Maybe Later.
    #[sea_orm(string_value = "dismissed")]
    Dismissed,
    /// Apply Now.
    #[sea_orm(string_value = "accepted")]
    Accepted,
}

/// Somebody's invitation to an affiliation (F-066).
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "affiliation_invitations")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: InvitationId,
    pub user_id: UserId,
    pub affiliation_id: AffiliationId,
    /// What it was called then.
    pub affiliation_name: String,
    /// What it said of itself then.
    pub affiliation_description: Option<String>,
    /// Who sent it, staff or its creator; nobody when an invite code did.
    pub invited_by_staff_id: Option<UserId>,
    pub invited_by_staff_name: String,
    /// The invite code's own words (G-089).
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
impl Seen for Entity {
    fn through(door: Door) -> Condition {
        through(door, Column::AffiliationId)
    }
}
