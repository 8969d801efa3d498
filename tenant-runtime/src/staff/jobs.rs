//! Background jobs and workers for administrators: queued, running and failed jobs with the reason
//! of the failure, another attempt, and the health of the workers. Payloads, which may contain
//! personal data, are never shown.

use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::ids::JobId;
use platform::job_admin::{self, JobFilter, JobStatus, JobSummary};
use platform::jobs::worker_health::{self, WorkerHealth};
use platform::jobs::{self, QueueSummary};
use platform::page::{Page, PageQuery, TimeCursor};
use platform::problem::{ProblemDocument, ProblemEntry};
use platform::staff::Administration;
use platform::{AccountViewer, Problem, Scope, Services, routes};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Default and maximum page size.
const PAGE_SIZES: (u64, u64) = (50, 100);
/// Maximum characters of a reason.
const REASON_CHARS_MAX: usize = 500;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list_jobs))
        .routes(routes!(retry_job))
        .routes(routes!(read_workers))
}

/// States of jobs on the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum JobPageState {
    Queued,
    Running,
    Failed,
}

impl JobPageState {
    fn statuses(self) -> Vec<JobStatus> {
        match self {
            Self::Queued => vec![JobStatus::Waiting, JobStatus::Retrying],
            Self::Running => vec![JobStatus::Running],
            Self::Failed => vec![JobStatus::Failed],
        }
    }
}

/// Filter and page of the jobs.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct JobQuery {
    /// `queued`, `running` or `failed`; all if omitted.
    #[param(inline)]
    state: Option<JobPageState>,
    /// Only jobs of this kind.
    kind: Option<String>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// Lists the jobs that are not done, the oldest first.
#[utoipa::path(get, path = "/staff/jobs", operation_id = "listJobs", tag = "staff",
    params(JobQuery),
    responses((status = 200, body = Page<JobSummary>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.list_jobs", skip_all)]
async fn list_jobs(
    scope: Scope<StaffWith<Administration>>,
    Query(query): Query<JobQuery>,
) -> Result<Json<Page<JobSummary>>, Problem> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    let limit = page.row_limit(PAGE_SIZES.0, PAGE_SIZES.1);
    let filter = JobFilter {
        id: None,
        kind: query.kind,
        states: query.state.map(JobPageState::statuses).unwrap_or_default(),
        after: page.decode_cursor::<TimeCursor>()?,
    };
    let rows = job_admin::list_jobs(&scope, &filter, limit + 1).await?;
    let cursor = |job: &JobSummary| TimeCursor { at: job.created_at, id: job.id.uuid() };
    Ok(Json(Page::from_rows(rows, limit, cursor)))
}

/// Reason for another attempt.
#[derive(Deserialize, ToSchema, Default)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
struct JobRetryReason {
    /// For the audit log; may be empty.
    reason: String,
}

/// Runs a failed job again, with all its attempts.
#[utoipa::path(post, path = "/staff/jobs/{jobId}/retry", operation_id = "retryJob", tag = "staff",
    params(("jobId" = JobId, Path)), request_body = JobRetryReason,
    responses((status = 200, body = JobSummary), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.retry_job", skip_all, fields(job.id = %id))]
async fn retry_job(
    mut scope: Scope<StaffWith<Administration>>,
    Path(id): Path<JobId>,
    Json(body): Json<JobRetryReason>,
) -> Result<Json<JobSummary>, Problem> {
    let reason = crate::content::check_note(&body.reason, REASON_CHARS_MAX)?;
    let filter = JobFilter { id: Some(id), ..JobFilter::default() };
    find_job(&scope, &filter).await?;
    let actor = Some(scope.viewer().id());
    if job_admin::retry_jobs(&mut scope, &filter, (actor, &reason)).await? == 0 {
        let text = "Only a job that failed can be run again.";
        return Err(Problem::new(ProblemEntry::conflict("job-not-failed"), text));
    }
    scope.services().wake(jobs::WAKE_CHANNEL).await;
    Ok(Json(find_job(&scope, &filter).await?))
}

async fn find_job(
    scope: &Scope<StaffWith<Administration>>,
    filter: &JobFilter,
) -> Result<JobSummary, Problem> {
    let found = job_admin::list_jobs(scope, filter, 1).await?.into_iter().next();
    found.ok_or_else(Problem::not_found)
}

/// Workers and the queue.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WorkersOverview {
    /// Workers with a heartbeat within the last day, the most recent first.
    workers: Vec<WorkerHealth>,
    queue: QueueSummary,
    /// Kinds of the jobs that are not done.
    kinds: Vec<String>,
}

/// Returns the health of the workers and the length of the queue. 3 queries.
#[utoipa::path(get, path = "/staff/workers", operation_id = "getWorkersOverview", tag = "staff",
    responses((status = 200, body = WorkersOverview), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.workers", skip_all)]
async fn read_workers(
    scope: Scope<StaffWith<Administration>>,
) -> Result<Json<WorkersOverview>, Problem> {
    Ok(Json(WorkersOverview {
        workers: worker_health::list_workers(&scope).await?,
        queue: jobs::queue_summary(&scope).await?,
        kinds: jobs::job_kinds(&scope).await?,
    }))
}
