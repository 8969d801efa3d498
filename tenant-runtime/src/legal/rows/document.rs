//! The table `platform_content`.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// A legal document.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "platform_content")]
pub struct Model {
    /// Key of the document.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    pub title: String,
    /// Text in markdown.
    pub content: String,
    /// Incremented by each change.
    pub version: i64,
    /// Effective date, as `YYYY-MM-DD`.
    pub effective_date: Option<String>,
    /// Time of the last change.
    pub last_updated: DateTime<Utc>,
    /// Staff member who last changed it.
    pub updated_by: Option<UserId>,
    /// Still the draft that comes with the software; only staff can read it (G-095).
    pub is_placeholder: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
