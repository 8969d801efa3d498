//! Tables of affiliations. A portal shows only rows of its own affiliation.

use chrono::{DateTime, Utc};
use platform::{AffiliationId, Site, SiteVisibility, UserId, UserOwned};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

/// Condition that the affiliation in `column` is visible on the site: always true on the main site.
pub(super) fn visible_on<C: ColumnTrait>(site: Site, column: C) -> Condition {
    match site {
        Site::Main => Condition::all(),
        Site::Portal(id) => Condition::all().add(column.eq(id.uuid())),
    }
}

/// The table `affiliations`.
pub mod affiliation {
    use super::*;

    /// A real-world organisation.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "affiliations")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: AffiliationId,
        pub name: String,
        /// Lower-case name, for sorting and searching.
        pub name_search: String,
        pub description: Option<String>,
        pub logo: Option<String>,
        pub website: Option<String>,
        pub tagline: Option<String>,
        pub questionnaire: Option<Json>,
        pub creator_id: Option<UserId>,
        pub original_requester_id: Option<UserId>,
        pub member_count: i64,
        pub verified: bool,
        pub is_approved: bool,
        pub is_private: bool,
        pub is_paused: bool,
        pub created_at: DateTime<Utc>,
        pub updated_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            super::visible_on(site, Column::Id)
        }
    }
}

/// The table `affiliation_paths`: URL paths.
pub mod path {
    use super::*;

    /// URL path of one affiliation.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "affiliation_paths")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub url_path: String,
        pub affiliation_id: AffiliationId,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            super::visible_on(site, Column::AffiliationId)
        }
    }
}

/// The table `affiliation_members`.
pub mod member {
    use super::*;

    /// A membership of an affiliation.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "affiliation_members")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub affiliation_id: AffiliationId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        /// True if the member shows it on their profile.
        pub is_public: bool,
        pub joined_at: DateTime<Utc>,
    }

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

    /// An institutional admin of an affiliation.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "institutional_admins")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub affiliation_id: AffiliationId,
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: UserId,
        pub created_at: DateTime<Utc>,
    }

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

/// Portal data for an affiliation's page. Read only, from the control plane's table `tenants`.
pub mod portal {
    use super::*;

    /// An affiliation's portal.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "tenants")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: platform::TenantId,
        pub affiliation_id: AffiliationId,
        pub subdomain: String,
        pub state: String,
        pub brand_name: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteVisibility for Entity {
        fn visible_on(site: Site) -> Condition {
            super::visible_on(site, Column::AffiliationId)
        }
    }
}
