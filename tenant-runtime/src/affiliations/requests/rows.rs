//! The table `affiliation_requests`.

use super::AffiliationRequestId;
use crate::affiliations::rows::visible_on;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Site, SiteVisibility, UserId, UserOwned};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Status of a request (F-056).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum AffiliationRequestStatus {
    /// Not answered yet.
    #[sea_orm(string_value = "pending")]
    Pending,
    /// The applicant became a member.
    #[sea_orm(string_value = "approved")]
    Approved,
    /// Rejected with a reason.
    #[sea_orm(string_value = "rejected")]
    Rejected,
}

/// Type of a request (G-055).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum AffiliationRequestType {
    /// To join an existing affiliation.
    #[sea_orm(string_value = "join")]
    Join,
    /// To add a missing affiliation to the directory.
    #[sea_orm(string_value = "new")]
    New,
}

/// An affiliation request.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "affiliation_requests")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: AffiliationRequestId,
    #[sea_orm(column_name = "type")]
    pub kind: AffiliationRequestType,
    /// `None` for a new affiliation until it is created.
    pub affiliation_id: Option<AffiliationId>,
    /// Name of the requested new affiliation.
    pub affiliation_name: Option<String>,
    /// Description of the requested new affiliation.
    pub description: Option<String>,
    /// True if the requested new affiliation is to be private.
    pub is_private: bool,
    pub user_id: UserId,
    /// Made on the portal of its affiliation, not on the main site.
    pub made_on_portal: bool,
    pub status: AffiliationRequestStatus,
    /// The questions and answers.
    pub form_data: Json,
    pub reviewed_by: Option<UserId>,
    pub reviewed_at: Option<DateTime<Utc>>,
    /// Shown to the applicant.
    pub rejection_reason: Option<String>,
    /// Visible to reviewers only.
    pub notes: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        visible_on(site, Column::AffiliationId)
    }
}
impl UserOwned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}
