//! The tables of communities. A portal shows the communities that are linked to its affiliation,
//! and every other table follows its community.

use super::CommunityId;
use crate::profiles::estranged::Blocks;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, Door, Owned, Seen, UserId};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The rows whose community the door shows, by the column that names it; on main every row. For
/// every table that follows a community.
pub fn through_community<C: ColumnTrait>(door: Door, column: C) -> Condition {
    let Door::Portal(affiliation) = door else { return Condition::all() };
    let linked = Query::select()
        .column(link::Column::CommunityId)
        .from(link::Entity)
        .and_where(link::Column::AffiliationId.eq(affiliation.uuid()))
        .to_owned();
    Condition::all().add(column.in_subquery(linked))
}

/// What a community is called and how private it is by default (G-075).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "kebab-case")]
pub enum GroupType {
    #[sea_orm(string_value = "community")]
    Community,
    #[sea_orm(string_value = "trust-circle")]
    TrustCircle,
}

/// Who may see a community, and how they come in (G-074).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Listed; eligible members join at once.
    #[sea_orm(string_value = "public")]
    Public,
    /// Unlisted; by code or request.
    #[sea_orm(string_value = "private")]
    Private,
    /// Listed to those who hold one of its affiliations; by request.
    #[sea_orm(string_value = "affiliations")]
    Affiliations,
}

impl Visibility {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
            Self::Affiliations => "affiliations",
        }
    }
}

/// Whether a community is at rest.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum Status {
    #[sea_orm(string_value = "active")]
    Active,
    #[sea_orm(string_value = "paused")]
    Paused,
}

/// What a member may do.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum Role {
    #[sea_orm(string_value = "admin")]
    Admin,
    #[sea_orm(string_value = "trustee")]
    Trustee,
    #[sea_orm(string_value = "member")]
    Member,
}

impl Role {
    /// Which blocks between people count for somebody in this role.
    #[must_use]
    pub const fn blocks(self, is_staff: bool) -> Blocks {
        match self {
            _ if is_staff => Blocks::Nobodys,
            Self::Admin | Self::Trustee => Blocks::Own,
            Self::Member => Blocks::Both,
        }
    }
}

/// The table `communities`.
pub mod community {
    use super::*;

    /// A community or trust circle.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "communities")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: CommunityId,
        pub name: String,
        pub description: String,
        pub group_type: GroupType,
        pub visibility: Visibility,
        pub require_all_affiliations: bool,
        pub status: Status,
        pub paused_until: Option<DateTime<Utc>>,
        pub pause_reason: Option<String>,
        pub deletion_pending: bool,
        pub deletion_requested_by: Option<UserId>,
        pub deletion_requested_at: Option<DateTime<Utc>>,
        pub deletion_approved_by: Option<UserId>,
        pub deletion_scheduled_for: Option<DateTime<Utc>>,
        pub is_default_community: bool,
        pub creator_id: Option<UserId>,
        pub created_by_staff: bool,
        /// For its admins to know (G-032).
        pub private_code: Option<String>,
        pub private_code_created: Option<DateTime<Utc>>,
        pub members_may_start_threads: bool,
        /// Whether members see only what was written after they joined (C-082).
        pub history_from_join: bool,
        /// Whether its deletion has begun.
        pub is_gone: bool,
        pub member_count: i64,
        pub total_threads: i64,
        pub total_posts: i64,
        pub created: DateTime<Utc>,
        pub last_updated: DateTime<Utc>,
    }

    impl Model {
        /// Whether it takes no new members now. A pause that has passed counts as none.
        pub fn is_paused(&self, now: DateTime<Utc>) -> bool {
            self.status == Status::Paused && self.paused_until.is_none_or(|until| until > now)
        }

        /// A community of one that was founded at `now`, for tests of rules.
        #[cfg(test)]
        pub fn founded(visibility: Visibility, now: DateTime<Utc>) -> Self {
            Self {
                id: CommunityId::new(),
                name: "Bridges".to_owned(),
                description: "Long spans".to_owned(),
                group_type: GroupType::Community,
                visibility,
                require_all_affiliations: false,
                status: Status::Active,
                paused_until: None,
                pause_reason: None,
                deletion_pending: false,
                deletion_requested_by: None,
                deletion_requested_at: None,
                deletion_approved_by: None,
                deletion_scheduled_for: None,
                is_default_community: false,
                creator_id: None,
                created_by_staff: false,
                private_code: None,
                private_code_created: None,
                members_may_start_threads: false,
                history_from_join: true,
                is_gone: false,
                member_count: 1,
                total_threads: 0,
                total_posts: 0,
                created: now,
                last_updated: now,
            }
        }
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    /// A community whose deletion has begun is behind no door.
    impl Seen for Entity {
        fn through(door: Door) -> Condition {
            Condition::all().add(through_community(door, Column::Id)).add(Column::IsGone.eq(false))
        }
    }
    /// A community's creator, for the count of what they made.
    impl Owned for Entity {
        fn owner() -> Column {
            Column::CreatorId
        }
    }
}

/// The table `community_affiliations`: whom a community is for.
pub mod link {
    use super::*;

    /// One affiliation of one community.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "community_affiliations")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub community_id: CommunityId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub affiliation_id: AffiliationId,
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

/// The table `community_members`.
pub mod member {
    use super::*;

    /// Somebody's place in a community.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "community_members")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub community_id: CommunityId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub role: Role,
        /// What was written before is not theirs to read (C-082).
        pub joined_at: DateTime<Utc>,
        /// Whether they came in by belonging somewhere, not by their own doing (C-055).
        pub added_by_default: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl Seen for Entity {
        fn through(door: Door) -> Condition {
            through_community(door, Column::CommunityId)
        }
    }
    impl Owned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}

/// The table `member_timeouts`.
pub mod timeout {
    use super::*;

    /// A member put to rest in one community.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "member_timeouts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub community_id: CommunityId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub end_date: DateTime<Utc>,
        pub reason: Option<String>,
        pub set_by: Option<UserId>,
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

/// The table `membership_events`: who came and went, and why (C-052).
pub mod membership_event {
    use super::*;
    use platform::ids::EventId;

    /// A coming or a going.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "membership_events")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: EventId,
        pub community_id: CommunityId,
        pub community_name: String,
        pub user_id: UserId,
        pub event_type: String,
        pub reason: String,
        pub added_by_default: bool,
        pub staff_id: Option<UserId>,
        pub timestamp: DateTime<Utc>,
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

/// The table `community_read_status`: up to when somebody has read.
pub mod read_mark {
    use super::*;

    /// One person's mark in one community.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "community_read_status")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub community_id: CommunityId,
        pub last_read_at: DateTime<Utc>,
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
