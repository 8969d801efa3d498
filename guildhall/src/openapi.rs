//! OpenAPI document of the whole API: runtime and control plane.

use axum::body::Bytes;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use platform::Problem;
use std::sync::LazyLock;
use utoipa::openapi::OpenApi;

/// Serialised document, created at the first request, because it never changes.
static SERVED_DOCUMENT: LazyLock<serde_json::Result<Bytes>> =
    LazyLock::new(|| Ok(serde_json::to_vec(&api_document())?.into()));

/// The OpenAPI 3.1 document.
#[must_use]
pub fn api_document() -> OpenApi {
    control_plane::api().add_to_document("", tenant_runtime::openapi())
}

/// `GET /api/openapi.json`.
///
/// # Errors
/// Does not fail in practice: the document is plain data.
pub async fn serve_document() -> Result<impl IntoResponse, Problem> {
    let json = SERVED_DOCUMENT.as_ref().map_err(|error| Problem::internal(error.to_string()))?;
    Ok(([(CONTENT_TYPE, "application/json")], json.clone()))
}

/// The document as stored in `docs/openapi.json`.
///
/// # Errors
/// Does not fail in practice: the document is plain data.
pub fn to_pretty_json() -> serde_json::Result<String> {
    serde_json::to_string_pretty(&api_document()).map(|json| json + "\n")
}
