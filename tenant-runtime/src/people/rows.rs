//! The tables of what people are to one another, and of whom they looked for.

use chrono::{DateTime, Utc};
use platform::{Doorless, Owned, UserId};
use sea_orm::entity::prelude::*;

/// The table `follows`.
pub mod follow {
    use super::*;

    /// Somebody follows somebody.
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
    impl Doorless for Entity {}
    impl Owned for Entity {
        fn owner() -> Column {
            Column::FollowerId
        }
    }
}

/// The table `blocks`.
pub mod block {
    use super::*;

    /// Somebody blocks somebody.
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
    impl Owned for Entity {
        fn owner() -> Column {
            Column::BlockerId
        }
    }
}

/// The table `recent_searches`.
pub mod recent_search {
    use super::*;

    platform::id!(
        /// A search that is kept.
        RecentSearchId
    );

    /// Something somebody looked for.
    #[derive(Clone, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "recent_searches")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: RecentSearchId,
        pub user_id: UserId,
        /// In lower case: the same search is there once.
        pub folded: String,
        /// As it was typed last.
        pub typed: String,
        pub searched_at: DateTime<Utc>,
    }

    impl std::fmt::Debug for Model {
        /// Without the words, which are nobody else's.
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            write!(f, "RecentSearch({})", self.id)
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl Owned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}
