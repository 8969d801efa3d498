//! Tables of articles. Their visibility on a site follows their community.

use super::{CommentId, DraftId};
use crate::communities::through_community;
use crate::content::TextFormat;
use chrono::{DateTime, Utc};
use platform::{ArticleId, CommunityId, Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;

/// Condition that the article in `column` is visible on the site.
fn through_article<C: ColumnTrait>(site: Site, column: C) -> Condition {
    if site == Site::Main {
        return Condition::all();
    }
    let articles = Query::select()
        .column(article::Column::Id)
        .from(article::Entity)
        .cond_where(article::Entity::visible_on(site))
        .to_owned();
    Condition::all().add(column.in_subquery(articles))
}

/// The table `articles`.
pub mod article {
    use super::*;

    /// An article.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "articles")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: ArticleId,
        pub community_id: CommunityId,
        /// `None` if the account was deleted.
        pub author_id: Option<UserId>,
        pub title: String,
        /// Markdown source.
        pub content: String,
        /// The author has made it public (G-081).
        pub shared: bool,
        /// A report of it is open (G-080).
        pub flagged_for_review: bool,
        pub is_edited: bool,
        pub views: i64,
        pub likes: i64,
        pub comment_count: i64,
        pub idempotency_key: Option<String>,
        pub created: DateTime<Utc>,
        pub last_updated: DateTime<Utc>,
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

/// The table `article_comments`.
pub mod comment {
    use super::*;

    /// A comment.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "article_comments")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: CommentId,
        pub community_id: CommunityId,
        pub article_id: ArticleId,
        pub author_id: Option<UserId>,
        pub content: String,
        pub content_format: TextFormat,
        pub idempotency_key: Option<String>,
        pub created: DateTime<Utc>,
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

/// The table `article_likes`: source of an article's like count.
pub mod like {
    use super::*;

    /// A user's like of an article.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "article_likes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub article_id: ArticleId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_article(site, Column::ArticleId)
        }
    }
}

/// The table `article_reactions`.
pub mod reaction {
    use super::*;

    /// A user's reaction to an article.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "article_reactions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub article_id: ArticleId,
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
            through_article(site, Column::ArticleId)
        }
    }
}

/// The table `article_views`: readers of an article by day.
pub mod look {
    use super::*;

    /// A reader on one day.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "article_views")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub article_id: ArticleId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        /// `2026-01-31`, in UTC.
        #[sea_orm(primary_key, auto_increment = false)]
        pub day: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_article(site, Column::ArticleId)
        }
    }
}

/// The table `article_drafts`: one per author and article, and one per author and community for the
/// next article.
pub mod draft {
    use super::*;

    /// A draft.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "article_drafts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: DraftId,
        pub author_id: UserId,
        pub community_id: CommunityId,
        pub article_id: Option<ArticleId>,
        pub title: String,
        pub content: String,
        pub updated_at: DateTime<Utc>,
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
