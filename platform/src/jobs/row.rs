//! The table `jobs`.

use crate::ids::JobId;
use sea_orm::entity::prelude::*;

/// How far a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum State {
    /// Waits for its time and for a worker.
    #[sea_orm(string_value = "ready")]
    Ready,
    /// A worker has it.
    #[sea_orm(string_value = "running")]
    Running,
    /// Done.
    #[sea_orm(string_value = "done")]
    Done,
    /// Given up.
    #[sea_orm(string_value = "failed")]
    Failed,
}

/// One piece of later work.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "jobs")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: JobId,
    /// Which handler does it.
    pub kind: String,
    /// What the handler needs to know.
    pub payload: Json,
    /// At most one job has this key.
    pub dedupe_key: Option<String>,
    /// How far it is.
    pub state: State,
    /// Not before.
    pub run_at: DateTimeUtc,
    /// How often it was begun.
    pub attempts: i64,
    /// How often it may be begun.
    pub max_attempts: i64,
    /// The worker that has it.
    pub locked_by: Option<String>,
    /// Until when that worker has it.
    pub locked_until: Option<DateTimeUtc>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// When it was asked for.
    pub created_at: DateTimeUtc,
    /// When it was done or given up.
    pub finished_at: Option<DateTimeUtc>,
}

/// Jobs refer to nothing: what they speak of may be gone when they run.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl crate::db::Doorless for Entity {}
