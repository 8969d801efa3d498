//! HTTP route of the files, outside the API. Edges ask for a file that their own build does not
//! have.

use super::build_files::{BROTLI, IDENTITY};
use super::rows::asset;
use super::{object_key, store};
use axum::Router;
use axum::extract::Path;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, HeaderMap, HeaderValue,
    VARY,
};
use platform::{Problem, Scope, Services, Visitor};
use wire::Site;
use wire::assets::{ASSET_CACHING, content_type, is_hashed_name};

/// Routes outside the API.
pub fn file_routes() -> Router<Services> {
    Router::new().route("/assets/{name}", get(serve_file))
}

async fn serve_file(
    scope: Scope<Visitor>,
    Path(name): Path<String>,
    request: HeaderMap,
) -> Result<Response, Problem> {
    if !is_hashed_name(&name) {
        return Err(Problem::not_found());
    }
    let app = if scope.site() == Site::Main { "main" } else { "brand" };
    let forms = store::find_forms(&scope, app, &name).await.map_err(Problem::internal)?;
    let form = choose_form(&forms, &request).ok_or_else(Problem::not_found)?;
    let key = object_key(form.build_id, &form.digest).map_err(Problem::internal)?;
    // Its release may have been deleted meanwhile.
    let found = scope.services().blob().get(&key).await?.ok_or_else(Problem::not_found)?;
    let headers = [
        (CACHE_CONTROL, ASSET_CACHING),
        (CONTENT_TYPE, content_type(&name)),
        (VARY, "accept-encoding"),
    ];
    let mut response = (headers, found.bytes).into_response();
    if form.coding != IDENTITY {
        let coding = HeaderValue::from_static(BROTLI);
        response.headers_mut().insert(CONTENT_ENCODING, coding);
    }
    if let Ok(tag) = HeaderValue::from_str(&format!("\"{}\"", form.digest)) {
        response.headers_mut().insert(ETAG, tag);
    }
    Ok(response)
}

/// The brotli form if the request accepts it, otherwise the plain one. Edges send the codings that
/// the client accepts, without weights.
fn choose_form<'f>(forms: &'f [asset::Model], request: &HeaderMap) -> Option<&'f asset::Model> {
    let accepted = request.get(ACCEPT_ENCODING).and_then(|line| line.to_str().ok());
    let takes_brotli =
        accepted.is_some_and(|line| line.split(',').any(|coding| coding.trim() == BROTLI));
    let in_coding = |coding: &str| forms.iter().find(|form| form.coding == coding);
    let packed = if takes_brotli { in_coding(BROTLI) } else { None };
    packed.or_else(|| in_coding(IDENTITY))
}
