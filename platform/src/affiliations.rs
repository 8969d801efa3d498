//! Affiliations, as far as more than one server reads them: their rows, their members, and the roles
//! of the people who look after one. The feature itself is in the tenant runtime.

mod roles;

pub use roles::{
    AffiliationAccess, AffiliationPermission, AffiliationRole, role_ids_sql, roles_sql,
};

use crate::ids::{AffiliationId, UserId};
use crate::table_access::{SiteVisibility, UserOwned};
use sea_orm::{ColumnTrait, Condition};
use wire::Site;

/// Condition that the affiliation in `column` is visible on the site: always true on the main site.
pub fn visible_on<C: ColumnTrait>(site: Site, column: C) -> Condition {
    match site {
        Site::Main => Condition::all(),
        Site::Portal(id) => Condition::all().add(column.eq(id.uuid())),
    }
}

/// SQL for the ids of the affiliations that the user named by `user` administers, as owner or admin,
/// each once, as a subselect.
#[must_use]
pub fn administered_ids_sql(user: &str) -> String {
    format!(
        "(SELECT af.id FROM affiliations af WHERE af.creator_id = {user} \
         UNION SELECT ia.affiliation_id FROM institutional_admins ia WHERE ia.user_id = {user})"
    )
}

/// SQL for the ids of all members of the affiliation named by `affiliation`, as a subselect: for a
/// query that starts from them. Use [`is_member_sql`] to check users that are found otherwise.
#[must_use]
pub fn member_ids_sql(affiliation: &str) -> String {
    format!(
        "(SELECT am.user_id FROM affiliation_members am WHERE am.affiliation_id = {affiliation})"
    )
}

/// SQL condition that the user named by `user` is a member of the affiliation named by
/// `affiliation`.
#[must_use]
pub fn is_member_sql(affiliation: &str, user: &str) -> String {
    format!(
        "EXISTS (SELECT 1 FROM affiliation_members am \
         WHERE am.affiliation_id = {affiliation} AND am.user_id = {user})"
    )
}

/// The table `affiliations`.
pub mod affiliation {
    use super::*;
    use chrono::{DateTime, Utc};
    use sea_orm::entity::prelude::*;

    /// A real-world organisation.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "affiliations")]
    pub struct Model {
        /// Identifier.
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: AffiliationId,
        /// Name.
        pub name: String,
        /// Lower-case name, for sorting and searching.
        pub name_search: String,
        /// Description.
        pub description: Option<String>,
        /// Address of the logo.
        pub logo: Option<String>,
        /// Website.
        pub website: Option<String>,
        /// Short name for the badges of its members; derived from the name if there is none.
        pub short_name: Option<String>,
        /// Tagline.
        pub tagline: Option<String>,
        /// Questions that a request to join answers.
        pub questionnaire: Option<Json>,
        /// Creator, who administers it.
        pub creator_id: Option<UserId>,
        /// User who requested it.
        pub original_requester_id: Option<UserId>,
        /// Number of members.
        pub member_count: i64,
        /// Verified by staff.
        pub verified: bool,
        /// Approved by staff.
        pub is_approved: bool,
        /// Only members may read its page.
        pub is_private: bool,
        /// Paused by staff.
        pub is_paused: bool,
        /// Time of creation.
        pub created_at: DateTime<Utc>,
        /// Time of the last change.
        pub updated_at: DateTime<Utc>,
    }

    /// No relations: features query their own tables.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            super::visible_on(site, Column::Id)
        }
    }
}

/// The table `affiliation_members`.
pub mod member {
    use super::*;
    use chrono::{DateTime, Utc};
    use sea_orm::entity::prelude::*;

    /// A membership of an affiliation.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "affiliation_members")]
    pub struct Model {
        /// Affiliation.
        #[sea_orm(primary_key, auto_increment = false)]
        pub affiliation_id: AffiliationId,
        /// User.
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        /// True if the member shows it on their profile.
        pub is_public: bool,
        /// Time of joining.
        pub joined_at: DateTime<Utc>,
    }

    /// No relations: features query their own tables.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            super::visible_on(site, Column::AffiliationId)
        }
    }
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}

/// The table `institutional_admins`.
pub mod admin {
    use super::*;
    use chrono::{DateTime, Utc};
    use sea_orm::entity::prelude::*;

    /// An institutional admin of an affiliation.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "institutional_admins")]
    pub struct Model {
        /// Affiliation.
        #[sea_orm(primary_key, auto_increment = false)]
        pub affiliation_id: AffiliationId,
        /// User.
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        /// Time of creation.
        pub created_at: DateTime<Utc>,
    }

    /// No relations: features query their own tables.
    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            super::visible_on(site, Column::AffiliationId)
        }
    }
    impl UserOwned for Entity {
        fn owner() -> Column {
            Column::UserId
        }
    }
}
