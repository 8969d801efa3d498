//! The table `events`: the outbox.

use crate::db::Doorless;
use crate::ids::EventId;
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "events")]
pub struct Model {
    /// The event; consumers forget doubles by it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: EventId,
    /// Its place in the order, once the relay has given it.
    pub seq: Option<i64>,
    /// Whom it is for.
    pub topic: String,
    /// What happened, such as `post.created`.
    pub kind: String,
    /// The ids and the changed object.
    pub payload: Json,
    /// When.
    pub created_at: DateTime<Utc>,
}

/// No relations.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
impl Doorless for Entity {}
