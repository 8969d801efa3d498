//! HTTP routes of webhooks of an affiliation.

use super::deliveries;
use super::error::{CHANGE_FAILED, LOAD_FAILED};
use super::rules::{self, NewWebhook, WebhookChange};
use super::view::{DeliveryView, WebhookList, WebhookSecret, WebhookView, WebhookWithSecret};
use crate::integration_records::{WebhookDeliveryId, WebhookId};
use crate::integrations::owner::find_owner;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, routes};

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list, create))
        .routes(routes!(change, delete))
        .routes(routes!(rotate_secret))
        .routes(routes!(send_test))
        .routes(routes!(list_deliveries))
        .routes(routes!(retry))
}

/// Lists the webhooks of an affiliation, for its owner, its admins and staff. 3 queries.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/webhooks",
    operation_id = "listAffiliationWebhooks",
    tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = WebhookList), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks.list", skip_all)]
async fn list(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<Json<WebhookList>, Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    Ok(Json(rules::list(&scope, owner).await.or_detail(LOAD_FAILED)?))
}

/// Creates a webhook of an affiliation. Requires recent authentication. The response contains its
/// signing secret, which is not shown again.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/webhooks",
    operation_id = "createAffiliationWebhook",
    tag = "affiliations",
    request_body = NewWebhook,
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 201, body = WebhookWithSecret), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks.create", skip_all)]
async fn create(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Json(body): Json<NewWebhook>,
) -> Result<(StatusCode, Json<WebhookWithSecret>), Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    let created = rules::create(&mut scope, owner, body).await;
    Ok((StatusCode::CREATED, Json(created.or_detail(CHANGE_FAILED)?)))
}

/// Changes a webhook of an affiliation.
#[utoipa::path(patch, path = "/affiliations/{idOrPath}/webhooks/{webhookId}",
    operation_id = "updateAffiliationWebhook",
    tag = "affiliations",
    request_body = WebhookChange,
    params(("idOrPath" = String, Path, description = "id or url path"), ("webhookId" = WebhookId, Path)),
    responses((status = 200, body = WebhookView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks.change", skip_all)]
async fn change(
    mut scope: Scope<Member>,
    Path((id_or_path, id)): Path<(String, WebhookId)>,
    Json(body): Json<WebhookChange>,
) -> Result<Json<WebhookView>, Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    Ok(Json(rules::change(&mut scope, owner, id, body).await.or_detail(CHANGE_FAILED)?))
}

/// Deletes a webhook of an affiliation with its log.
#[utoipa::path(delete, path = "/affiliations/{idOrPath}/webhooks/{webhookId}",
    operation_id = "deleteAffiliationWebhook",
    tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), ("webhookId" = WebhookId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks.delete", skip_all)]
async fn delete(
    mut scope: Scope<Member>,
    Path((id_or_path, id)): Path<(String, WebhookId)>,
) -> Result<StatusCode, Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    rules::delete(&mut scope, owner, id).await.or_detail(CHANGE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Replaces the signing secret of a webhook of an affiliation. Requires recent authentication. The
/// previous secret signs as well for 24 hours.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/webhooks/{webhookId}/rotate-secret",
    operation_id = "rotateAffiliationWebhookSecret",
    tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), ("webhookId" = WebhookId, Path)),
    responses((status = 200, body = WebhookSecret), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks.rotate_secret", skip_all)]
async fn rotate_secret(
    mut scope: Scope<Member>,
    Path((id_or_path, id)): Path<(String, WebhookId)>,
) -> Result<Json<WebhookSecret>, Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    Ok(Json(rules::rotate_secret(&mut scope, owner, id).await.or_detail(CHANGE_FAILED)?))
}

/// Sends the message `webhook.test` to a webhook of an affiliation, once.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/webhooks/{webhookId}/test",
    operation_id = "testAffiliationWebhook",
    tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), ("webhookId" = WebhookId, Path)),
    responses((status = 200, body = DeliveryView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks.send_test", skip_all)]
async fn send_test(
    mut scope: Scope<Member>,
    Path((id_or_path, id)): Path<(String, WebhookId)>,
) -> Result<Json<DeliveryView>, Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    Ok(Json(deliveries::send_test(&mut scope, owner, id).await.or_detail(CHANGE_FAILED)?))
}

/// Lists the events that were sent to a webhook of an affiliation, newest first, for 30 days. 4
/// queries.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/webhooks/{webhookId}/deliveries",
    operation_id = "listAffiliationWebhookDeliveries",
    tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), ("webhookId" = WebhookId, Path), PageQuery),
    responses((status = 200, body = Page<DeliveryView>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks.list_deliveries", skip_all)]
async fn list_deliveries(
    scope: Scope<Member>,
    Path((id_or_path, id)): Path<(String, WebhookId)>,
    Query(page): Query<PageQuery>,
) -> Result<Json<Page<DeliveryView>>, Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    Ok(Json(deliveries::list(&scope, owner, id, &page).await.or_detail(LOAD_FAILED)?))
}

/// Sends an event to a webhook of an affiliation again.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/webhooks/{webhookId}/deliveries/{deliveryId}/retry",
    operation_id = "retryAffiliationWebhookDelivery",
    tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), ("webhookId" = WebhookId, Path), ("deliveryId" = WebhookDeliveryId, Path)),
    responses((status = 200, body = DeliveryView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "webhooks.retry", skip_all)]
async fn retry(
    mut scope: Scope<Member>,
    Path((id_or_path, id, delivery)): Path<(String, WebhookId, WebhookDeliveryId)>,
) -> Result<Json<DeliveryView>, Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    Ok(Json(deliveries::retry(&mut scope, owner, (id, delivery)).await.or_detail(CHANGE_FAILED)?))
}
