//! Serving pictures as they were stored. Portraits, logos and icons are public: anyone who has the address
//! may fetch them, since it holds the hash of the content and a sign-in page shows a logo before sign-in. The
//! pictures of a community are served by [`crate::posts::images`], which checks the viewer first (gap G-130).

pub mod photo;
pub mod portrait;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::{
    CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, IF_NONE_MATCH, VARY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, StatusCode};
use platform::blob::{Blob, BlobKey, BlobObject};
use platform::{Problem, Services};

/// Types that pictures are re-encoded to when they are stored.
const PICTURE_TYPES: [&str; 4] = ["image/webp", "image/png", "image/jpeg", "image/gif"];
/// Owners whose pictures are public. All other keys are refused.
const PUBLIC_OWNERS: [&str; 3] = ["users/", "tenants/", "affiliations/"];
/// Prefixes of the file names of pictures. An owner also has objects that are never served, such as exports.
const PICTURE_NAMES: [&str; 4] = ["picture-", "logo-", "mark-", "icon-"];
/// An object never changes under its key.
const IMMUTABLE_CACHING: &str = "public, max-age=31536000, immutable";
/// Browsers may store the picture, but have to ask each time, so that the viewer is checked each time.
const REVALIDATED_CACHING: &str = "private, no-cache";
const SANDBOX_POLICY: &str = "sandbox; default-src 'none'";

/// Routes of the public pictures, outside the API.
pub fn routes() -> Router<Services> {
    Router::new().route("/media/{*key}", get(serve_picture))
}

async fn serve_picture(
    State(services): State<Services>,
    Path(key): Path<String>,
) -> Result<Response, Problem> {
    if !is_public_picture(&key) {
        return Err(Problem::not_found());
    }
    let key: BlobKey = key.parse().map_err(|_| Problem::not_found())?;
    let (kind, found) = load_object(services.blob(), &key).await?;
    Ok(([(CACHE_CONTROL, IMMUTABLE_CACHING)], response_headers(kind), found.bytes).into_response())
}

/// Serves a picture that the viewer of this request may see. `request` holds the headers of the request.
///
/// # Errors
/// 404 if the store has no such picture, or the store's.
pub async fn serve_checked(
    blob: &Blob,
    key: &BlobKey,
    request: &HeaderMap,
) -> Result<Response, Problem> {
    let name = key.to_string();
    let tag = format!("\"{}\"", name.rsplit('/').next().unwrap_or_default());
    let caching = [(CACHE_CONTROL, REVALIDATED_CACHING), (VARY, "cookie"), (ETAG, tag.as_str())];
    if request.get_all(IF_NONE_MATCH).iter().any(|known| matches_etag(known.as_bytes(), &tag)) {
        return Ok((StatusCode::NOT_MODIFIED, caching).into_response());
    }
    let (kind, found) = load_object(blob, key).await?;
    Ok((caching, response_headers(kind), found.bytes).into_response())
}

/// Serves a file that is no picture as a download with this type and name. The caller has checked
/// that the viewer may have it.
///
/// # Errors
/// 404 if the store has no such file, or the store's.
pub async fn serve_download(
    blob: &Blob,
    key: &BlobKey,
    (kind, file_name): (&'static str, &str),
) -> Result<Response, Problem> {
    let found = blob.open_object(key).await.map_err(Problem::internal)?;
    let found = found.filter(|found| found.content_type == kind).ok_or_else(Problem::not_found)?;
    let headers = [
        (CONTENT_LENGTH, found.size.to_string()),
        (CACHE_CONTROL, REVALIDATED_CACHING.to_owned()),
        (VARY, "cookie".to_owned()),
        (CONTENT_DISPOSITION, format_disposition(file_name)),
    ];
    Ok((headers, response_headers(kind), Body::from_stream(found.into_stream())).into_response())
}

/// `Content-Disposition` of a download, with the name in UTF-8 (RFC 6266, RFC 8187).
fn format_disposition(file_name: &str) -> String {
    let mut encoded = String::new();
    for byte in file_name.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_') {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    format!("attachment; filename*=UTF-8''{encoded}")
}

/// Returns true if an `If-None-Match` list contains the tag; weak comparison (RFC 9110 section
/// 13.1.2).
pub(crate) fn matches_etag(list: &[u8], tag: &str) -> bool {
    let Ok(list) = std::str::from_utf8(list) else { return false };
    let mut known = list.split(',').map(str::trim);
    known.any(|known| known.strip_prefix("W/").unwrap_or(known) == tag)
}

async fn load_object(blob: &Blob, key: &BlobKey) -> Result<(&'static str, BlobObject), Problem> {
    let found = blob.get(key).await.map_err(Problem::internal)?;
    let found = found.ok_or_else(Problem::not_found)?;
    let kind = PICTURE_TYPES.into_iter().find(|kind| *kind == found.content_type);
    Ok((kind.ok_or_else(Problem::not_found)?, found))
}

const fn response_headers(kind: &'static str) -> [(http::HeaderName, &'static str); 3] {
    [
        (CONTENT_TYPE, kind),
        (CONTENT_SECURITY_POLICY, SANDBOX_POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ]
}

fn is_public_picture(key: &str) -> bool {
    let (_, name) = key.rsplit_once('/').unwrap_or_default();
    PUBLIC_OWNERS.iter().any(|owner| key.starts_with(owner))
        && PICTURE_NAMES.iter().any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::{format_disposition, is_public_picture, matches_etag};

    #[test]
    fn file_names_of_downloads_cannot_add_header_parameters() {
        let header = format_disposition("a b\"; x=é.pdf");
        assert_eq!(header, "attachment; filename*=UTF-8''a%20b%22%3B%20x%3D%C3%A9.pdf");
    }

    #[test]
    fn serves_only_public_pictures_without_an_access_check() {
        for public in
            ["users/0a/picture-1f.webp", "tenants/0b/logo-2e.png", "affiliations/0c/logo-3d.jpg"]
        {
            assert!(is_public_picture(public), "{public}");
        }
        for refused in [
            "users/0a/export-1f.zip",
            "picture-1f.webp",
            "users/picture-0a/export.zip",
            "communities/0d/picture-4c.jpg",
            "/communities/0d/picture-4c.jpg",
            "other/0d/picture-4c.jpg",
        ] {
            assert!(!is_public_picture(refused), "{refused}");
        }
    }

    #[test]
    fn if_none_match_accepts_lists_and_weak_tags() {
        let tag = "\"picture-1f.jpg\"";
        for known in ["\"picture-1f.jpg\"", "W/\"picture-1f.jpg\"", "\"a\", \"picture-1f.jpg\""] {
            assert!(matches_etag(known.as_bytes(), tag), "{known}");
        }
        for other in ["*", "", "picture-1f.jpg", "\"picture-1f\""] {
            assert!(!matches_etag(other.as_bytes(), tag), "{other}");
        }
    }
}
