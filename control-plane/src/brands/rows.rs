//! The table `brands`.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, TenantId, UserId};
use sea_orm::entity::prelude::*;

/// One version of a tenant's brand.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "brands")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub tenant_id: TenantId,
    #[sea_orm(primary_key, auto_increment = false)]
    pub version: i64,
    pub state: String,
    pub name: String,
    pub colour: String,
    pub headings: String,
    pub corners: String,
    pub top_bar: String,
    pub sign_in_layout: String,
    pub picture: String,
    pub logo_url: Option<String>,
    pub sign_in_title: Option<String>,
    pub sign_in_text: Option<String>,
    pub css: String,
    pub theme_light: String,
    pub theme_dark: String,
    pub created_by: Option<UserId>,
    pub created_at: DateTime<Utc>,
    pub published_at: Option<DateTime<Utc>>,
    pub revision: i64,
    pub mark_url: Option<String>,
    pub picture_url: Option<String>,
    pub picture_peak: Option<String>,
    pub picture_scrim: Option<String>,
    pub icons_url: Option<String>,
    pub mail_sender_name: Option<String>,
    pub mail_footer: Option<String>,
    pub footer_links: Option<Json>,
    pub updated_at: Option<DateTime<Utc>>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}

/// The table `brand_previews`.
pub mod previews {
    use super::*;

    /// Preview link of a tenant's draft.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "brand_previews")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub tenant_id: TenantId,
        pub token_hash: String,
        pub created_by: Option<UserId>,
        pub created_at: DateTime<Utc>,
        pub expires_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}
