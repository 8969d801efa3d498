//! Work that waits for staff, for the overview of the staff portal. Each feature describes its own
//! open items as SQL; the overview reads all of them with one statement.

use crate::scope::Scope;
use crate::staff::StaffPermission;
use chrono::{DateTime, Utc};
use sea_orm::{DbErr, FromQueryResult};
use serde::Serialize;
use std::fmt::Write as _;
use uuid::Uuid;

/// Open items of one kind.
#[derive(Debug, Clone, Copy)]
pub struct WorkSource {
    /// Kind of the items, such as `report`.
    pub kind: &'static str,
    /// Permission that handling them needs.
    pub permission: StaffPermission,
    /// Selects the id `id`, the text `subject` and the time `since` of each open item. `$1` is the
    /// current time.
    pub sql: &'static str,
    /// Path of the page that handles an item; `{id}` stands for its id.
    pub path: &'static str,
}

/// Sources of features outside of the tenant runtime, as an extension of its router.
#[derive(Debug, Clone, Copy)]
pub struct FurtherSources(pub &'static [WorkSource]);

#[derive(Debug, FromQueryResult)]
struct WorkRow {
    kind: String,
    id: Uuid,
    subject: String,
    since: DateTime<Utc>,
}

/// An item that waits for staff.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WorkItem {
    /// Kind, such as `affiliationRequest`, `report`, `failedJob` or `domain`.
    pub kind: String,
    /// Id of the subject.
    pub id: String,
    /// Short description of the subject.
    pub subject: String,
    /// Time since which it waits.
    pub since: DateTime<Utc>,
    /// Path of the page that handles it.
    pub path: String,
}

/// Reads the oldest items of the sources, at most `limit`. One query.
///
/// # Errors
/// Database errors.
pub async fn oldest_items<V>(
    scope: &Scope<V>,
    sources: &[&WorkSource],
    limit: u64,
) -> Result<Vec<WorkItem>, DbErr> {
    let Some(sql) = oldest_items_sql(sources, limit) else { return Ok(Vec::new()) };
    let rows = scope.raw(&sql, vec![scope.now().into()]).all::<WorkRow>().await?;
    let to_item = |row: WorkRow| {
        let source = sources.iter().find(|source| source.kind == row.kind)?;
        let id = row.id.simple().to_string();
        let path = source.path.replace("{id}", &id);
        Some(WorkItem { kind: row.kind, subject: row.subject, since: row.since, path, id })
    };
    Ok(rows.into_iter().filter_map(to_item).collect())
}

fn oldest_items_sql(sources: &[&WorkSource], limit: u64) -> Option<String> {
    let mut parts = Vec::new();
    for WorkSource { kind, sql, .. } in sources {
        let mut part = String::new();
        let _ = write!(
            part,
            "SELECT * FROM (SELECT '{kind}' AS kind, i.id, i.subject, i.since \
             FROM ({sql}) AS i ORDER BY i.since, i.id LIMIT {limit}) AS s{}",
            parts.len()
        );
        parts.push(part);
    }
    let all = parts.join(" UNION ALL ");
    (!parts.is_empty()).then(|| {
        format!(
            "SELECT * FROM ({all}) AS w WHERE $1 IS NOT NULL ORDER BY w.since, w.id LIMIT {limit}"
        )
    })
}

/// Failed jobs.
pub const FAILED_JOBS: WorkSource = WorkSource {
    kind: "failedJob",
    permission: StaffPermission::Administration,
    sql: crate::jobs::FAILED_JOBS_SQL,
    path: "/staff/jobs?state=failed&job={id}",
};
