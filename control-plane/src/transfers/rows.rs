//! Tables of transfers.

/// Table `transfer_intents`: requested transfers of a session.
pub mod intent {
    use chrono::{DateTime, Utc};
    use platform::{SessionId, SiteIndependent, TenantId, UserId};
    use sea_orm::entity::prelude::*;

    /// An intent.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "transfer_intents")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub intent_hash: String,
        pub session_id: SessionId,
        pub user_id: UserId,
        pub source_origin: String,
        pub audience_origin: String,
        pub audience_host: String,
        pub tenant_id: Option<TenantId>,
        pub redirect_path: String,
        pub created_at: DateTime<Utc>,
        pub expires_at: DateTime<Utc>,
        pub used_at: Option<DateTime<Utc>>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}

/// Table `transfer_codes`: one-time codes that sign a browser in on a host.
pub mod code {
    use chrono::{DateTime, Utc};
    use platform::{SessionId, SiteIndependent, TenantId, UserId};
    use sea_orm::entity::prelude::*;

    /// A code.
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "transfer_codes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub code_hash: String,
        pub intent_hash: String,
        pub session_id: SessionId,
        pub user_id: UserId,
        pub audience_origin: String,
        pub audience_host: String,
        pub tenant_id: Option<TenantId>,
        pub challenge: String,
        pub state_hash: String,
        pub redirect_path: String,
        pub created_at: DateTime<Utc>,
        pub expires_at: DateTime<Utc>,
        pub consumed_at: Option<DateTime<Utc>>,
        pub child_session_id: Option<SessionId>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
    impl SiteIndependent for Entity {}
}
