//! HTTP routes of vouches.

use super::rules::{self, VoucherEntry};
use crate::cords::error::{VOUCH_FAILED, VOUCHES_FAILED, WITHDRAW_FAILED};
use crate::cords::view::CordVouches;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path, Query};
use platform::page::{Page, PageQuery};
use platform::problem::{ProblemDocument, ResultExt};
use platform::{Member, Problem, Scope, Services, UserId, routes};

pub(in crate::cords) fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(give, withdraw)).routes(routes!(list))
}

/// Vouches for a person. At most 10 a week.
#[utoipa::path(post, path = "/users/{id}/vouch", operation_id = "createVouch", tag = "cords",
    params(("id" = UserId, Path)),
    responses((status = 201, body = CordVouches), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "vouches.give", skip_all, fields(user.id = %id))]
async fn give(
    mut scope: Scope<Member>,
    Path(id): Path<UserId>,
) -> Result<(StatusCode, Json<CordVouches>), Problem> {
    let vouches = rules::give_vouch(&mut scope, id).await.or_detail(VOUCH_FAILED)?;
    Ok((StatusCode::CREATED, Json(vouches)))
}

/// Withdraws a vouch of the viewer.
#[utoipa::path(delete, path = "/users/{id}/vouch", operation_id = "withdrawVouch", tag = "cords",
    params(("id" = UserId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "vouches.withdraw", skip_all, fields(user.id = %id))]
async fn withdraw(mut scope: Scope<Member>, Path(id): Path<UserId>) -> Result<StatusCode, Problem> {
    rules::withdraw_vouch(&mut scope, id).await.or_detail(WITHDRAW_FAILED)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Lists the people who vouch for a person, latest first, if the person shows them.
#[utoipa::path(get, path = "/users/{id}/vouches", operation_id = "listVouches", tag = "cords",
    params(("id" = UserId, Path), PageQuery),
    responses((status = 200, body = Page<VoucherEntry>), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "vouches.list", skip_all, fields(user.id = %id))]
async fn list(
    scope: Scope<Member>,
    Path(id): Path<UserId>,
    Query(query): Query<PageQuery>,
) -> Result<Json<Page<VoucherEntry>>, Problem> {
    Ok(Json(rules::list_vouches(&scope, id, &query).await.or_detail(VOUCHES_FAILED)?))
}
