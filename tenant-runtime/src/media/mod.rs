//! Pictures, served as they were stored. Whoever has the address may look: it holds the hash of what
//! it shows, and a sign-in page shows a logo before anybody is signed in.

pub mod photo;
pub mod portrait;

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use platform::blob::BlobKey;
use platform::{Problem, Services};

/// What pictures are re-encoded to when they are stored.
const PICTURE_TYPES: [&str; 3] = ["image/webp", "image/png", "image/jpeg"];
/// How the names of pictures begin. Whatever else lies in the store is nobody's to fetch.
const PICTURE_NAMES: [&str; 4] = ["picture-", "logo-", "mark-", "icon-"];
/// An object never changes under its key.
const FOREVER: &str = "public, max-age=31536000, immutable";
const NOTHING_RUNS: &str = "sandbox; default-src 'none'";

/// What can be asked, outside the API.
pub fn routes() -> Router<Services> {
    Router::new().route("/media/{*key}", get(picture))
}

async fn picture(
    State(services): State<Services>,
    Path(key): Path<String>,
) -> Result<Response, Problem> {
    if !is_picture(&key) {
        return Err(Problem::not_found());
    }
    let key: BlobKey = key.parse().map_err(|_| Problem::not_found())?;
    let found = services.blob().get(&key).await.map_err(Problem::internal)?;
    let found = found.ok_or_else(Problem::not_found)?;
    let kind = PICTURE_TYPES.into_iter().find(|kind| *kind == found.content_type);
    let kind = kind.ok_or_else(Problem::not_found)?;
    let headers = [
        (CONTENT_TYPE, kind),
        (CACHE_CONTROL, FOREVER),
        (CONTENT_SECURITY_POLICY, NOTHING_RUNS),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ];
    Ok((headers, found.bytes).into_response())
}

fn is_picture(key: &str) -> bool {
    let (_, name) = key.rsplit_once('/').unwrap_or_default();
    PICTURE_NAMES.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::is_picture;

    #[test]
    fn only_pictures_leave_the_store() {
        for shown in ["users/0a/picture-1f.webp", "tenants/0b/logo-2e.png"] {
            assert!(is_picture(shown), "{shown}");
        }
        for kept in ["users/0a/export-1f.zip", "picture-1f.webp", "users/picture-0a/export.zip"] {
            assert!(!is_picture(kept), "{kept}");
        }
    }
}
