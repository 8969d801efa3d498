//! The table `portal_legal_additions`: additions of portals to documents (P-03).

use chrono::{DateTime, Utc};
use platform::{AffiliationId, Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// One portal's addition to one document.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "portal_legal_additions")]
pub struct Model {
    /// Affiliation of the portal.
    #[sea_orm(primary_key, auto_increment = false)]
    pub affiliation_id: AffiliationId,
    /// Key of the document.
    #[sea_orm(primary_key, auto_increment = false)]
    pub key: String,
    /// Markdown; empty if there is no addition.
    pub content: String,
    /// Incremented by each change.
    pub version: i64,
    /// Time of the last change.
    pub last_updated: DateTime<Utc>,
    /// Staff member who last changed it.
    pub updated_by: Option<UserId>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

/// A portal shows only its own additions, the main site none; staff there query all explicitly.
impl SiteVisibility for Entity {
    fn visible_on(site: Site) -> Condition {
        match site {
            Site::Main => Condition::all().add(Column::AffiliationId.is_null()),
            Site::Portal(own) => Condition::all().add(Column::AffiliationId.eq(own.uuid())),
        }
    }
}
