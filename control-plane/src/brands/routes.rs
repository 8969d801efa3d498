//! HTTP routes of a tenant's brand: for staff and the admins of its affiliation, on the main site.

use super::contrast_report::DerivedBrand;
use super::document::{BrandDocument, BrandOverview};
use super::input::{self, BrandDraft};
use super::preview::{self, BrandPreview, BrandPreviewLink};
use super::uploads::{self, UploadKind};
use super::{draft, publish, store};
use crate::tenants::{ManagedTenant, find_brand_editable};
use axum::extract::DefaultBodyLimit;
use http::StatusCode;
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::upload::{self, Form};
use platform::{Member, Problem, Scope, Services, TenantId, Visitor, routes};
use serde::Deserialize;
use utoipa::ToSchema;
use wire::Content;

/// HTTP routes.
#[must_use]
pub fn api() -> ApiRouter<Services> {
    let uploads = ApiRouter::new()
        .routes(routes!(put_logo, remove_logo))
        .routes(routes!(put_mark, remove_mark))
        .routes(routes!(put_picture, remove_picture))
        .layer(DefaultBodyLimit::max(Content::Picture.bytes_max()));
    ApiRouter::new()
        .routes(routes!(read, save))
        .routes(routes!(derive))
        .routes(routes!(publish))
        .routes(routes!(discard))
        .routes(routes!(roll_back))
        .routes(routes!(open_preview, end_preview))
        .routes(routes!(show_preview))
        .merge(uploads)
}

/// A colour to preview.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BrandColour {
    /// As `#rrggbb`.
    colour: String,
}

/// Publishes a draft.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BrandPublication {
    /// Revision of the draft that was read; 409 if it has changed since.
    revision: i64,
}

/// Number of the version to restore.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BrandRollback {
    version: i64,
}

/// Token from the fragment of a preview link.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct BrandPreviewToken {
    token: String,
}

/// A JPEG, PNG, WebP, HEIC, AVIF or still GIF image of at most 25 MB.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form, which the handler parses itself")]
struct BrandUpload {
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Returns the draft, the published brand and the list of versions.
#[utoipa::path(get, path = "/api/control/tenants/{id}/brand", operation_id = "getBrand",
    tag = "tenants", params(("id" = TenantId, Path)),
    responses((status = 200, body = BrandOverview), (status = "4XX", body = ProblemDocument)))]
async fn read(
    scope: Scope<Member>,
    Path(id): Path<TenantId>,
) -> Result<Json<BrandOverview>, Problem> {
    let tenant = find_brand_editable(&scope, id).await?;
    let present = store::load_present(&scope, tenant.id()).await?;
    let versions = store::list_versions(&scope, tenant.id()).await?;
    Ok(Json(BrandOverview {
        draft: present.draft.map(BrandDocument::from),
        published: present.published.map(BrandDocument::from),
        versions,
    }))
}

/// Saves the draft.
#[utoipa::path(put, path = "/api/control/tenants/{id}/brand", operation_id = "saveBrand",
    tag = "tenants", params(("id" = TenantId, Path)), request_body = BrandDraft,
    responses((status = 200, body = BrandDocument), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "brand.save", skip_all)]
async fn save(
    mut scope: Scope<Member>,
    Path(id): Path<TenantId>,
    Json(body): Json<BrandDraft>,
) -> Result<Json<BrandDocument>, Problem> {
    let tenant = find_brand_editable(&scope, id).await?;
    Ok(Json(draft::save(&mut scope, &tenant, body).await?.into()))
}

/// Returns the palette of a colour, without saving anything.
#[utoipa::path(post, path = "/api/control/tenants/{id}/brand/derive", operation_id = "deriveBrand",
    tag = "tenants", params(("id" = TenantId, Path)), request_body = BrandColour,
    responses((status = 200, body = DerivedBrand), (status = "4XX", body = ProblemDocument)))]
async fn derive(
    scope: Scope<Member>,
    Path(id): Path<TenantId>,
    Json(body): Json<BrandColour>,
) -> Result<Json<DerivedBrand>, Problem> {
    find_brand_editable(&scope, id).await?;
    Ok(Json(DerivedBrand::from_colour(input::parse_colour(&body.colour)?)))
}

/// Publishes the draft. Pages use it from their next load.
#[utoipa::path(post, path = "/api/control/tenants/{id}/brand/publish", operation_id = "publishBrand",
    tag = "tenants", params(("id" = TenantId, Path)), request_body = BrandPublication,
    responses((status = 200, body = BrandDocument), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "brand.publish", skip_all)]
async fn publish(
    mut scope: Scope<Member>,
    Path(id): Path<TenantId>,
    Json(body): Json<BrandPublication>,
) -> Result<Json<BrandDocument>, Problem> {
    let tenant = find_brand_editable(&scope, id).await?;
    Ok(Json(publish::publish(&mut scope, &tenant, body.revision).await?.into()))
}

/// Discards the draft.
#[utoipa::path(delete, path = "/api/control/tenants/{id}/brand/draft",
    operation_id = "discardBrandDraft", tag = "tenants", params(("id" = TenantId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "brand.discard", skip_all)]
