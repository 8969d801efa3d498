//! HTTP routes of the setup checklist.

use super::rules::{self, SetupChecklist};
use super::step::SetupStep;
use super::test_email;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, Staff, routes};
use serde::Deserialize;
use utoipa::ToSchema;

/// HTTP routes of the checklist.
pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(read))
        .routes(routes!(change_step))
        .routes(routes!(request_test_email))
}

/// New state of an optional step.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SetupStepChange {
    skipped: bool,
}

/// The setup checklist, with the state of each step.
#[utoipa::path(get, path = "/staff/setup", operation_id = "getSetupChecklist", tag = "staff",
    responses((status = 200, body = SetupChecklist), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.setup", skip_all)]
async fn read(scope: Scope<Staff>) -> Result<Json<SetupChecklist>, Problem> {
    Ok(Json(rules::read(&scope).await?))
}

/// Skips a step that is optional, or puts it back.
#[utoipa::path(put, path = "/staff/setup/{step}", operation_id = "updateSetupStep", tag = "staff",
    params(("step" = inline(SetupStep), Path)), request_body = SetupStepChange,
    responses((status = 200, body = SetupChecklist), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.change_setup_step", skip_all)]
async fn change_step(
    mut scope: Scope<Staff>,
    Path(step): Path<SetupStep>,
    Json(body): Json<SetupStepChange>,
) -> Result<Json<SetupChecklist>, Problem> {
    rules::skip_step(&mut scope, step, body.skipped).await?;
    Ok(Json(rules::read(&scope).await?))
}

/// Sends a test email to the viewer's own address. The worker sends it; the checklist shows the outcome.
#[utoipa::path(post, path = "/staff/test-email", operation_id = "sendTestEmail", tag = "staff",
    responses((status = 202, body = SetupChecklist), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "staff.request_test_email", skip_all)]
async fn request_test_email(
    mut scope: Scope<Staff>,
) -> Result<(StatusCode, Json<SetupChecklist>), Problem> {
    test_email::request_test_email(&mut scope).await?;
    Ok((StatusCode::ACCEPTED, Json(rules::read(&scope).await?)))
}
