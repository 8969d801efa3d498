//! The tables of the checklist.

use chrono::{DateTime, Utc};
use platform::{SiteIndependent, UserId};
use sea_orm::entity::prelude::*;

/// The table `setup_steps`.
pub mod step {
    use super::*;

    /// A step that was skipped, or is stored as done regardless of other tables.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "setup_steps")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub step: String,
        /// `done` or `skipped`.
        pub state: String,
        pub changed_by: Option<UserId>,
        pub changed_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// The table `setup_test_emails`.
pub mod test_email {
    use super::*;

    /// The newest test email; there is at most one row.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "setup_test_emails")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub slot: String,
        /// Ties the outcome to its request.
        pub attempt: Uuid,
        /// `sending`, `sent`, `caught` or `failed`.
        pub state: String,
        /// Why it failed, in a sentence without addresses.
        pub cause: Option<String>,
        pub requested_by: Option<UserId>,
        pub requested_at: DateTime<Utc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}
