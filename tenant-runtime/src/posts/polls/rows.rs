//! Tables of polls. Their visibility on a site follows their post.

use super::{PollId, PollOptionId};
use crate::posts::rows::through_post;
use chrono::{DateTime, Utc};
use platform::{PostId, Site, SiteVisibility, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;

/// Condition that the poll in `column` is visible on the site.
fn through_poll<C: ColumnTrait>(site: Site, column: C) -> Condition {
    if site == Site::Main {
        return Condition::all();
    }
    let polls = Query::select()
        .column(poll::Column::Id)
        .from(poll::Entity)
        .cond_where(poll::Entity::visible_on(site))
        .to_owned();
    Condition::all().add(column.in_subquery(polls))
}

/// The table `polls`.
pub mod poll {
    use super::*;

    /// A poll of a post.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "polls")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PollId,
        pub post_id: PostId,
        /// True if a voter may choose several options.
        pub multiple: bool,
        /// True if only the voter knows their vote.
        pub secret: bool,
        /// When it closes by itself.
        pub closes_at: Option<DateTime<Utc>>,
        /// When its author or an admin closed it.
        pub closed_at: Option<DateTime<Utc>>,
        /// Number of users who voted.
        pub voters: i64,
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

/// The table `poll_options`.
pub mod poll_option {
    use super::*;

    /// An option of a poll.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "poll_options")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PollOptionId,
        pub poll_id: PollId,
        /// Zero-based position in the poll.
        pub position: i64,
        pub text: String,
        /// Number of users who chose it.
        pub votes: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_poll(site, Column::PollId)
        }
    }
}

/// The table `poll_votes`.
pub mod vote {
    use super::*;

    /// A user's choice of an option.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "poll_votes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub option_id: PollOptionId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub poll_id: PollId,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_poll(site, Column::PollId)
        }
    }
}
