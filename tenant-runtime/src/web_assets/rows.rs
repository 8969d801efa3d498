//! The tables of the published files.

use super::WebBuildId;
use chrono::{DateTime, Utc};
use platform::SiteIndependent;
use sea_orm::entity::prelude::*;

/// The table `web_builds`.
pub mod build {
    use super::*;

    /// A published release.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "web_builds")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: WebBuildId,
        /// Digest of all file names and contents.
        pub marker: String,
        pub created_at: DateTime<Utc>,
        /// Absent while its files are uploaded.
        pub published_at: Option<DateTime<Utc>>,
        /// Time at which another release was published.
        pub superseded_at: Option<DateTime<Utc>>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// The table `web_assets`.
pub mod asset {
    use super::*;

    /// One encoded form of a file.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "web_assets")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub build_id: WebBuildId,
        /// Web app: `main` or `brand`.
        #[sea_orm(primary_key, auto_increment = false)]
        pub app: String,
        /// File name, without its folder.
        #[sea_orm(primary_key, auto_increment = false)]
        pub name: String,
        /// Content coding: `identity` or `br`.
        #[sea_orm(primary_key, auto_increment = false)]
        pub coding: String,
        /// SHA-256 of the encoded form, in hexadecimal.
        pub digest: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}
