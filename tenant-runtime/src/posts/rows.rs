//! Tables of threads and posts. Their visibility on a site follows their community.

use super::ImageId;
use crate::communities::through_community;
use crate::content::TextFormat;
use chrono::{DateTime, Utc};
use platform::{CommunityId, PostId, Site, SiteVisibility, ThreadId, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;

/// Condition that the post in `column` is visible on the site.
pub(super) fn through_post<C: ColumnTrait>(site: Site, column: C) -> Condition {
    if site == Site::Main {
        return Condition::all();
    }
    let posts = Query::select()
        .column(post::Column::Id)
        .from(post::Entity)
        .cond_where(post::Entity::visible_on(site))
        .to_owned();
    Condition::all().add(column.in_subquery(posts))
}

/// The table `threads`.
pub mod thread {
    use super::*;

    /// A thread.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "threads")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ThreadId,
        pub community_id: CommunityId,
        pub caption: String,
        pub created_by: Option<UserId>,
        pub numposts: i64,
        pub last_post_id: Option<PostId>,
        pub created: DateTime<Utc>,
        pub last_updated: DateTime<Utc>,
        /// When it was closed for new posts.
        pub closed_at: Option<DateTime<Utc>>,
        pub closed_by: Option<UserId>,
        pub close_reason: Option<String>,
        /// Order among the pinned threads of its community.
        pub pinned_position: Option<i64>,
        /// When it was removed. A job deletes it then.
        pub removed_at: Option<DateTime<Utc>>,
        pub removed_by: Option<UserId>,
        pub removal_reason: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    /// A removed thread is visible on no site.
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            let is_there = Column::RemovedAt.is_null();
            Condition::all().add(through_community(site, Column::CommunityId)).add(is_there)
        }
    }
}

/// The table `thread_subscriptions`.
pub mod subscription {
    use super::*;
    use crate::posts::threads::SubscriptionLevel;

    /// A member's choice for one thread. Without a row, the default applies.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "thread_subscriptions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub thread_id: ThreadId,
        pub community_id: CommunityId,
        pub level: SubscriptionLevel,
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

/// The table `posts`.
pub mod post {
    use super::*;

    /// A post; a reply if it has a parent.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub community_id: CommunityId,
        pub thread_id: ThreadId,
        /// `None` if the account was deleted.
        pub author_id: Option<UserId>,
        pub parent_post_id: Option<PostId>,
        /// Encoded as `content_format` says; [`Model::source_text`] returns the source text.
        pub content: String,
        pub content_format: TextFormat,
        pub likes: i64,
        pub reply_count: i64,
        pub is_edited: bool,
        pub idempotency_key: Option<String>,
        pub created: DateTime<Utc>,
        pub edited_at: Option<DateTime<Utc>>,
        /// True if deleted by its author, false if removed by a moderator.
        pub deleted: bool,
        /// When it became a tombstone.
        pub removed_at: Option<DateTime<Utc>>,
        pub removed_by: Option<UserId>,
        pub removal_reason: Option<String>,
        /// True if it has a poll, which is then loaded with it.
        pub has_poll: bool,
        /// True if it has files.
        pub has_files: bool,
        /// True if it has previews of its links.
        pub has_previews: bool,
        /// True if its author or an admin removed the previews.
        pub hides_previews: bool,
        /// True if it has reactions, or had.
        pub has_reactions: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl Model {
        /// Source text as the author typed it.
        pub fn source_text(&self) -> String {
            self.content_format.to_source(self.content.clone())
        }
    }
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_community(site, Column::CommunityId)
        }
    }
}

/// The table `post_revisions`: earlier texts of edited posts.
pub mod revision {
    use super::*;
    use crate::posts::revisions::RevisionId;

    /// An earlier text of a post.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_revisions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: RevisionId,
        pub post_id: PostId,
        /// Encoded as `content_format` says.
        pub content: String,
        pub content_format: TextFormat,
        /// When it was written.
        pub created: DateTime<Utc>,
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

/// The table `post_likes`: source of a post's like count.
pub mod like {
    use super::*;

    /// A user's like of a post.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_likes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub post_id: PostId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub created_at: DateTime<Utc>,
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

/// The table `post_reactions`: source of a post's reactions.
pub mod reaction {
    use super::*;

    /// A user's reaction to a post.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_reactions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub post_id: PostId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub emoji: String,
        pub created_at: DateTime<Utc>,
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

/// The table `post_mentions`: users mentioned in posts.
pub mod mention {
    use super::*;

    /// A mention of a user in a post.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_mentions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub post_id: PostId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub created_at: DateTime<Utc>,
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

/// The table `thread_read_status`: time until which a member has read a thread.
pub mod thread_read_mark {
    use super::*;

    /// A member's read mark in one thread; without one, that of the community applies.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "thread_read_status")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub thread_id: ThreadId,
        pub community_id: CommunityId,
        pub last_read_at: DateTime<Utc>,
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

/// The table `post_images`: pictures in posts, and uploaded ones that are not attached yet.
pub mod image {
    use super::*;

    /// A picture.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "post_images")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ImageId,
        pub community_id: CommunityId,
        pub uploader_id: Option<UserId>,
        pub post_id: Option<PostId>,
        /// Zero-based position among the pictures of the post.
        pub place: i64,
        pub address: String,
        pub width: i64,
        pub height: i64,
        /// Description by its uploader.
        pub alt: Option<String>,
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
