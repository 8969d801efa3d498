//! The table `affiliation_requests`.

use super::AffiliationRequestId;
use crate::affiliations::rows::through;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Door, Owned, Seen, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What became of a request (F-056).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum AffiliationRequestStatus {
    /// Nobody has answered.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// They belong.
    #[sea_orm(string_value = "approved")]
    Approved,
    /// They were told why not.
    #[sea_orm(string_value = "rejected")]
    Rejected,
}

/// What is asked for (G-055).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum AffiliationRequestType {
    /// To belong to an affiliation that is there.
    #[sea_orm(string_value = "join")]
    Join,
    /// That an affiliation be listed which is not there yet.
    #[sea_orm(string_value = "new")]
    New,
}

/// Somebody's wish to belong, or for an affiliation that is missing.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "affiliation_requests")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AffiliationRequestId,
    #[sea_orm(column_name = "type")]
    pub kind: AffiliationRequestType,
    /// Of a missing one there is none until it is made.
    pub affiliation_id: Option<AffiliationId>,
    /// What a missing one is called.
    pub affiliation_name: Option<String>,
    /// What a missing one is.
    pub description: Option<String>,
    /// Whether a missing one is to be private.
    pub is_private: bool,
    pub user_id: UserId,
    /// Made on the portal of its affiliation, not on the main site.
    pub made_on_portal: bool,
    pub status: AffiliationRequestStatus,
    /// What was asked and what was answered.
    pub form_data: Json,
    pub reviewed_by: Option<UserId>,
    pub reviewed_at: Option<DateTime<Utc>>,
    /// What the applicant is told.
    pub rejection_reason: Option<String>,
    /// What reviewers tell one another.
    pub notes: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl Seen for Entity {
    fn through(door: Door) -> Condition {
        through(door, Column::AffiliationId)
    }
}
impl Owned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}
