//! The description of the whole API: the runtime's calls and the control plane's.

use utoipa::openapi::OpenApi;

/// The OpenAPI 3.1 document.
#[must_use]
pub fn document() -> OpenApi {
    let mut document = tenant_runtime::openapi();
    let (_, control) = control_plane::api().split_for_parts();
    document.merge(control);
    document
}

/// The document as it is kept in `docs/openapi.json`.
///
/// # Errors
/// Never in practice: the document is plain data.
pub fn pretty() -> serde_json::Result<String> {
    serde_json::to_string_pretty(&document()).map(|json| json + "\n")
}
