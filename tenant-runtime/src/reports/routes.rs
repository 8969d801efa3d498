//! HTTP routes of reports.

use super::error::{HANDLE_FAILED, LOAD_FAILED, REPORT_FAILED};
use super::rows::ReportStatus;
use super::view::{ReportReceipt, ReportView, Reports};
use super::{ReportId, Subject, rules};
use crate::posts::ReasonForRemoval;
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::PageQuery;
use platform::problem::{ProblemDocument, ResultExt};
use platform::staff::Moderation;
use platform::{ArticleId, CommunityId, Member, PostId, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(report_post))
        .routes(routes!(report_article))
        .routes(routes!(list))
        .routes(routes!(list_all))
        .routes(routes!(resolve))
        .routes(routes!(dismiss))
}

/// Filter and page of a list of reports.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct ReportQuery {
    /// `open` (the default), `resolved` or `dismissed`.
    status: Option<String>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

impl ReportQuery {
    fn to_page_query(&self) -> PageQuery {
        PageQuery { cursor: self.cursor.clone(), limit: self.limit }
    }
}

/// Reports a post or reply to the moderators of its community.
#[utoipa::path(post, path = "/posts/{id}/reports", operation_id = "reportPost", tag = "reports",
    params(("id" = PostId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = ReasonForRemoval,
    responses((status = 201, body = ReportReceipt), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "reports.post", skip_all, fields(post.id = %id))]
async fn report_post(
    mut scope: Scope<Member>,
    Path(id): Path<PostId>,
    key: IdempotencyKey,
    Json(body): Json<ReasonForRemoval>,
) -> Result<CreatedResponse<ReportReceipt>, Problem> {
    rules::report(&mut scope, Subject::Post(id), &key, &body).await.or_detail(REPORT_FAILED)
}

/// Reports an article to the moderators of its community.
#[utoipa::path(post, path = "/articles/{id}/reports", operation_id = "reportArticle",
    tag = "reports", params(("id" = ArticleId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = ReasonForRemoval,
    responses((status = 201, body = ReportReceipt), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "reports.article", skip_all, fields(article.id = %id))]
async fn report_article(
    mut scope: Scope<Member>,
    Path(id): Path<ArticleId>,
    key: IdempotencyKey,
    Json(body): Json<ReasonForRemoval>,
) -> Result<CreatedResponse<ReportReceipt>, Problem> {
    rules::report(&mut scope, Subject::Article(id), &key, &body).await.or_detail(REPORT_FAILED)
}

/// Lists the reports of a community, newest first, for its moderators.
#[utoipa::path(get, path = "/communities/{id}/reports", operation_id = "listCommunityReports",
    tag = "reports", params(("id" = CommunityId, Path), ReportQuery),
    responses((status = 200, body = Reports), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "reports.list", skip_all, fields(community.id = %community))]
async fn list(
    scope: Scope<Member>,
    Path(community): Path<CommunityId>,
    Query(query): Query<ReportQuery>,
) -> Result<Json<Reports>, Problem> {
    let page =
        rules::list(&scope, community, query.status.as_deref(), &query.to_page_query()).await;
    Ok(Json(page.or_detail(LOAD_FAILED)?))
}

/// Lists the reports of all communities, newest first.
#[utoipa::path(get, path = "/staff/reports", operation_id = "listAllReports", tag = "staff",
    params(ReportQuery),
    responses((status = 200, body = Reports), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "reports.queue", skip_all)]
async fn list_all(
    scope: Scope<StaffWith<Moderation>>,
    Query(query): Query<ReportQuery>,
) -> Result<Json<Reports>, Problem> {
    let page = rules::list_all(&scope, query.status.as_deref(), &query.to_page_query()).await;
    Ok(Json(page.or_detail(LOAD_FAILED)?))
}

/// Closes a report as resolved: action was taken.
#[utoipa::path(post, path = "/reports/{id}/resolve", operation_id = "resolveReport",
    tag = "reports", params(("id" = ReportId, Path)),
    responses((status = 200, body = ReportView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "reports.resolve", skip_all, fields(report.id = %id))]
async fn resolve(
    mut scope: Scope<Member>,
    Path(id): Path<ReportId>,
) -> Result<Json<ReportView>, Problem> {
    Ok(Json(
        rules::close_report(&mut scope, id, ReportStatus::Resolved)
            .await
            .or_detail(HANDLE_FAILED)?,
    ))
}

/// Closes a report as dismissed: no action was needed.
#[utoipa::path(post, path = "/reports/{id}/dismiss", operation_id = "dismissReport",
    tag = "reports", params(("id" = ReportId, Path)),
    responses((status = 200, body = ReportView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "reports.dismiss", skip_all, fields(report.id = %id))]
async fn dismiss(
    mut scope: Scope<Member>,
    Path(id): Path<ReportId>,
) -> Result<Json<ReportView>, Problem> {
    Ok(Json(
        rules::close_report(&mut scope, id, ReportStatus::Dismissed)
            .await
            .or_detail(HANDLE_FAILED)?,
    ))
}
