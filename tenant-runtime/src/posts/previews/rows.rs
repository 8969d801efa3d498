//! Tables of link previews.

use crate::posts::rows::through_post;
use chrono::{DateTime, Utc};
use platform::{PostId, Site, SiteIndependent, SiteVisibility};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// The table `post_previews`.
pub mod preview {
    use super::*;

    /// A preview of a link in a post.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_previews")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub post_id: PostId,
        /// Zero-based position among the previews of the post.
        #[sea_orm(primary_key, auto_increment = false)]
        pub position: i64,
        /// As typed in the post.
        pub url: String,
        pub title: String,
        pub description: Option<String>,
        pub site_name: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_post(site, Column::PostId)
        }
    }
}

/// The table `link_pages`.
pub mod page {
    use super::*;

    /// What was read from a page of the web, so that it is not fetched for each post.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "link_pages")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub url: String,
        /// `None` if the page could not be read or has no title.
        pub title: Option<String>,
        pub description: Option<String>,
        pub site_name: Option<String>,
        pub expires_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}
