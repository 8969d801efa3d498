//! Hashed files of other releases. A tab that was open during a deployment asks for files of its
//! own build, and a new page may reach an edge that is not yet replaced. The runtime has the files
//! of recent releases; the edge keeps the last ones in memory.

use super::Edge;
use crate::request_meta::RequestMeta;
use crate::resolve::SiteRef;
use crate::web_apps::{self, ArchivedFile, ContentCoding};
use axum::body::Body;
use http::header::ACCEPT_ENCODING;
use http::{HeaderMap, HeaderValue, Method, Request, Response, StatusCode};
use http_body_util::{BodyExt, Limited};
use wire::assets::ASSET_BYTES_MAX;

impl Edge {
    /// Returns a hashed file that this edge's build does not have: from memory or from the runtime.
    pub(super) async fn serve_archived(
        &self,
        site: &SiteRef<'_>,
        name: &str,
        request: &HeaderMap,
        meta: &RequestMeta,
    ) -> Response<Body> {
        let takes_brotli = web_apps::accepted_codings(request).contains(&ContentCoding::Brotli);
        let key = (site.portal_route().is_some(), takes_brotli, name);
        let found = match self.0.archived_files.find(key) {
            Some(file) => Ok(file),
            // Boxed because few requests need it.
            None => match Box::pin(self.fetch_archived(site, name, takes_brotli, meta)).await {
                Ok(file) => {
                    self.0.archived_files.insert(key, file.clone());
                    Ok(file)
                }
                Err(refusal) => Err(refusal),
            },
        };
        let response = found.map_or_else(|refusal| *refusal, |file| file.to_response(request));
        if meta.method == Method::HEAD { response.map(|_| Body::empty()) } else { response }
    }

    /// Fetches a file from the runtime. The error is the response for the client.
    async fn fetch_archived(
        &self,
        site: &SiteRef<'_>,
        name: &str,
        takes_brotli: bool,
        meta: &RequestMeta,
    ) -> Result<ArchivedFile, Box<Response<Body>>> {
        // No header of the client is sent: the file is the same for everyone.
        let mut question = Request::new(Body::empty());
        let path = format!("{}{name}", wire::assets::ASSETS_PREFIX);
        *question.uri_mut() = path.parse().map_err(|_| Box::new(web_apps::missing_file()))?;
        let codings = if takes_brotli { "br" } else { "identity" };
        question.headers_mut().insert(ACCEPT_ENCODING, HeaderValue::from_static(codings));
        let answer =
            self.forward_or_report(self.runtime_upstream(), site, Box::new(question), meta).await;
        match answer.status() {
            StatusCode::OK => {}
            StatusCode::NOT_FOUND => return Err(Box::new(web_apps::missing_file())),
            _ => return Err(Box::new(answer)),
        }
        let (parts, body) = answer.into_parts();
        let bytes = Limited::new(body, ASSET_BYTES_MAX).collect().await;
        let bytes = bytes.map_err(|_| Box::new(web_apps::broken_file()))?.to_bytes();
        Ok(ArchivedFile::new(&parts.headers, bytes))
    }
}
