//! Table `jobs`.

use crate::ids::JobId;
use sea_orm::entity::prelude::*;

/// State of a job.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text")]
pub enum JobState {
    /// Waits for its time and a worker.
    #[sea_orm(string_value = "ready")]
    Ready,
    /// Claimed by a worker.
    #[sea_orm(string_value = "running")]
    Running,
    /// The handler succeeded; the payload is deleted.
    #[sea_orm(string_value = "done")]
    Done,
    /// Permanently failed.
    #[sea_orm(string_value = "failed")]
    Failed,
}

/// A background job.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "jobs")]
pub struct Model {
    /// Primary key.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: JobId,
    /// Kind; selects the handler.
    pub kind: String,
    /// Data for the handler.
    pub payload: Json,
    /// Unique key, if any.
    pub dedupe_key: Option<String>,
    /// Ready, running, done or failed.
    pub state: JobState,
    /// Earliest time to run.
    pub run_at: DateTimeUtc,
    /// Number of started attempts.
    pub attempts: i64,
    /// Maximum number of attempts.
    pub max_attempts: i64,
    /// Worker that holds the lease.
    pub locked_by: Option<String>,
    /// End of the lease.
    pub locked_until: Option<DateTimeUtc>,
    /// Error of the last attempt.
    pub last_error: Option<String>,
    /// Time of creation.
    pub created_at: DateTimeUtc,
    /// Time at which it was done or failed.
    pub finished_at: Option<DateTimeUtc>,
}

/// Jobs have no foreign keys: their subjects may be deleted before they run.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

impl crate::db::SiteIndependent for Entity {}
