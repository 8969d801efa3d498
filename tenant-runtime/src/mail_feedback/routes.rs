//! HTTP routes: unsubscribing with the link of an email, and resuming emails after a bounce.

use super::rules;
use super::view::MailSubscription;
use crate::limits::check_limit;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::limiter::LimitedAction;
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, Visitor, routes};

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_target, unsubscribe)).routes(routes!(resume))
}

/// Returns what an unsubscribe link stops. Changes nothing, because mail programs and scanners open
/// links by themselves.
#[utoipa::path(get, path = "/unsubscribe/{token}", operation_id = "getUnsubscribeTarget",
    tag = "notifications", params(("token" = String, Path)),
    responses((status = 200, body = MailSubscription), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "unsubscribe.target", skip_all)]
async fn get_target(
    scope: Scope<Visitor>,
    Path(token): Path<String>,
) -> Result<Json<MailSubscription>, Problem> {
    Ok(Json(rules::target_of(&scope, &token).await?))
}

/// Stops emails of one kind (RFC 8058). The token is the permission: mail programs send neither cookies
/// nor our headers. The body is ignored. Repeating it changes nothing.
#[utoipa::path(post, path = "/unsubscribe/{token}", operation_id = "unsubscribeFromEmail",
    tag = "notifications", params(("token" = String, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "unsubscribe", skip_all)]
async fn unsubscribe(
    mut scope: Scope<Visitor>,
    Path(token): Path<String>,
) -> Result<StatusCode, Problem> {
    rules::unsubscribe(&mut scope, &token).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Sends emails to the viewer's address again, after a bounce or a complaint.
#[utoipa::path(post, path = "/me/notification-settings/email/resume",
    operation_id = "resumeNotificationEmail", tag = "notifications",
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "notification_email.resume", skip_all)]
async fn resume(mut scope: Scope<Member>) -> Result<StatusCode, Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    rules::resume_email(&mut scope).await?;
    Ok(StatusCode::NO_CONTENT)
}
