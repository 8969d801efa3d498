//! HTTP routes of the data export.

use super::rules::{self, DataExport};
use crate::own_data::rows::ExportId;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use platform::api::ApiRouter;
use platform::extract::{Json, Path};
use platform::problem::ProblemDocument;
use platform::{Problem, Scope, Services, SignedIn, routes};
use serde::Serialize;
use utoipa::ToSchema;

pub fn routes() -> ApiRouter<Services> {
    ApiRouter::new().routes(routes!(request_export, find)).routes(routes!(download_export))
}

/// The viewer's export, if any.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct DataExportStatus {
    export: Option<DataExport>,
}

/// Requests an export of the viewer's data. Needs recent authentication.
#[utoipa::path(post, path = "/me/export", operation_id = "requestDataExport", tag = "me",
    responses((status = 200, body = DataExport), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "export.ask", skip_all)]
async fn request_export(mut scope: Scope<SignedIn>) -> Result<Json<DataExport>, Problem> {
    Ok(Json(rules::request_export(&mut scope).await?))
}

/// Returns the state of the viewer's export.
#[utoipa::path(get, path = "/me/export", operation_id = "getDataExport", tag = "me",
    responses((status = 200, body = DataExportStatus), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "export.find", skip_all)]
async fn find(scope: Scope<SignedIn>) -> Result<Json<DataExportStatus>, Problem> {
    Ok(Json(DataExportStatus { export: rules::find(&scope).await? }))
}

/// Downloads the export: a zip archive of JSON files, for its owner only. Needs recent
/// authentication.
#[utoipa::path(get, path = "/me/export/{id}", operation_id = "downloadDataExport", tag = "me",
    params(("id" = ExportId, Path)),
    responses((status = 200, body = Vec<u8>, content_type = "application/zip"), (status = "4XX", body = ProblemDocument)))]
#[tracing::instrument(name = "export.fetch", skip_all)]
async fn download_export(
    scope: Scope<SignedIn>,
    Path(id): Path<ExportId>,
) -> Result<Response, Problem> {
    let archive = rules::open_archive(&scope, id).await?;
    let headers = [
        (CONTENT_TYPE, "application/zip"),
        (CONTENT_DISPOSITION, "attachment; filename=\"guildhall-data.zip\""),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    let size = [(CONTENT_LENGTH, archive.size)];
    Ok((headers, size, Body::from_stream(archive.into_stream())).into_response())
}
