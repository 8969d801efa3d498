//! The table `platform_content_versions`: all published versions.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// A version of a document.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "platform_content_versions")]
pub struct Model {
    /// Key of the document.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i64,
    /// Title of this version.
    pub title: String,
    /// Text of this version, in markdown.
    pub content: String,
    /// Effective date, as `YYYY-MM-DD`.
    pub effective_date: Option<String>,
    pub published_at: DateTime<Utc>,
    /// Staff member who published it; `None` for the initial version of an installation.
    pub published_by: Option<UserId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
