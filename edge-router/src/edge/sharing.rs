//! Preview of a shared article in its page. Link previews run no script, so the title and
//! description must be in the HTML. The edge fetches them from the runtime as a visitor, with a
//! short timeout; without a result it serves the site's ordinary page.

use super::Edge;
use crate::request_meta::RequestMeta;
use crate::resolve::SiteRef;
use crate::web_apps::Subject;
use axum::body::Body;
use http::header::ACCEPT;
use http::{HeaderValue, Request, Response, StatusCode};
use http_body_util::{BodyExt, Limited};

/// Maximum bytes of the runtime's response; more than the longest article needs.
const ANSWER_BYTES_MAX: usize = 1024 * 1024;

impl Edge {
    /// Subject of a page: the shared article at its address, or the site.
    pub(super) async fn page_subject(
        &self,
        shared: Option<String>,
        site: &SiteRef<'_>,
        meta: &RequestMeta,
    ) -> Subject {
        let Some(article) = shared else { return Subject::Site };
        let wait = self.limits().preview_timeout;
        // Boxed because few pages need it: the request future is as large as its largest branch.
        let told = Box::pin(tokio::time::timeout(wait, self.request_preview(&article, site, meta)));
        told.await.ok().flatten().unwrap_or(Subject::Site)
    }

    /// Fetches the public preview of an article; `None` when the runtime does not answer.
    async fn request_preview(
        &self,
        article: &str,
        site: &SiteRef<'_>,
        meta: &RequestMeta,
    ) -> Option<Subject> {
        // No cookie is sent: the page is the same for every client.
        let mut question = Request::new(Body::empty());
        *question.uri_mut() = format!("/api/shared/{article}").parse().ok()?;
        let json = HeaderValue::from_static("application/json");
        question.headers_mut().insert(ACCEPT, json);
        let told =
            self.forward_or_report(self.runtime_upstream(), site, Box::new(question), meta).await;
        match told.status() {
            StatusCode::OK => parse_preview(told).await,
            StatusCode::NOT_FOUND => Some(Subject::Nothing),
            _ => None,
        }
    }
}

/// A response without a text means that the article is not public.
async fn parse_preview(told: Response<Body>) -> Option<Subject> {
    let body = Limited::new(told.into_body(), ANSWER_BYTES_MAX).collect().await.ok()?.to_bytes();
    Some(serde_json::from_slice(&body).map_or(Subject::Nothing, Subject::Article))
}
