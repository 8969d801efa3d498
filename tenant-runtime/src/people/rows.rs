//! Tables of relations between users, and of recent searches.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId, UserOwned};
use sea_orm::entity::prelude::*;

/// The table `follows`.
pub mod follow {
    use super::*;

    /// A user follows another.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "follows")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub follower_id: UserId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub followed_id: UserId,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::FollowerId
        }
    }
}

/// The table `blocks`.
pub mod block {
    use super::*;

    /// A user has blocked another.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "blocks")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub blocker_id: UserId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub blocked_id: UserId,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::BlockerId
        }
    }
}

/// The table `recent_searches`.
pub mod recent_search {
    use super::*;

    platform::id!(
        /// Id of a recent search.
        RecentSearchId
    );

    /// A recent search of a user.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "recent_searches")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: RecentSearchId,
        pub user_id: UserId,
        /// Lower-case; equal searches are stored once.
        pub folded: String,
        /// As last typed.
        pub typed: String,
        pub searched_at: DateTime<Utc>,
    }

    impl std::fmt::Debug for Model {
        /// Omits the search words, which are private.
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "RecentSearch({})", self.id)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}
