//! `GET /internal/routes?after={version}`: the long poll of edges in other processes, on a listener
//! of its own, behind a shared token.

use super::Feed;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use http::{HeaderMap, StatusCode, header};
use platform::tokens;
use serde::Deserialize;
use std::sync::Arc;
use std::time::Duration;

/// How long a poll waits for something new before it answers 204.
const WAIT: Duration = Duration::from_secs(25);

#[derive(Clone)]
struct Poll {
    feed: Feed,
    token_hash: Arc<str>,
}

#[derive(Debug, Deserialize)]
struct After {
    #[serde(default)]
    after: u64,
}

/// The internal listener's router. `token` is what edges show as bearer.
pub fn internal_router(feed: Feed, token: &str) -> Router {
    let state = Poll { feed, token_hash: Arc::from(tokens::hash(token)) };
    Router::new().route("/internal/routes", get(routes)).with_state(state)
}

async fn routes(
    State(poll): State<Poll>,
    Query(query): Query<After>,
    headers: HeaderMap,
) -> Response {
    if !is_edge(&headers, &poll.token_hash) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let mut newest = poll.feed.receiver();
    let newer = newest.wait_for(|table| table.as_ref().is_some_and(|t| t.version != query.after));
    match tokio::time::timeout(WAIT, newer).await {
        Ok(Ok(table)) => match table.as_ref() {
            Some(table) => Json(table.as_ref().clone()).into_response(),
            None => StatusCode::NO_CONTENT.into_response(),
        },
        Ok(Err(_)) => StatusCode::SERVICE_UNAVAILABLE.into_response(),
        Err(_) => StatusCode::NO_CONTENT.into_response(),
    }
}

fn is_edge(headers: &HeaderMap, token_hash: &str) -> bool {
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let shown = shown.and_then(|value| value.strip_prefix("Bearer "));
    shown.is_some_and(|token| tokens::same(&tokens::hash(token), token_hash))
}