async fn discard(
    mut scope: Scope<Member>,
    Path(id): Path<TenantId>,
) -> Result<StatusCode, Problem> {
    let tenant = find_brand_editable(&scope, id).await?;
    draft::discard(&mut scope, &tenant).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Publishes a copy of an earlier version.
#[utoipa::path(post, path = "/api/control/tenants/{id}/brand/rollback",
    operation_id = "rollBackBrand", tag = "tenants", params(("id" = TenantId, Path)),
    request_body = BrandRollback,
    responses((status = 200, body = BrandDocument), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "brand.roll_back", skip_all)]
async fn roll_back(
    mut scope: Scope<Member>,
    Path(id): Path<TenantId>,
    Json(body): Json<BrandRollback>,
) -> Result<Json<BrandDocument>, Problem> {
    let tenant = find_brand_editable(&scope, id).await?;
    Ok(Json(publish::roll_back(&mut scope, &tenant, body.version).await?.into()))
}

/// Creates a link that shows the draft to people without an account for a week. Replaces an earlier
/// link.
#[utoipa::path(post, path = "/api/control/tenants/{id}/brand/preview",
    operation_id = "createBrandPreview", tag = "tenants", params(("id" = TenantId, Path)),
    responses((status = 200, body = BrandPreviewLink), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "brand.open_preview", skip_all)]
async fn open_preview(
    mut scope: Scope<Member>,
    Path(id): Path<TenantId>,
) -> Result<Json<BrandPreviewLink>, Problem> {
    let tenant = find_brand_editable(&scope, id).await?;
    Ok(Json(preview::open(&mut scope, &tenant).await?))
}

/// Revokes the preview link.
#[utoipa::path(delete, path = "/api/control/tenants/{id}/brand/preview",
    operation_id = "endBrandPreview", tag = "tenants", params(("id" = TenantId, Path)),
    responses((status = 204), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "brand.end_preview", skip_all)]
async fn end_preview(
    mut scope: Scope<Member>,
    Path(id): Path<TenantId>,
) -> Result<StatusCode, Problem> {
    let tenant = find_brand_editable(&scope, id).await?;
    preview::end(&mut scope, &tenant).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the draft's branding for a preview link.
#[utoipa::path(post, path = "/api/control/brand-preview", operation_id = "getBrandPreview",
    tag = "tenants", request_body = BrandPreviewToken,
    responses((status = 200, body = BrandPreview), (status = "4XX", body = ProblemDocument)))]
async fn show_preview(
    scope: Scope<Visitor>,
    Json(body): Json<BrandPreviewToken>,
) -> Result<Json<BrandPreview>, Problem> {
    Ok(Json(preview::get_preview(&scope, &body.token).await?))
}

macro_rules! upload {
    ($put:ident, $remove:ident, $kind:expr, $path:literal, $put_id:literal, $remove_id:literal) => {
        /// Adds an upload to the draft.
        #[utoipa::path(post, path = $path, operation_id = $put_id, tag = "tenants",
            params(("id" = TenantId, Path)),
            request_body(content = BrandUpload, content_type = "multipart/form-data"),
            responses((status = 200, body = BrandDocument), (status = "4XX", body = ProblemDocument)))]
        #[tracing::instrument(name = "brand.upload", skip_all)]
        async fn $put(
            mut scope: Scope<Member>,
            Path(id): Path<TenantId>,
            form: Form,
        ) -> Result<Json<BrandDocument>, Problem> {
            let tenant: ManagedTenant = find_brand_editable(&scope, id).await?;
            let file = upload::read_picture(form).await?;
            Ok(Json(uploads::put_upload(&mut scope, &tenant, $kind, file).await?.into()))
        }

        /// Removes an upload from the draft.
        #[utoipa::path(delete, path = $path, operation_id = $remove_id, tag = "tenants",
            params(("id" = TenantId, Path)),
            responses((status = 200, body = BrandDocument), (status = "4XX", body = ProblemDocument)))]
        #[tracing::instrument(name = "brand.remove_upload", skip_all)]
        async fn $remove(
            mut scope: Scope<Member>,
            Path(id): Path<TenantId>,
        ) -> Result<Json<BrandDocument>, Problem> {
            let tenant: ManagedTenant = find_brand_editable(&scope, id).await?;
            Ok(Json(uploads::remove(&mut scope, &tenant, $kind).await?.into()))
        }
    };
}

upload!(
    put_logo,
    remove_logo,
    UploadKind::Logo,
    "/api/control/tenants/{id}/brand/logo",
    "uploadBrandLogo",
    "removeBrandLogo"
);
upload!(
    put_mark,
    remove_mark,
    UploadKind::Mark,
    "/api/control/tenants/{id}/brand/mark",
    "uploadBrandMark",
    "removeBrandMark"
);
upload!(
    put_picture,
    remove_picture,
    UploadKind::Picture,
    "/api/control/tenants/{id}/brand/picture",
    "uploadBrandPicture",
    "removeBrandPicture"
);
