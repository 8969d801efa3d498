//! HTTP route of reports.

use super::error::CspReportError;
use super::report;
use axum::body::Bytes;
use axum::extract::DefaultBodyLimit;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::limiter::{LimitKey, LimitedAction};
use platform::problem::ProblemDocument;
use platform::telemetry::count_csp_violation;
use platform::{Problem, Scope, Services, Visitor, routes};
use wire::Content;

/// HTTP routes.
pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(report))
        .layer(DefaultBodyLimit::max(Content::Alert.bytes_max()))
}

/// Accepts a browser's report about a violation of the content security policy.
#[utoipa::path(post, path = "/csp-reports", operation_id = "reportCspViolation", tag = "alerts",
    request_body(content = serde_json::Value, content_type = "application/csp-report"),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "csp_reports.report", skip_all)]
async fn report(scope: Scope<Visitor>, body: Bytes) -> Result<StatusCode, Problem> {
    let network = LimitKey::network(scope.facts().context.client_ip);
    let verdict =
        scope.services().limiter().count_attempt(LimitedAction::CspReport, &network).await;
    if !verdict.allowed {
        return Err(CspReportError::Limit(verdict).into());
    }
    for violation in report::read(&body)? {
        let directive = violation.directive;
        count_csp_violation(directive);
        tracing::warn!(
            directive,
            blocked = violation.blocked,
            page = violation.page,
            source = violation.source,
            line = violation.line,
            "a browser reports a violation of the content security policy: {directive}"
        );
    }
    Ok(StatusCode::NO_CONTENT)
}
