//! HTTP route of the stream.

use super::cap::OpenStreams;
use super::presence::PresenceTracker;
use super::stream::{LiveStream, StreamRequest};
use axum::Extension;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures::stream;
use http::{HeaderMap, HeaderValue, header};
use platform::api::ApiRouter;
use platform::extract::Query;
use platform::problem::ProblemDocument;
use platform::{AccountViewer, CommunityId, Member, Problem, Scope, Services, routes};
use serde::Deserialize;
use serde_json::json;
use std::convert::Infallible;
use std::time::Duration;
use utoipa::IntoParams;

/// Interval of the events that keep proxies from closing an idle stream.
const KEEP_ALIVE_EVERY: Duration = Duration::from_secs(15);
/// Time after which a poll without events ends.
const POLL_TIMEOUT: Duration = Duration::from_secs(20);
/// Maximum watched communities of a stream.
const WATCHED_MAX: usize = 20;
/// `Retry-After` for a user with too many streams, in seconds.
const TRY_AGAIN_S: u64 = 5;

pub fn routes() -> ApiRouter<Services> {
    let streams = OpenStreams::default();
    let presence = PresenceTracker::new(streams.clone());
    ApiRouter::new()
        .routes(routes!(open_stream))
        .layer(Extension(streams))
        .layer(Extension(presence))
}

/// Resume position, for clients that cannot send the header.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
struct ResumeQuery {
    /// Id of the last received event.
    last_event_id: Option<String>,
    /// `eventCursor` of the `GET /api/me` with which the page started, if no event was received
    /// yet. If the viewer missed events since then, the stream starts with `resync`.
    since: Option<String>,
    /// Communities shown on the browser's pages, separated by commas; at most 20 are used.
    /// Additionally subscribes staff on the main site who are not members of them; no effect for
    /// other users.
    community: Option<String>,
    /// If true, the response ends after the first events, or after 20 seconds: long polling for
    /// networks that hold back a stream until it ends.
    #[serde(default)]
    poll: bool,
}

/// Streams events as they happen (server-sent events).
#[utoipa::path(get, path = "/live", operation_id = "streamLiveEvents", tag = "live",
    params(ResumeQuery, ("last-event-id" = Option<String>, Header, description = "where to resume")),
    responses((status = 200, content_type = "text/event-stream", body = String),
        (status = 401, body = ProblemDocument), (status = 429, body = ProblemDocument)))]
#[tracing::instrument(name = "live.open", skip_all)]
async fn open_stream(
    scope: Scope<Member>,
    Query(resume): Query<ResumeQuery>,
    Extension(streams): Extension<OpenStreams>,
    Extension(presence): Extension<PresenceTracker>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let held = streams.acquire_stream(scope.viewer().id()).ok_or_else(too_many)?;
    let resume_after = resume_after(&headers, resume.last_event_id.as_deref());
    let read_after = resume.since.as_deref().and_then(parse_number);
    let watched = watched_communities(resume.community.as_deref().unwrap_or_default());
    let poll_timeout = resume.poll.then_some(POLL_TIMEOUT);
    let opening =
        StreamRequest { scope, resume_after, read_after, watched, poll_timeout, held, presence };
    let open = LiveStream::open(opening).await?;
    let frames = stream::unfold(open, async |mut open| {
        open.next().await.map(|frame| (Ok::<Event, Infallible>(frame), open))
    });
    // A comment would be invisible to scripts, which could not detect a dead connection.
    let keep_alive = Event::default().event("keep-alive").data(json!({}).to_string());
    let keep_alive = KeepAlive::new().interval(KEEP_ALIVE_EVERY).event(keep_alive);
    let mut response = Sse::new(frames).keep_alive(keep_alive).into_response();
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert("x-accel-buffering", HeaderValue::from_static("no"));
    Ok(response)
}

fn too_many() -> Problem {
    Problem::rate_limited("Too many open pages. Close one and try again.", TRY_AGAIN_S)
}

/// Resume position from the header, or from the query. Invalid numbers are ignored.
fn resume_after(headers: &HeaderMap, query: Option<&str>) -> Option<i64> {
    let header = headers.get("last-event-id").and_then(|value| value.to_str().ok());
    parse_number(header.filter(|text| !text.is_empty()).or(query)?)
}

/// The ids of a comma-separated list. Invalid ids are ignored.
fn watched_communities(list: &str) -> Vec<CommunityId> {
    list.split(',').filter_map(|id| id.trim().parse().ok()).take(WATCHED_MAX).collect()
}

fn parse_number(text: &str) -> Option<i64> {
    text.trim().parse().ok().filter(|seq| *seq >= 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_event_id_header_takes_precedence_over_the_query() {
        let mut headers = HeaderMap::new();
        assert_eq!(resume_after(&headers, None), None);
        assert_eq!(resume_after(&headers, Some("12")), Some(12));
        headers.insert("last-event-id", HeaderValue::from_static("40"));
        assert_eq!(resume_after(&headers, Some("12")), Some(40));
        for nonsense in ["-1", "x", "9999999999999999999999"] {
            assert_eq!(resume_after(&HeaderMap::new(), Some(nonsense)), None);
        }
    }
}
