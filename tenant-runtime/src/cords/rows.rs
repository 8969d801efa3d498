//! Tables of cords. On a portal, a cord is visible if both people are members of its affiliation.

use chrono::{DateTime, Utc};
use platform::affiliations::member;
use platform::{Site, SiteIndependent, SiteVisibility, UserId, UserOwned};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Query, SelectStatement};

/// Members of the portal's affiliation.
fn members(site: Site) -> SelectStatement {
    Query::select()
        .column(member::Column::UserId)
        .from(member::Entity)
        .cond_where(member::Entity::visible_on(site))
        .to_owned()
}

fn both_are_members<C: ColumnTrait>(site: Site, one: C, other: C) -> Condition {
    if site == Site::Main {
        return Condition::all();
    }
    let condition = Condition::all().add(one.in_subquery(members(site)));
    condition.add(other.in_subquery(members(site)))
}

/// The table `cords`.
pub(super) mod cord {
    use super::*;

    /// A cord between two people.
    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "cords")]
    pub struct Model {
        /// Both user ids, sorted and joined.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: String,
        pub user_a: UserId,
        pub user_b: UserId,
        /// Total strength at `last_updated`.
        pub total_strength: f64,
        pub is_active: bool,
        /// Strands by type.
        pub threads: Json,
        pub reply_a_at: Option<DateTime<Utc>>,
        pub reply_b_at: Option<DateTime<Utc>>,
        pub created_at: DateTime<Utc>,
        pub last_updated: DateTime<Utc>,
        pub last_decay_applied: DateTime<Utc>,
        pub erased_at: Option<DateTime<Utc>>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            both_are_members(site, Column::UserA, Column::UserB)
        }
    }
}

/// The table `cord_settings`.
pub(super) mod settings {
    use super::*;

    /// A user's settings of cords; without a row, the defaults.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "cord_settings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub enabled: bool,
        pub shows_vouches: bool,
        /// Activity until this time does not count.
        pub enabled_at: Option<DateTime<Utc>>,
        pub updated_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}

/// The table `cord_group_joins`.
pub(super) mod group_join {
    use super::*;

    /// A joined group, whose existing members get a stronger cord to the new one.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "cord_group_joins")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub group_kind: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub group_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub joined_at: DateTime<Utc>,
        /// The last counted member, in id order.
        pub after_id: Option<UserId>,
        /// Number of counted members.
        pub members: i64,
        pub done: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// The table `vouches`.
pub(super) mod vouch {
    use super::*;

    /// A person vouches for another.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "vouches")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub voucher_id: UserId,
        /// The person vouched for.
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub created_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            both_are_members(site, Column::VoucherId, Column::UserId)
        }
    }
}
