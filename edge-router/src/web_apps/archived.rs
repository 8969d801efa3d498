//! Hashed files of other releases, as the runtime sent them, and the memory for the last ones.

use super::files::is_cached_by_client;
use crate::problem::{NOT_FOUND, UPSTREAM_BROKEN};
use axum::body::{Body, Bytes};
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, ETAG,
    HeaderMap, VARY,
};
use http::{HeaderValue, Response, StatusCode};
use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};
use wire::assets::ASSET_CACHING;

/// Memory for files of other releases: more than one complete first screen of both builds.
const CACHE_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Response for a missing file, the same as for any other missing asset.
pub(crate) fn missing_file() -> Response<Body> {
    NOT_FOUND.into_response()
}

/// Response for a file that did not arrive completely.
pub(crate) fn broken_file() -> Response<Body> {
    UPSTREAM_BROKEN.into_response()
}

/// A file of another release in one coding.
#[derive(Debug, Clone)]
pub(crate) struct ArchivedFile {
    /// Content type, content coding and entity tag.
    headers: HeaderMap,
    bytes: Bytes,
}

impl ArchivedFile {
    /// Takes the headers that describe the file from the runtime's response.
    pub fn new(response: &HeaderMap, bytes: Bytes) -> Self {
        let described = [CONTENT_TYPE, CONTENT_ENCODING, ETAG];
        let headers = described.into_iter().filter_map(|name| {
            let value = response.get(&name)?.clone();
            Some((name, value))
        });
        Self { headers: headers.collect(), bytes }
    }

    /// Response with the caching headers of a local file.
    pub fn to_response(&self, request: &HeaderMap) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        let tag = self.headers.get(ETAG);
        let is_known = tag.is_some_and(|tag| is_cached_by_client(request, tag));
        let headers = response.headers_mut();
        headers.insert(VARY, HeaderValue::from(ACCEPT_ENCODING));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(ASSET_CACHING));
        if is_known {
            if let Some(tag) = tag {
                headers.insert(ETAG, tag.clone());
            }
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.extend(self.headers.clone());
        headers.insert(CONTENT_LENGTH, HeaderValue::from(self.bytes.len()));
        *response.body_mut() = Body::from(self.bytes.clone());
        response
    }
}

/// Portal or main site, accepts brotli, file name.
type FileKey<'k> = (bool, bool, &'k str);

/// The last files of other releases, oldest first out.
#[derive(Debug, Default)]
pub(crate) struct ArchivedFiles(Mutex<FileCache>);

#[derive(Debug, Default)]
struct FileCache {
    files: HashMap<(bool, bool, String), ArchivedFile>,
    order: VecDeque<(bool, bool, String)>,
    bytes: usize,
}

impl ArchivedFiles {
    pub fn find(&self, (portal, brotli, name): FileKey<'_>) -> Option<ArchivedFile> {
        let cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        cache.files.get(&(portal, brotli, name.to_owned())).cloned()
    }

    pub fn insert(&self, (portal, brotli, name): FileKey<'_>, file: ArchivedFile) {
        let mut cache = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (key, bytes) = ((portal, brotli, name.to_owned()), file.bytes.len());
        if cache.files.insert(key.clone(), file).is_some() {
            // Another request fetched the same file; it has the same size.
            return;
        }
        cache.order.push_back(key);
        cache.bytes += bytes;
        while cache.bytes > CACHE_BYTES_MAX {
            let Some(oldest) = cache.order.pop_front() else { return };
            let freed = cache.files.remove(&oldest).map_or(0, |file| file.bytes.len());
            cache.bytes -= freed;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cache_drops_the_oldest_files_beyond_its_limit() {
        let cache = ArchivedFiles::default();
        let third = Bytes::from(vec![0; CACHE_BYTES_MAX / 3]);
        let names = ["a", "b", "c", "d"];
        for name in names {
            let file = ArchivedFile::new(&HeaderMap::new(), third.clone());
            cache.insert((false, true, name), file.clone());
            cache.insert((false, true, name), file);
        }
        let kept = names.map(|name| cache.find((false, true, name)).is_some());
        assert_eq!(kept, [false, true, true, true]);
        assert!(cache.find((true, true, "d")).is_none(), "a portal has another build");
        assert!(cache.find((false, false, "d")).is_none(), "another coding is another file");
    }
}
