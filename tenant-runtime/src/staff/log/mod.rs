//! The audit log for staff: filtered, in pages, or as CSV (G-123); the moderation history of an
//! account and of a community (C-144); and for each person the staff actions on their own account.

mod csv;
mod entry;
mod own_actions;
mod query;

use self::csv::{CSV_COLUMNS, csv_cells, csv_line};
use axum::response::{IntoResponse, Response};
use entry::AuditEntry;
use http::header;
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::ProblemDocument;
use platform::staff::{Accounts, Administration, Moderation};
use platform::{CommunityId, Problem, Scope, Services, UserId, routes};
use query::AuditQuery;
use serde::Serialize;
use utoipa::ToSchema;

/// Maximum lines of an export.
const EXPORT_MAX: u64 = 10_000;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(export))
        .routes(routes!(list_actions))
        .routes(routes!(history_of_user))
        .routes(routes!(history_of_community))
        .merge(own_actions::routes())
}

/// Lists the audit log, newest first.
#[utoipa::path(get, path = "/staff/audit", operation_id = "listAuditLog", tag = "staff",
    params(AuditQuery),
    responses((status = 200, body = Page<AuditEntry>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.audit", skip_all)]
async fn list(
    scope: Scope<StaffWith<Administration>>,
    Query(filter): Query<AuditQuery>,
) -> Result<Json<Page<AuditEntry>>, Problem> {
    let page = filter.to_page_query();
    Ok(Json(query::entry_page(&scope, filter.filter_condition(), &page).await?))
}

/// Exports the audit log as CSV: at most 10,000 lines, newest first.
#[utoipa::path(get, path = "/staff/audit.csv", operation_id = "exportAuditLog", tag = "staff",
    params(AuditQuery),
    responses((status = 200, body = String, content_type = "text/csv"),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.export_audit", skip_all)]
async fn export(
    scope: Scope<StaffWith<Administration>>,
    Query(filter): Query<AuditQuery>,
) -> Result<Response, Problem> {
    let rows = query::list_rows(&scope, filter.filter_condition(), None, EXPORT_MAX).await?;
    let mut text = csv_line(CSV_COLUMNS.map(str::to_owned));
    for entry in entry::to_entries(&scope, rows).await? {
        text.push_str(&csv_line(csv_cells(entry)));
    }
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"audit-log.csv\""),
    ];
    Ok((headers, text).into_response())
}

/// Actions in the audit log.
#[derive(Serialize, ToSchema)]
struct AuditActions {
    /// By name.
    actions: Vec<String>,
}

/// Lists the actions that occur in the audit log, for its filter.
#[utoipa::path(get, path = "/staff/audit/actions", operation_id = "listAuditActions",
    tag = "staff",
    responses((status = 200, body = AuditActions), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.audit_actions", skip_all)]
async fn list_actions(
    scope: Scope<StaffWith<Administration>>,
) -> Result<Json<AuditActions>, Problem> {
    Ok(Json(AuditActions { actions: query::action_names(&scope).await? }))
}

/// Lists the staff actions on an account, newest first.
#[utoipa::path(get, path = "/staff/users/{id}/history", operation_id = "listUserHistory",
    tag = "staff", params(("id" = UserId, Path), PageQuery),
    responses((status = 200, body = Page<AuditEntry>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.user_history", skip_all, fields(user.id = %id))]
async fn history_of_user(
    scope: Scope<StaffWith<Accounts>>,
    Path(id): Path<UserId>,
    Query(page): Query<PageQuery>,
) -> Result<Json<Page<AuditEntry>>, Problem> {
    Ok(Json(query::entry_page(&scope, query::about("account", id), &page).await?))
}

/// Lists the moderation actions on a community, newest first.
#[utoipa::path(get, path = "/staff/communities/{id}/history",
    operation_id = "listCommunityHistory", tag = "staff",
    params(("id" = CommunityId, Path), PageQuery),
    responses((status = 200, body = Page<AuditEntry>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.community_history", skip_all, fields(community.id = %id))]
async fn history_of_community(
    scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<CommunityId>,
    Query(page): Query<PageQuery>,
) -> Result<Json<Page<AuditEntry>>, Problem> {
    Ok(Json(query::entry_page(&scope, query::about("community", id), &page).await?))
}
