//! The table `platform_content_versions`: every version that was ever in force.

use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// A version of a document.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "platform_content_versions")]
pub struct Model {
    /// Which document.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Which version of it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i64,
    /// Its title then.
    pub title: String,
    /// Its text then, in markdown.
    pub content: String,
    /// From when on it held, as `YYYY-MM-DD`.
    pub effective_date: Option<String>,
    /// When it was published.
    pub published_at: DateTime<Utc>,
    /// By whom; nobody for what an installation starts with.
    pub published_by: Option<UserId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
