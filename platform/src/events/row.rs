//! Table `events`: the outbox.

use crate::db::SiteIndependent;
use crate::ids::EventId;
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "events")]
pub struct Model {
    /// Event id; consumers use it to drop duplicates.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: EventId,
    /// Sequence number, once the relay has assigned it.
    pub seq: Option<i64>,
    /// Topic, as text.
    pub topic: String,
    /// Event type, such as `post.created`.
    pub kind: String,
    /// Ids and the changed object.
    pub payload: Json,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}

/// No relation is declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl SiteIndependent for Entity {}
