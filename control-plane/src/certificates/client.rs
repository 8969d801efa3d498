//! HTTP client for authorities. instant-acme drops the status of non-JSON responses and the
//! `Retry-After` of every refusal, and has no timeout; its `HttpClient` trait allows us to fix
//! this.

use super::lease;
use chrono::{DateTime, TimeDelta, Utc};
use futures::future::BoxFuture;
use http::{HeaderMap, Request, Response, StatusCode, header};
use http_body_util::BodyExt;
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient, Problem};
use platform::Clock;
use platform::outbound::{Outbound, OutboundError};
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Mutex;

/// Maximum `Retry-After` that we accept from an authority.
const RETRY_MAX: TimeDelta = TimeDelta::days(7);

/// Sends requests to an authority. Production uses [`Outbound`].
pub trait Transport: Send + Sync + 'static {
    /// Sends a request and reads the whole response for every status.
    fn send(
        &self,
        request: Request<Vec<u8>>,
    ) -> BoxFuture<'static, Result<Response<Vec<u8>>, OutboundError>>;
}

impl Transport for Outbound {
    fn send(
        &self,
        request: Request<Vec<u8>>,
    ) -> BoxFuture<'static, Result<Response<Vec<u8>>, OutboundError>> {
        let way = self.clone();
        Box::pin(async move { Self::send(&way, request).await })
    }
}

/// Error response with the status and `Retry-After`.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the authority returned status {status}")]
pub(super) struct AcmeRefusal {
    pub status: u16,
    pub retry_at: Option<DateTime<Utc>>,
    /// Problem type without its prefix.
    pub kind: Option<String>,
    pub detail: Option<String>,
}

/// Nothing was sent, because another worker may hold the host now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the lease has expired")]
pub(super) struct LeaseOver;

/// The last successful response.
pub(super) type LastResponse = Arc<Mutex<Option<Response<Vec<u8>>>>>;

/// instant-acme's client on top of ours.
#[derive(Clone)]
pub(super) struct AcmeHttp {
    pub transport: Arc<dyn Transport>,
    pub clock: Clock,
    /// Request timeout.
    pub timeout: Duration,
    /// Storage for the last response, if needed.
    pub last_response: Option<LastResponse>,
}

impl HttpClient for AcmeHttp {
    fn request(
        &self,
        request: Request<BodyWrapper<bytes::Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>> {
        let Self { transport, clock, timeout: patience, last_response: kept } = self.clone();
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let body = match body.collect().await {
                Ok(body) => body.to_bytes().to_vec(),
                Err(never) => match never {},
            };
            // Checked immediately before sending, because the worker may have been suspended.
            if !lease::may_ask(clock.now()) {
                return Err(Error::Other(Box::new(LeaseOver)));
            }
            let sent = transport.send(Request::from_parts(parts, body));
            let answer = match tokio::time::timeout(patience, sent).await {
                Ok(answer) => answer.map_err(|error| Error::Other(Box::new(error)))?,
                Err(_) => {
                    let words = format!("no answer within {} s", patience.as_secs());
                    return Err(Error::Other(words.into()));
                }
            };
            if let Some(kept) = kept
                && answer.status().is_success()
            {
                *kept.lock().await = Some(answer.clone());
            }
            match authority_refusal(&answer, clock.now()) {
                Some(refused) => Err(Error::Other(Box::new(refused))),
                None => {
                    let (parts, body) = answer.into_parts();
                    Ok(BytesResponse { parts, body: Box::new(bytes::Bytes::from(body)) })
                }
            }
        })
    }
}

/// Extracts errors that instant-acme would lose: rate limits, server errors, and refusals without a
/// problem document. It parses all other errors itself.
fn authority_refusal(answer: &Response<Vec<u8>>, now: DateTime<Utc>) -> Option<AcmeRefusal> {
    let status = answer.status();
    if !status.is_client_error() && !status.is_server_error() {
        return None;
    }
    let problem = serde_json::from_slice::<Problem>(answer.body()).ok();
    let kind = problem.as_ref().and_then(|problem| problem.r#type.clone());
    let kind = kind.map(|kind| kind.rsplit(':').next().unwrap_or_default().to_owned());
    let passes = status.is_client_error()
        && status != StatusCode::TOO_MANY_REQUESTS
        && kind.as_deref().is_some_and(|kind| kind != "rateLimited");
    if passes {
        return None;
    }
    let detail = problem.and_then(|problem| problem.detail);
    let retry_at = retry_at(answer.headers(), now);
    Some(AcmeRefusal { status: status.as_u16(), retry_at, kind, detail })
}

/// Time in `Retry-After` (RFC 9110 section 10.2.3): seconds, or a date.
pub(super) fn retry_at(headers: &HeaderMap, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let text = headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
    let at = match text.parse::<u32>() {
        Ok(seconds) => now + TimeDelta::seconds(i64::from(seconds)),
        Err(_) => DateTime::parse_from_rfc2822(text).ok()?.with_timezone(&Utc),
    };
    Some(at.min(now + RETRY_MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(status: u16, retry: Option<&str>, body: &str) -> Response<Vec<u8>> {
        let mut builder = Response::builder().status(status);
        if let Some(retry) = retry {
            builder = builder.header(header::RETRY_AFTER, retry);
        }
        builder.body(body.as_bytes().to_vec()).unwrap_or_default()
    }

    #[test]
    fn keeps_status_and_retry_after_of_a_non_json_response() {
        let now = DateTime::UNIX_EPOCH;
        let busy = authority_refusal(&answer(429, Some("86400"), "<html>slow down</html>"), now);
        let busy = busy.unwrap_or_else(|| panic!("a 429 is a refusal"));
        assert_eq!((busy.status, busy.retry_at), (429, Some(now + TimeDelta::days(1))));
        let dated = answer(503, Some("Thu, 01 Jan 1970 00:02:00 GMT"), "");
        let dated = authority_refusal(&dated, now).and_then(|refused| refused.retry_at);
        assert_eq!(dated, Some(now + TimeDelta::minutes(2)));
    }

    #[test]
    fn leaves_problem_documents_to_the_library() {
        let nonce = r#"{"type":"urn:ietf:params:acme:error:badNonce","detail":"x"}"#;
        assert_eq!(authority_refusal(&answer(400, None, nonce), DateTime::UNIX_EPOCH), None);
        assert_eq!(authority_refusal(&answer(200, None, "{}"), DateTime::UNIX_EPOCH), None);
        let limited = r#"{"type":"urn:ietf:params:acme:error:rateLimited","detail":"too many"}"#;
        let limited = authority_refusal(&answer(400, Some("5"), limited), DateTime::UNIX_EPOCH);
        assert_eq!(limited.and_then(|refused| refused.kind).as_deref(), Some("rateLimited"));
    }
}
