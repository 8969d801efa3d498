//! The tables of what people are to one another.

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
