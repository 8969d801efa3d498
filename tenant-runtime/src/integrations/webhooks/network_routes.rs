//! HTTP routes of webhooks of the network.

use super::deliveries;
use super::error::{CHANGE_FAILED, LOAD_FAILED};
use super::rules::{self, NewWebhook, WebhookChange};
use super::view::{DeliveryView, WebhookList, WebhookSecret, WebhookView, WebhookWithSecret};
use crate::integration_records::{Owner, WebhookDeliveryId, WebhookId};
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Problem, Scope, Services, Staff, routes};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(change, delete))
        .routes(routes!(rotate_secret))
        .routes(routes!(send_test))
        .routes(routes!(list_deliveries))
        .routes(routes!(retry))
}

/// Lists the webhooks of the network, for administrators. One query.
#[utoipa::path(get, path = "/staff/webhooks",
    operation_id = "listNetworkWebhooks",
    tag = "staff",
    responses((status = 200, body = WebhookList), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks_of_network.list", skip_all)]
async fn list(scope: Scope<Staff>) -> Result<Json<WebhookList>, Problem> {
    Ok(Json(rules::list(&scope, Owner::Network).await.or_detail(LOAD_FAILED)?))
}

/// Creates a webhook of the network. Requires recent authentication. The response contains its
/// signing secret, which is not shown again.
#[utoipa::path(post, path = "/staff/webhooks",
    operation_id = "createNetworkWebhook",
    tag = "staff",
    request_body = NewWebhook,
    responses((status = 201, body = WebhookWithSecret), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks_of_network.create", skip_all)]
async fn create(
    mut scope: Scope<Staff>,
    Json(body): Json<NewWebhook>,
) -> Result<(StatusCode, Json<WebhookWithSecret>), Problem> {
    let created = rules::create(&mut scope, Owner::Network, body).await;
    Ok((StatusCode::CREATED, Json(created.or_detail(CHANGE_FAILED)?)))
}

/// Changes a webhook of the network.
#[utoipa::path(patch, path = "/staff/webhooks/{webhookId}",
    operation_id = "updateNetworkWebhook",
    tag = "staff",
    request_body = WebhookChange,
    params(("webhookId" = WebhookId, Path)),
    responses((status = 200, body = WebhookView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks_of_network.change", skip_all)]
async fn change(
    mut scope: Scope<Staff>,
    Path(id): Path<WebhookId>,
    Json(body): Json<WebhookChange>,
) -> Result<Json<WebhookView>, Problem> {
    Ok(Json(rules::change(&mut scope, Owner::Network, id, body).await.or_detail(CHANGE_FAILED)?))
}

/// Deletes a webhook of the network with its log.
#[utoipa::path(delete, path = "/staff/webhooks/{webhookId}",
    operation_id = "deleteNetworkWebhook",
    tag = "staff",
    params(("webhookId" = WebhookId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks_of_network.delete", skip_all)]
async fn delete(mut scope: Scope<Staff>, Path(id): Path<WebhookId>) -> Result<StatusCode, Problem> {
    rules::delete(&mut scope, Owner::Network, id).await.or_detail(CHANGE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Replaces the signing secret of a webhook of the network. Requires recent authentication. The
/// previous secret signs as well for 24 hours.
#[utoipa::path(post, path = "/staff/webhooks/{webhookId}/rotate-secret",
    operation_id = "rotateNetworkWebhookSecret",
    tag = "staff",
    params(("webhookId" = WebhookId, Path)),
    responses((status = 200, body = WebhookSecret), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks_of_network.rotate_secret", skip_all)]
async fn rotate_secret(
    mut scope: Scope<Staff>,
    Path(id): Path<WebhookId>,
) -> Result<Json<WebhookSecret>, Problem> {
    Ok(Json(rules::rotate_secret(&mut scope, Owner::Network, id).await.or_detail(CHANGE_FAILED)?))
}

/// Sends the message `webhook.test` to a webhook of the network, once.
#[utoipa::path(post, path = "/staff/webhooks/{webhookId}/test",
    operation_id = "testNetworkWebhook",
    tag = "staff",
    params(("webhookId" = WebhookId, Path)),
    responses((status = 200, body = DeliveryView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks_of_network.send_test", skip_all)]
async fn send_test(
    mut scope: Scope<Staff>,
    Path(id): Path<WebhookId>,
) -> Result<Json<DeliveryView>, Problem> {
    Ok(Json(deliveries::send_test(&mut scope, Owner::Network, id).await.or_detail(CHANGE_FAILED)?))
}

/// Lists the events that were sent to a webhook of the network, newest first, for 30 days. 2
/// queries.
#[utoipa::path(get, path = "/staff/webhooks/{webhookId}/deliveries",
    operation_id = "listNetworkWebhookDeliveries",
    tag = "staff",
    params(("webhookId" = WebhookId, Path), PageQuery),
    responses((status = 200, body = Page<DeliveryView>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks_of_network.list_deliveries", skip_all)]
async fn list_deliveries(
    scope: Scope<Staff>,
    Path(id): Path<WebhookId>,
    Query(page): Query<PageQuery>,
) -> Result<Json<Page<DeliveryView>>, Problem> {
    Ok(Json(deliveries::list(&scope, Owner::Network, id, &page).await.or_detail(LOAD_FAILED)?))
}

/// Sends an event to a webhook of the network again.
#[utoipa::path(post, path = "/staff/webhooks/{webhookId}/deliveries/{deliveryId}/retry",
    operation_id = "retryNetworkWebhookDelivery",
    tag = "staff",
    params(("webhookId" = WebhookId, Path), ("deliveryId" = WebhookDeliveryId, Path)),
    responses((status = 200, body = DeliveryView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks_of_network.retry", skip_all)]
async fn retry(
    mut scope: Scope<Staff>,
    Path((id, delivery)): Path<(WebhookId, WebhookDeliveryId)>,
) -> Result<Json<DeliveryView>, Problem> {
    Ok(Json(
        deliveries::retry(&mut scope, Owner::Network, (id, delivery))
            .await
            .or_detail(CHANGE_FAILED)?,
    ))
}
