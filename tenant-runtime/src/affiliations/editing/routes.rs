//! HTTP routes for admins of an affiliation's page.

use super::error::{UPDATE_FAILED, UrlPathReason};
use super::logo;
use super::rules::{self, ChangeAffiliation};
use super::url_path_change;
use crate::affiliations::administration::find_managed_on_main;
use crate::affiliations::view::AffiliationView;
use axum::extract::DefaultBodyLimit;
use platform::affiliations::AffiliationPermission;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::{ProblemDocument, ResultExt};
use platform::upload::{self, Form};
use platform::{Member, Problem, Scope, Services, routes};
use serde::Serialize;
use utoipa::ToSchema;
use wire::Content;

pub(in crate::affiliations) fn routes() -> ApiRouter<Services> {
    let uploads = ApiRouter::new()
        .routes(routes!(put_logo, remove_logo))
        .layer(DefaultBodyLimit::max(Content::Picture.bytes_max()));
    ApiRouter::new().routes(routes!(change)).routes(routes!(check_path)).merge(uploads)
}

/// Changes an affiliation's page, as an admin.
#[utoipa::path(patch, path = "/affiliations/{idOrPath}", operation_id = "updateAffiliation",
    tag = "affiliations", params(("idOrPath" = String, Path, description = "id or url path")),
    request_body = ChangeAffiliation,
    responses((status = 200, body = AffiliationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.change", skip_all)]
async fn change(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    Json(body): Json<ChangeAffiliation>,
) -> Result<Json<AffiliationView>, Problem> {
    Ok(Json(rules::change(&mut scope, &id_or_path, &body).await.or_detail(UPDATE_FAILED)?))
}

/// Availability of a URL path.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct UrlPathAvailability {
    /// Normalised path; the input as given if it is not valid.
    url_path: String,
    available: bool,
    /// Reason why it is not available.
    reason: Option<UrlPathReason>,
}

/// Checks whether a URL path is available. The result is not a reservation; saving checks again.
#[utoipa::path(get, path = "/affiliations/{idOrPath}/url-paths/{path}",
    operation_id = "checkAffiliationPath", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path"), ("path" = String, Path)),
    responses((status = 200, body = UrlPathAvailability), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.check_path", skip_all)]
async fn check_path(
    scope: Scope<Member>,
    Path((id_or_path, typed)): Path<(String, String)>,
) -> Result<Json<UrlPathAvailability>, Problem> {
    let checked =
        url_path_change::check(&scope, &id_or_path, &typed).await.or_detail(UPDATE_FAILED)?;
    let reason = checked.as_ref().err().copied().map(UrlPathReason::from);
    let url_path = checked.map_or(typed, |path| path.to_string());
    Ok(Json(UrlPathAvailability { url_path, available: reason.is_none(), reason }))
}

/// Form with a picture.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; its part is read by hand")]
struct LogoUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Uploads a logo for the affiliation.
#[utoipa::path(post, path = "/affiliations/{idOrPath}/logo", operation_id = "uploadAffiliationLogo",
    tag = "affiliations", params(("idOrPath" = String, Path, description = "id or url path")),
    request_body(content = LogoUpload, content_type = "multipart/form-data"),
    responses((status = 200, body = AffiliationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.put_logo", skip_all)]
async fn put_logo(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
    form: Form,
) -> Result<Json<AffiliationView>, Problem> {
    // Access is checked before the body is read.
    let affiliation =
        find_managed_on_main(&scope, &id_or_path, AffiliationPermission::EditLook).await;
    let affiliation = affiliation.or_detail(UPDATE_FAILED)?.id;
    let file = upload::read_picture(form).await?;
    Ok(Json(logo::put_logo(&mut scope, affiliation, file).await.or_detail(UPDATE_FAILED)?))
}

/// Removes the affiliation's logo.
#[utoipa::path(delete, path = "/affiliations/{idOrPath}/logo",
    operation_id = "removeAffiliationLogo", tag = "affiliations",
    params(("idOrPath" = String, Path, description = "id or url path")),
    responses((status = 200, body = AffiliationView), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "affiliations.remove_logo", skip_all)]
async fn remove_logo(
    mut scope: Scope<Member>,
    Path(id_or_path): Path<String>,
) -> Result<Json<AffiliationView>, Problem> {
    Ok(Json(logo::remove_logo(&mut scope, &id_or_path).await.or_detail(UPDATE_FAILED)?))
}
