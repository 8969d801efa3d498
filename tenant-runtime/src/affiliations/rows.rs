//! Tables of affiliations. A portal shows only rows of its own affiliation.

use platform::{AffiliationId, Site, SiteVisibility};
use sea_orm::Condition;
use sea_orm::entity::prelude::*;

pub(super) use platform::affiliations::visible_on;
pub use platform::affiliations::{affiliation, member};

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
