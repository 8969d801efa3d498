//! The table `platform_content`.

use chrono::{DateTime, Utc};
use platform::{Doorless, UserId};
use sea_orm::entity::prelude::*;

/// A document.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "platform_content")]
pub struct Model {
    /// Which one.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Its title.
    pub title: String,
    /// Its text, in markdown.
    pub content: String,
    /// Rises with every change.
    pub version: i64,
    /// From when on it holds, as `YYYY-MM-DD`.
    pub effective_date: Option<String>,
    /// Time of the last change.
    pub last_updated: DateTime<Utc>,
    /// By whom.
    pub updated_by: Option<UserId>,
    /// Still the draft that came with the software, which only staff see (G-095).
    pub is_placeholder: bool,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
