//! The table `calendar_feeds`.

use chrono::{DateTime, Utc};
use platform::{Site, SiteIndependent, UserId, UserOwned};
use sea_orm::entity::prelude::*;

/// A person's feed on one site.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "calendar_feeds")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub user_id: UserId,
    /// Site whose events it contains ([`site_key`]).
    #[sea_orm(primary_key, auto_increment = false)]
    pub site: String,
    pub token_hash: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}
impl ActiveModelBehavior for ActiveModel {}
/// The rows of all sites are one table; every query names the site.
impl SiteIndependent for Entity {}

impl UserOwned for Entity {
    fn owner() -> Column {
        Column::UserId
    }
}

/// Name of a site in the table.
pub fn site_key(site: Site) -> String {
    match site {
        Site::Main => "main".to_owned(),
        Site::Portal(affiliation) => affiliation.to_string(),
    }
}
