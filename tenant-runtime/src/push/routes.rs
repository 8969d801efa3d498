//! HTTP routes of push subscriptions.

use super::rules;
use super::view::{NewPushSubscription, PushKey, PushSubscription, PushSubscriptionList};
use super::{PushSubscriptionId, error::PushSubscriptionError};
use crate::limits::check_limit;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::limiter::LimitedAction;
use platform::problem::ProblemDocument;
use platform::{Member, Problem, Scope, Services, routes};

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(get_key)).routes(routes!(list, create)).routes(routes!(delete))
}

/// Returns the public key that a browser needs to subscribe.
#[utoipa::path(get, path = "/push/key", operation_id = "getPushKey", tag = "push",
    responses((status = 200, body = PushKey), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "push.key", skip_all)]
async fn get_key(mut scope: Scope<Member>) -> Result<Json<PushKey>, Problem> {
    let public_key = rules::public_key(&mut scope).await?;
    Ok(Json(PushKey { public_key }))
}

/// Lists the viewer's push subscriptions on this site, the newest first.
#[utoipa::path(get, path = "/me/push-subscriptions", operation_id = "listPushSubscriptions",
    tag = "push",
    responses((status = 200, body = PushSubscriptionList),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "push.list", skip_all)]
async fn list(scope: Scope<Member>) -> Result<Json<PushSubscriptionList>, Problem> {
    let rows = rules::list(&scope).await.map_err(PushSubscriptionError::from)?;
    let items = rows.into_iter().map(PushSubscription::from).collect();
    Ok(Json(PushSubscriptionList { items }))
}

/// Stores the subscription of this browser. Storing the same one again changes its name and binds it to
/// the current session.
#[utoipa::path(post, path = "/me/push-subscriptions", operation_id = "createPushSubscription",
    tag = "push", request_body = NewPushSubscription,
    responses((status = 201, body = PushSubscription), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "push.subscribe", skip_all)]
async fn create(
    mut scope: Scope<Member>,
    Json(body): Json<NewPushSubscription>,
) -> Result<(StatusCode, Json<PushSubscription>), Problem> {
    check_limit(scope.services(), scope.viewer(), LimitedAction::Write).await?;
    let row = rules::subscribe(&mut scope, &body).await?;
    Ok((StatusCode::CREATED, Json(row.into())))
}

/// Deletes a push subscription of the viewer.
#[utoipa::path(delete, path = "/me/push-subscriptions/{id}", operation_id = "deletePushSubscription",
    tag = "push", params(("id" = PushSubscriptionId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "push.unsubscribe", skip_all)]
async fn delete(
    mut scope: Scope<Member>,
    Path(id): Path<PushSubscriptionId>,
) -> Result<StatusCode, Problem> {
    rules::unsubscribe(&mut scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
