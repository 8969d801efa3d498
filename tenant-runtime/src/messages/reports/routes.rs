//! HTTP routes of reports of messages.

use super::view::{MessageReport, MessageReportDetails, MessageReportReceipt, MessageReports};
use super::{MessageReportId, rules};
use crate::messages::edit::MessageAddress;
use crate::messages::error::{HANDLE_FAILED, REPORT_FAILED, REPORTS_FAILED};
use crate::messages::{ConversationId, MessageId};
use crate::posts::ReasonForRemoval;
use crate::reports::ReportStatus;
use platform::StaffWith;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::PageQuery;
use platform::problem::{ProblemDocument, ResultExt};
use platform::staff::Moderation;
use platform::{Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub(in crate::messages) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(report_message))
        .routes(routes!(list_reports))
        .routes(routes!(read_report))
        .routes(routes!(resolve_report))
        .routes(routes!(dismiss_report))
}

/// Filter of a list of reports.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct MessageReportFilter {
    /// `open` (the default), `resolved` or `dismissed`.
    status: Option<String>,
}

/// Reports a message to staff, who then see it and its neighbours only.
#[utoipa::path(post, path = "/conversations/{id}/messages/{messageId}/report",
    operation_id = "reportMessage", tag = "messages",
    params(("id" = ConversationId, Path), ("messageId" = MessageId, Path),
        ("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = ReasonForRemoval,
    responses((status = 201, body = MessageReportReceipt),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "messages.report", skip_all, fields(message.id = %message))]
async fn report_message(
    mut scope: Scope<Member>,
    Path((conversation, message)): Path<(ConversationId, MessageId)>,
    key: IdempotencyKey,
    Json(body): Json<ReasonForRemoval>,
) -> Result<CreatedResponse<MessageReportReceipt>, Problem> {
    let at = MessageAddress { conversation, message };
    rules::create_report(&mut scope, at, &key, &body).await.or_detail(REPORT_FAILED)
}

/// Lists the reports of messages, newest first, without the messages.
#[utoipa::path(get, path = "/staff/message-reports", operation_id = "listMessageReports",
    tag = "staff", params(MessageReportFilter, PageQuery),
    responses((status = 200, body = MessageReports), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "message_reports.list", skip_all)]
async fn list_reports(
    scope: Scope<StaffWith<Moderation>>,
    Query(filter): Query<MessageReportFilter>,
    Query(query): Query<PageQuery>,
) -> Result<Json<MessageReports>, Problem> {
    let page = rules::list_reports(&scope, filter.status.as_deref(), &query).await;
    Ok(Json(page.or_detail(REPORTS_FAILED)?))
}

/// Returns a report with the reported message and its neighbours. Recorded in the audit log.
#[utoipa::path(get, path = "/staff/message-reports/{id}", operation_id = "getMessageReport",
    tag = "staff", params(("id" = MessageReportId, Path)),
    responses((status = 200, body = MessageReportDetails),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "message_reports.read", skip_all, fields(report.id = %id))]
async fn read_report(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<MessageReportId>,
) -> Result<Json<MessageReportDetails>, Problem> {
    Ok(Json(rules::read_report(&mut scope, id).await.or_detail(REPORTS_FAILED)?))
}

/// Closes a report of a message as resolved: action was taken.
#[utoipa::path(post, path = "/staff/message-reports/{id}/resolve",
    operation_id = "resolveMessageReport", tag = "staff", params(("id" = MessageReportId, Path)),
    responses((status = 200, body = MessageReport), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "message_reports.resolve", skip_all, fields(report.id = %id))]
async fn resolve_report(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<MessageReportId>,
) -> Result<Json<MessageReport>, Problem> {
    let closed = rules::close_report(&mut scope, id, ReportStatus::Resolved).await;
    Ok(Json(closed.or_detail(HANDLE_FAILED)?))
}

/// Closes a report of a message as dismissed: no action was needed.
#[utoipa::path(post, path = "/staff/message-reports/{id}/dismiss",
    operation_id = "dismissMessageReport", tag = "staff", params(("id" = MessageReportId, Path)),
    responses((status = 200, body = MessageReport), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "message_reports.dismiss", skip_all, fields(report.id = %id))]
async fn dismiss_report(
    mut scope: Scope<StaffWith<Moderation>>,
    Path(id): Path<MessageReportId>,
) -> Result<Json<MessageReport>, Problem> {
    let closed = rules::close_report(&mut scope, id, ReportStatus::Dismissed).await;
    Ok(Json(closed.or_detail(HANDLE_FAILED)?))
}
