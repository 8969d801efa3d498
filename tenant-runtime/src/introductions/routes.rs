//! HTTP routes of introductions.

use super::IntroductionId;
use super::error::{ANSWER_FAILED, CREATE_FAILED, LIST_FAILED};
use super::rules::{self, IntroductionFilter, NewIntroduction};
use super::view::IntroductionView;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::idempotency::{CreatedResponse, IdempotencyKey};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, routes};

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(list, create)).routes(routes!(accept)).routes(routes!(decline))
}

/// Lists the introductions that concern the viewer, newest first.
#[utoipa::path(get, path = "/introductions", operation_id = "listIntroductions", tag = "cords",
    params(IntroductionFilter, PageQuery),
    responses((status = 200, body = Page<IntroductionView>),
        (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "introductions.list", skip_all)]
async fn list(
    scope: Scope<Member>,
    Query(filter): Query<IntroductionFilter>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<IntroductionView>>, Problem> {
    Ok(Json(rules::list(&scope, &filter, &query).await.or_detail(LIST_FAILED)?))
}

/// Introduces two people to each other. At most 5 a day.
#[utoipa::path(post, path = "/introductions", operation_id = "createIntroduction", tag = "cords",
    params(("idempotency-key" = Option<String>, Header, description = "a UUID")),
    request_body = NewIntroduction,
    responses((status = 201, body = IntroductionView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "introductions.create", skip_all)]
async fn create(
    mut scope: Scope<Member>,
    key: IdempotencyKey,
    Json(body): Json<NewIntroduction>,
) -> Result<CreatedResponse<IntroductionView>, Problem> {
    rules::create(&mut scope, &key, &body).await.or_detail(CREATE_FAILED)
}

/// Accepts an introduction. After the second acceptance, the conversation of the three is open.
#[utoipa::path(post, path = "/introductions/{id}/accept", operation_id = "acceptIntroduction",
    tag = "cords", params(("id" = IntroductionId, Path)),
    responses((status = 200, body = IntroductionView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "introductions.accept", skip_all, fields(introduction.id = %id))]
async fn accept(
    mut scope: Scope<Member>,
    Path(id): Path<IntroductionId>,
) -> Result<Json<IntroductionView>, Problem> {
    Ok(Json(rules::accept(&mut scope, id).await.or_detail(ANSWER_FAILED)?))
}

/// Declines an introduction. The introducer does not learn who declined.
#[utoipa::path(post, path = "/introductions/{id}/decline", operation_id = "declineIntroduction",
    tag = "cords", params(("id" = IntroductionId, Path)),
    responses((status = 200, body = IntroductionView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "introductions.decline", skip_all, fields(introduction.id = %id))]
async fn decline(
    mut scope: Scope<Member>,
    Path(id): Path<IntroductionId>,
) -> Result<Json<IntroductionView>, Problem> {
    Ok(Json(rules::decline(&mut scope, id).await.or_detail(ANSWER_FAILED)?))
}
