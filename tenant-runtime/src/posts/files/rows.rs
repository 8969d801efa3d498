//! The table `post_files`. Its visibility on a site follows the community.

use super::FileId;
use crate::communities::through_community;
use chrono::{DateTime, Utc};
use platform::{CommunityId, PostId, Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// The table `post_files`: files of posts, and uploaded ones that are not attached yet.
pub mod file {
    use super::*;

    /// A file.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_files")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: FileId,
        pub community_id: CommunityId,
        pub uploader_id: Option<UserId>,
        pub post_id: Option<PostId>,
        /// Zero-based position among the files of the post.
        pub position: i64,
        pub address: String,
        /// Name for downloads.
        pub name: String,
        pub media_type: String,
        /// Size in bytes.
        pub size: i64,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_community(site, Column::CommunityId)
        }
    }
}
