//! HTTP routes of tokens: the same for the network and for an affiliation.

use super::error::{CHANGE_FAILED, LOAD_FAILED};
use super::rules::{self, NewApiToken};
use super::view::{ApiTokenList, ApiTokenWithSecret};
use crate::integration_records::{ApiTokenId, Owner};
use crate::integrations::owner::find_owner;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, Staff, routes};

pub(in crate::integrations) fn routes() -> ApiRouter<Services> {
    ApiRouter::new()
        .routes(routes!(list_of_network, create_of_network))
        .routes(routes!(revoke_of_network))
        .routes(routes!(list_of_affiliation, create_of_affiliation))
        .routes(routes!(revoke_of_affiliation))
}

/// Lists the tokens of the network, for administrators. 2 queries.
#[utoipa::path(get, path = "/staff/api-tokens", operation_id = "listNetworkApiTokens", tag = "staff",
    responses((status = 200, body = ApiTokenList), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "api_tokens.list_of_network", skip_all)]
async fn list_of_network(scope: Scope<Staff>) -> Result<Json<ApiTokenList>, Problem> {
    Ok(Json(rules::list(&scope, Owner::Network).await.or_detail(LOAD_FAILED)?))
}

/// Creates a token that reads the whole network. Requires recent authentication. The response
/// contains the token, which is not shown again.
#[utoipa::path(post, path = "/staff/api-tokens", operation_id = "createNetworkApiToken",
    tag = "staff", request_body = NewApiToken,
    responses((status = 201, body = ApiTokenWithSecret), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "api_tokens.create_of_network", skip_all)]
async fn create_of_network(
    mut scope: Scope<Staff>,
    Json(body): Json<NewApiToken>,
) -> Result<(StatusCode, Json<ApiTokenWithSecret>), Problem> {
    let created = rules::create(&mut scope, Owner::Network, body).await;
    Ok((StatusCode::CREATED, Json(created.or_detail(CHANGE_FAILED)?)))
}

/// Revokes a token of the network. It is refused from the next request on.
#[utoipa::path(delete, path = "/staff/api-tokens/{tokenId}", operation_id = "revokeNetworkApiToken",
    tag = "staff", params(("tokenId" = ApiTokenId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "api_tokens.revoke_of_network", skip_all)]
async fn revoke_of_network(
    mut scope: Scope<Staff>,
    Path(id): Path<ApiTokenId>,
) -> Result<StatusCode, Problem> {
    rules::revoke(&mut scope, Owner::Network, id).await.or_detail(CHANGE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the tokens of an affiliation, for its owner, its admins and staff. 4 queries.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/api-tokens",
    operation_id = "listAffiliationApiTokens", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = ApiTokenList), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "api_tokens.list_of_affiliation", skip_all)]
async fn list_of_affiliation(
    scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<Json<ApiTokenList>, Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    Ok(Json(rules::list(&scope, owner).await.or_detail(LOAD_FAILED)?))
}

/// Creates a token that reads one affiliation. Requires recent authentication. The response contains
/// the token, which is not shown again.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/api-tokens",
    operation_id = "createAffiliationApiToken", tag = "affiliations", request_body = NewApiToken,
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 201, body = ApiTokenWithSecret), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "api_tokens.create_of_affiliation", skip_all)]
async fn create_of_affiliation(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Json(body): Json<NewApiToken>,
) -> Result<(StatusCode, Json<ApiTokenWithSecret>), Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    let created = rules::create(&mut scope, owner, body).await;
    Ok((StatusCode::CREATED, Json(created.or_detail(CHANGE_FAILED)?)))
}

/// Revokes a token of an affiliation. It is refused from the next request on.
#[utoipa::path(delete, path = "/affiliations/{idOrPath}/api-tokens/{tokenId}",
    operation_id = "revokeAffiliationApiToken", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"),
        ("tokenId" = ApiTokenId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "api_tokens.revoke_of_affiliation", skip_all)]
async fn revoke_of_affiliation(
    mut scope: Scope<Member>,
    Path((id_or_path, id)): Path<(String, ApiTokenId)>,
) -> Result<StatusCode, Problem> {
    let owner = find_owner(&scope, &id_or_path).await.or_detail(LOAD_FAILED)?;
    rules::revoke(&mut scope, owner, id).await.or_detail(CHANGE_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}
