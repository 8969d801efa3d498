//! The tables of threads and posts. All follow their community through a door.

use super::{ImageId, PostId, ThreadId};
use crate::communities::CommunityId;
use crate::communities::through_community;
use crate::content::TextFormat;
use chrono::{DateTime, Utc};
use platform::{Door, Seen, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;

/// The rows whose post the door shows, by the column that names it.
fn through_post<C: ColumnTrait>(door: Door, column: C) -> Condition {
    if door == Door::Main {
        return Condition::all();
    }
    let posts = Query::select()
        .column(post::Column::Id)
        .from(post::Entity)
        .cond_where(post::Entity::through(door))
        .to_owned();
    Condition::all().add(column.in_subquery(posts))
}

/// The table `threads`.
pub mod thread {
    use super::*;

    /// A conversation.
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
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl Seen for Entity {
        fn through(door: Door) -> Condition {
            through_community(door, Column::CommunityId)
        }
    }
}

/// The table `posts`.
pub mod post {
    use super::*;

    /// An utterance; a reply when it has a parent.
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
        /// In the form that `content_format` names; [`Model::text`] is what was typed.
        pub content: String,
        pub content_format: TextFormat,
        pub likes: i64,
        pub reply_count: i64,
        pub is_edited: bool,
        pub idempotency_key: Option<String>,
        pub created: DateTime<Utc>,
        pub edited_at: Option<DateTime<Utc>>,
        /// Taken away by its author; by somebody who looks after the community, if not.
        pub deleted: bool,
        /// Since when it is an empty place that replies hang on.
        pub removed_at: Option<DateTime<Utc>>,
        pub removed_by: Option<UserId>,
        pub removal_reason: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl Model {
        /// Source text as the author typed it.
        pub fn text(&self) -> String {
            self.content_format.typed(self.content.clone())
        }
    }
    impl Seen for Entity {
        fn through(door: Door) -> Condition {
            through_community(door, Column::CommunityId)
        }
    }
}

/// The table `post_likes`: the truth behind a post's count.
pub mod like {
    use super::*;

    /// Somebody's like of a post.
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
    impl Seen for Entity {
        fn through(door: Door) -> Condition {
            through_post(door, Column::PostId)
        }
    }
}

/// The table `post_mentions`: whom a post names.
pub mod mention {
    use super::*;

    /// Somebody who is named in a post.
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
    impl Seen for Entity {
        fn through(door: Door) -> Condition {
            through_post(door, Column::PostId)
        }
    }
}

/// The table `post_images`: pictures in posts, and those that are waiting for one.
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
        /// Its place among those of the post.
        pub place: i64,
        pub address: String,
        pub width: i64,
        pub height: i64,
        /// What it shows, in its uploader's words.
        pub alt: Option<String>,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl Seen for Entity {
        fn through(door: Door) -> Condition {
            through_community(door, Column::CommunityId)
        }
    }
}
