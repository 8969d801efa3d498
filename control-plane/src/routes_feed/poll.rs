//! `GET /internal/routes?after={version}&hash={hash}`: the long poll of edges in other processes,
//! and `POST /internal/edges`: their status reports. Served on a separate listener with a bearer
//! token; every response is signed.

use super::Feed;
use crate::edges;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use platform::config::KeyName;
use platform::{Services, tokens};
use serde::Deserialize;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use wire::feed::SIGNATURE_HEADER;
use wire::{EdgeReport, FeedAnswer, FeedKey, PublishedTable, RingKeys};

/// Maximum wait of a poll before it returns 204.
const LONG_POLL_TIMEOUT: Duration = Duration::from_secs(25);
/// Derivation purpose of the signing key.
const SIGNING_PURPOSE: &str = "route feed";

#[derive(Clone)]
struct PollState {
    feed: Feed,
    services: Services,
    token_hashes: Arc<RingKeys<String>>,
    key: FeedKey,
    /// Newest complete response, serialised once for a fleet that starts simultaneously.
    whole: Arc<Mutex<Option<(String, Bytes)>>>,
}

#[derive(Debug, Deserialize)]
struct PollQuery {
    #[serde(default)]
    after: u64,
    /// Hash of the client's table at `after`; empty if it has no usable one.
    #[serde(default)]
    hash: String,
}

/// Key that signs the feed's responses, derived from the secret that the roles share and never
/// transmit.
#[must_use]
pub fn signing_key(config: &platform::config::Config) -> FeedKey {
    config.security.derive_ring(KeyName::Context, SIGNING_PURPOSE).into()
}

/// Router of the internal listener.
pub fn internal_router(feed: Feed, services: Services) -> Router {
    let security = &services.config().security;
    let token_hashes = Arc::new(security.ring(KeyName::Feed).map(|token| tokens::hash(token)));
    let key = signing_key(services.config());
    let state = PollState { feed, token_hashes, key, whole: Arc::default(), services };
    Router::new()
        .route("/internal/routes", get(routes))
        .route("/internal/edges", post(record_version))
        .with_state(state)
}

async fn routes(
    State(poll): State<PollState>,
    Query(query): Query<PollQuery>,
    headers: HeaderMap,
) -> Response {
    if !is_edge(&headers, &poll.token_hashes) {
        return StatusCode::UNAUTHORIZED.into_response();
    }
    let differs = |newest: &PublishedTable| {
        newest.table.version != query.after || (!query.hash.is_empty() && newest.hash != query.hash)
    };
    let mut newest = poll.feed.table_receiver();
    let newer = newest.wait_for(|newest| newest.as_deref().is_some_and(differs));
    let newest = match tokio::time::timeout(LONG_POLL_TIMEOUT, newer).await {
        Ok(Ok(newest)) => newest.clone(),
        Ok(Err(_)) => return StatusCode::SERVICE_UNAVAILABLE.into_response(),
        Err(_) => None,
    };
    let Some(newest) = newest else { return StatusCode::NO_CONTENT.into_response() };
    match poll.answer_poll(&newest, &query) {
        Ok(answer) => {
            let signature = poll.key.sign(&answer);
            let json = (header::CONTENT_TYPE, "application/json".to_owned());
            ([(header::HeaderName::from_static(SIGNATURE_HEADER), signature), json], answer)
                .into_response()
        }
        Err(error) => {
            tracing::error!(%error, "failed to serialise the route table");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

impl PollState {
    /// Returns the changes for a client whose table is known, otherwise the whole table.
    fn answer_poll(
        &self,
        newest: &PublishedTable,
        query: &PollQuery,
    ) -> Result<Bytes, serde_json::Error> {
        if let Some(changes) = self.feed.changes_since(query.after, &query.hash, newest) {
            return Ok(serde_json::to_vec(&changes)?.into());
        }
        let mut ready = self.whole.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, answer)) = ready.as_ref().filter(|(hash, _)| *hash == newest.hash) {
            return Ok(answer.clone());
        }
        let answer = serde_json::to_vec(&FeedAnswer::Whole(Arc::clone(&newest.table)))?;
        let answer = Bytes::from(answer);
        *ready = Some((newest.hash.clone(), answer.clone()));
        Ok(answer)
    }
}

async fn record_version(
    State(poll): State<PollState>,
    headers: HeaderMap,
    Json(report): Json<EdgeReport>,
) -> StatusCode {
    if !is_edge(&headers, &poll.token_hashes) {
        return StatusCode::UNAUTHORIZED;
    }
    match edges::store_report(&poll.services, report).await {
        Ok(()) => StatusCode::NO_CONTENT,
        Err(error) => {
            tracing::warn!(cause = %error, "failed to store edge status report");
            StatusCode::SERVICE_UNAVAILABLE
        }
    }
}

fn is_edge(headers: &HeaderMap, token_hashes: &RingKeys<String>) -> bool {
    let shown = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let shown = shown.and_then(|value| value.strip_prefix("Bearer "));
    let shown = shown.map(tokens::hash);
    shown.is_some_and(|shown| {
        token_hashes.iter().any(|hash| tokens::equal_in_constant_time(&shown, hash))
    })
}
