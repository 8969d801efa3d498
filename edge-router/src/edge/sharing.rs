//! What the page of a shared article says before its script runs. Whoever shows a link's preview runs no
//! script, and the edge knows no article, so the runtime is asked, as a visitor would ask it. A page
//! never waits long for that: without an answer it is the ordinary page of its door.

use super::Edge;
use crate::access::Asked;
use crate::resolve::Entrance;
use crate::site::Subject;
use axum::body::Body;
use http::header::ACCEPT;
use http::{HeaderValue, Request, Response, StatusCode};
use http_body_util::{BodyExt, Limited};

/// Most bytes of an answer that are read: more than the longest article has.
const ANSWER_BYTES_MAX: usize = 1024 * 1024;

impl Edge {
    /// What a page is about: the article that its address shares, or its door.
    pub(super) async fn subject(
        &self,
        shared: Option<String>,
        entrance: &Entrance<'_>,
        asked: &Asked,
    ) -> Subject {
        let Some(article) = shared else { return Subject::Door };
        let wait = self.limits().preview_wait;
        // Apart, since few pages ask: every request is carried in as much as its largest way takes.
        let told = Box::pin(tokio::time::timeout(wait, self.ask_about(&article, entrance, asked)));
        told.await.ok().flatten().unwrap_or(Subject::Door)
    }

    /// What the public may know of an article; `None` when the runtime does not say.
    async fn ask_about(
        &self,
        article: &str,
        entrance: &Entrance<'_>,
        asked: &Asked,
    ) -> Option<Subject> {
        // Without a cookie: the page is made for everybody who is sent its address.
        let mut question = Request::new(Body::empty());
        *question.uri_mut() = format!("/api/shared/{article}").parse().ok()?;
        let json = HeaderValue::from_static("application/json");
        question.headers_mut().insert(ACCEPT, json);
        let told = self.forward(self.runtime(), entrance, Box::new(question), asked).await;
        match told.status() {
            StatusCode::OK => read(told).await,
            StatusCode::NOT_FOUND => Some(Subject::Nothing),
            _ => None,
        }
    }
}

/// An answer without words is one about an article that is not public.
async fn read(told: Response<Body>) -> Option<Subject> {
    let body = Limited::new(told.into_body(), ANSWER_BYTES_MAX).collect().await.ok()?.to_bytes();
    Some(serde_json::from_slice(&body).map_or(Subject::Nothing, Subject::Article))
}
