//! The table `reports`. Its visibility on a site follows the community.

use super::{ReportError, ReportId};
use crate::communities::through_community;
use chrono::{DateTime, Utc};
use platform::{CommunityId, Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Status of a report.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum ReportStatus {
    /// Not closed yet.
    #[sea_orm(string_value = "open")]
    Open,
    /// Closed; action was taken.
    #[sea_orm(string_value = "resolved")]
    Resolved,
    /// Closed; no action was needed.
    #[sea_orm(string_value = "dismissed")]
    Dismissed,
}

impl ReportStatus {
    /// Parses the status of a filter; open by default.
    ///
    /// # Errors
    /// [`ReportError::UnknownStatus`].
    pub fn parse(status: Option<&str>) -> Result<Self, ReportError> {
        match status.unwrap_or("open") {
            "open" => Ok(Self::Open),
            "resolved" => Ok(Self::Resolved),
            "dismissed" => Ok(Self::Dismissed),
            _ => Err(ReportError::UnknownStatus),
        }
    }
}

/// Kind of the reported content.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum ReportSubject {
    #[sea_orm(string_value = "post")]
    Post,
    #[sea_orm(string_value = "article")]
    Article,
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "reports")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: ReportId,
    pub community_id: CommunityId,
    pub subject_kind: ReportSubject,
    pub subject_id: Uuid,
    pub subject_author_id: Option<UserId>,
    pub reporter_id: Option<UserId>,
    pub reason: String,
    pub status: ReportStatus,
    pub created_at: DateTime<Utc>,
    pub handled_by: Option<UserId>,
    pub handled_at: Option<DateTime<Utc>>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        through_community(site, Column::CommunityId)
    }
}

impl Model {
    /// The reported content.
    pub const fn reported_subject(&self) -> super::Subject {
        match self.subject_kind {
            ReportSubject::Post => super::Subject::Post(platform::PostId(self.subject_id)),
            ReportSubject::Article => super::Subject::Article(platform::ArticleId(self.subject_id)),
        }
    }
}
