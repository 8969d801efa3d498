//! The table `portal_legal_additions`: what a portal adds below a document (P-03).

use chrono::{DateTime, Utc};
use platform::{AffiliationId, Door, Seen, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// What one portal adds to one document.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "portal_legal_additions")]
pub struct Model {
    /// Whose portal.
    #[sea_orm(primary_key, auto_increment = false)]
    pub affiliation_id: AffiliationId,
    /// To which document.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Markdown; nothing is added while it is empty.
    pub content: String,
    /// Rises with every change.
    pub version: i64,
    /// Time of the last change.
    pub last_updated: DateTime<Utc>,
    /// By whom.
    pub updated_by: Option<UserId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A portal shows its own additions; main shows none, and staff there ask for all.
impl Seen for Entity {
    fn through(door: Door) -> Condition {
        match door {
            Door::Main => Condition::all().add(Column::AffiliationId.is_null()),
            Door::Portal(own) => Condition::all().add(Column::AffiliationId.eq(own.uuid())),
        }
    }
}
