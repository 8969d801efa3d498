//! Table `edges`.

use chrono::{DateTime, Utc};
use platform::SiteIndependent;
use sea_orm::FromJsonQueryResult;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use wire::RefusedHost;

/// Routes and certificates that an edge rejected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, FromJsonQueryResult)]
#[serde(transparent)]
pub struct RefusedHosts(pub Vec<RefusedHost>);

/// Last status report of an edge process.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "edges")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: String,
    pub name: String,
    pub version: i64,
    pub hash: String,
    pub hosts: i64,
    #[sea_orm(column_type = "JsonBinary")]
    pub refused: RefusedHosts,
    pub table_refused: Option<String>,
    pub recalled: bool,
    pub certificate_soonest_end: Option<DateTime<Utc>>,
    pub started_at: DateTime<Utc>,
    pub applied_at: DateTime<Utc>,
    pub seen_at: DateTime<Utc>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
