//! The table `tenants`.

use chrono::{DateTime, Utc};
use platform::{AffiliationId, Doorless, TenantId};
use sea_orm::entity::prelude::*;

/// A portal as it is managed.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "tenants")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TenantId,
    pub affiliation_id: AffiliationId,
    pub subdomain: String,
    pub state: String,
    pub brand_name: String,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
