//! HTTP routes of communities.

use super::create::{self, NewCommunity};
use super::error::{CREATE_FAILED, CREATE_SIGNED_OUT, LOAD_FAILED};
use super::overview::{self, CommunityDetail};
use super::rules;
use super::view::CommunityView;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{CommunityId, Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use utoipa::IntoParams;

pub(super) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list, create)).routes(routes!(get_community))
}

/// List and page.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct CommunityQuery {
    /// `mine` (the default) or `discover`.
    scope: Option<String>,
    /// Cursor from the previous page; omit it for the first page.
    cursor: Option<String>,
    /// Maximum number of items per page.
    limit: Option<u64>,
}

/// Lists my communities, or those that I may discover. 13 queries per page.
#[utoipa::path(get, path = "/communities", operation_id = "listCommunities", tag = "communities", params(CommunityQuery),
    responses((status = 200, body = Page<CommunityView>)))]
#[tracing::instrument(name = "communities.list", skip_all)]
async fn list(
    scope: Scope<Member>,
    Query(query): Query<CommunityQuery>,
) -> Result<Json<Page<CommunityView>>, Problem> {
    let page = PageQuery { cursor: query.cursor, limit: query.limit };
    Ok(Json(rules::list(&scope, query.scope.as_deref(), &page).await.or_detail(LOAD_FAILED)?))
}

/// Creates a community.
#[utoipa::path(post, path = "/communities", operation_id = "createCommunity", tag = "communities", request_body = NewCommunity,
    params(("idempotency-key" = Option<String>, Header, description = "a UUID")),
    responses((status = 201, body = CommunityView), (status = 403, body = ProblemDocument),
        (status = 422, body = ProblemDocument), (status = 429, body = ProblemDocument)))]
#[tracing::instrument(name = "communities.create", skip_all)]
async fn create(
    scope: Result<Scope<Member>, Problem>,
    key: Result<IdempotencyKey, Problem>,
    body: Result<Json<NewCommunity>, Problem>,
) -> Result<CreatedResponse<CommunityView>, Problem> {
    let mut scope = scope.map_err(|refusal| refusal.with_sign_in_detail(CREATE_SIGNED_OUT))?;
    let (key, Json(body)) = (key?, body?);
    create::create(&mut scope, &key, &body).await.or_detail(CREATE_FAILED)
}

/// Returns one community and, for members, its overview. 15 queries.
#[utoipa::path(get, path = "/communities/{id}", operation_id = "getCommunity", tag = "communities",
    params(("id" = CommunityId, Path)),
    responses((status = 200, body = CommunityDetail), (status = 404, body = ProblemDocument)))]
#[tracing::instrument(name = "communities.show", skip_all, fields(community.id = %id))]
async fn get_community(
    scope: Scope<Member>,
    Path(id): Path<CommunityId>,
) -> Result<Json<CommunityDetail>, Problem> {
    Ok(Json(overview::get_overview(&scope, id).await.or_detail(LOAD_FAILED)?))
}
