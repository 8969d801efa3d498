//! Tables of communities. A portal shows communities linked to its affiliation; all other tables
//! follow their community.

use crate::profiles::blocks::Blocks;
use chrono::{DateTime, Utc};
use platform::{AffiliationId, CommunityId, Site, SiteVisibility, UserId, UserOwned};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Condition that the community in `column` is visible on the site: always true on the main site.
/// For tables that follow a community.
pub fn through_community<C: ColumnTrait>(site: Site, column: C) -> Condition {
    let Site::Portal(affiliation) = site else { return Condition::all() };
    let linked = Query::select()
        .column(link::Column::CommunityId)
        .from(link::Entity)
        .and_where(link::Column::AffiliationId.eq(affiliation.uuid()))
        .to_owned();
    Condition::all().add(column.in_subquery(linked))
}

/// Kind of community; determines its label and its default visibility (G-075).
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

/// Visibility of a community, and the way to join it (G-074).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum Visibility {
    /// Listed to all; eligible users join at once.
    #[sea_orm(string_value = "public")]
    Public,
    /// Not listed; users join by code or request.
    #[sea_orm(string_value = "private")]
    Private,
    /// Listed to members of its affiliations; users join by request.
    #[sea_orm(string_value = "affiliations")]
    Affiliations,
}

impl Visibility {
    /// Name in the database and the API.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Private => "private",
            Self::Affiliations => "affiliations",
        }
    }
}

/// Pause status of a community.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum CommunityStatus {
    #[sea_orm(string_value = "active")]
    Active,
    #[sea_orm(string_value = "paused")]
    Paused,
}

/// Role of a member.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum, Serialize, Deserialize, ToSchema,
)]
#[sea_orm(rs_type = "String", db_type = "Text")]
#[serde(rename_all = "lowercase")]
pub enum CommunityRole {
    #[sea_orm(string_value = "admin")]
    Admin,
    #[sea_orm(string_value = "trustee")]
    Trustee,
    #[sea_orm(string_value = "member")]
    Member,
}

impl CommunityRole {
    /// The blocks between users that apply to a member with this role.
    #[must_use]
    pub const fn applicable_blocks(self, is_staff: bool) -> Blocks {
        match self {
            _ if is_staff => Blocks::NotApplied,
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
        pub status: CommunityStatus,
        pub paused_until: Option<DateTime<Utc>>,
        pub pause_reason: Option<String>,
        pub deletion_pending: bool,
        pub deletion_requested_by: Option<UserId>,
        pub deletion_requested_at: Option<DateTime<Utc>>,
        pub deletion_approved_by: Option<UserId>,
        pub deletion_scheduled_for: Option<DateTime<Utc>>,
        pub is_default_community: bool,
        pub creator_id: Option<UserId>,
        /// The founder after a hand-over.
        pub founder_id: Option<UserId>,
        pub created_by_staff: bool,
        /// Known only to its admins (G-032).
        pub private_code: Option<String>,
        pub private_code_created: Option<DateTime<Utc>>,
        pub members_may_start_threads: bool,
        /// True if members see only content written after they joined (C-082).
        pub history_from_join: bool,
        /// True if its deletion has begun.
        pub is_gone: bool,
        pub member_count: i64,
        pub total_threads: i64,
        pub total_posts: i64,
        pub created: DateTime<Utc>,
        pub last_updated: DateTime<Utc>,
    }

    impl Model {
        /// The creator, or the member to whom the community was handed over. They may have stopped
        /// being an admin.
        pub fn founder(&self) -> Option<UserId> {
            self.founder_id.or(self.creator_id)
        }

        /// Returns whether this member is the founder. Only an admin is.
        pub fn is_founder(&self, user: UserId, role: CommunityRole) -> bool {
            role == CommunityRole::Admin && self.founder() == Some(user)
        }

        /// Returns true if it is paused at `now`. An expired pause does not count.
        pub fn is_paused(&self, now: DateTime<Utc>) -> bool {
            self.status == CommunityStatus::Paused
                && self.paused_until.is_none_or(|until| until > now)
        }

        /// A community with one member, created at `now`, for unit tests.
        #[cfg(test)]
        pub fn new_for_tests(visibility: Visibility, now: DateTime<Utc>) -> Self {
            Self {
                id: CommunityId::new(),
                name: "Bridges".to_owned(),
                description: "Long spans".to_owned(),
                group_type: GroupType::Community,
                visibility,
                require_all_affiliations: false,
                status: CommunityStatus::Active,
                paused_until: None,
                pause_reason: None,
                deletion_pending: false,
                deletion_requested_by: None,
                deletion_requested_at: None,
                deletion_approved_by: None,
                deletion_scheduled_for: None,
                is_default_community: false,
                creator_id: None,
                founder_id: None,
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
    /// A community whose deletion has begun is visible on no site.
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            Condition::all().add(through_community(site, Column::Id)).add(Column::IsGone.eq(false))
        }
    }
    /// Owned by its creator, for the limit on created communities.
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::CreatorId
        }
    }
}

/// The table `community_affiliations`: affiliations linked to a community.
pub mod link {
    use super::*;

    /// A link between a community and an affiliation.
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
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_community(site, Column::CommunityId)
        }
    }
}

/// The table `community_members`.
pub mod member {
    use super::*;

    /// A membership of a community.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "community_members")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub community_id: CommunityId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub role: CommunityRole,
        /// Limits the visible history if the community says so (C-082).
        pub joined_at: DateTime<Utc>,
        /// True if they were added automatically as members of an affiliation (C-055).
        pub added_by_default: bool,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_community(site, Column::CommunityId)
        }
    }
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}

/// The table `member_timeouts`.
pub mod timeout {
    use super::*;

    /// A timeout of a member in one community.
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
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_community(site, Column::CommunityId)
        }
    }
}

/// The table `membership_events`: joins and leaves with their reasons (C-052).
pub mod membership_event {
    use super::*;
    use platform::ids::EventId;

    /// A join or a leave.
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
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_community(site, Column::CommunityId)
        }
    }
}

/// The table `community_read_status`: time until which a member has read.
pub mod read_mark {
    use super::*;

    /// A member's read mark in one community.
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
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            through_community(site, Column::CommunityId)
        }
    }
}
