//! Error responses of the edge: RFC 9457 problems that name neither a host nor an internal
//! component.

use axum::body::Body;
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;

/// An error response of the edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Problem {
    pub status: StatusCode,
    pub code: &'static str,
    pub detail: &'static str,
    pub retry_after_s: Option<u32>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ProblemBody {
    r#type: &'static str,
    title: &'static str,
    status: u16,
    detail: &'static str,
    code: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    retry_after: Option<u32>,
}

impl Problem {
    pub const fn new(status: StatusCode, code: &'static str, detail: &'static str) -> Self {
        Self { status, code, detail, retry_after_s: None }
    }

    pub const fn retry_after_s(self, seconds: u32) -> Self {
        Self { retry_after_s: Some(seconds), ..self }
    }

    pub fn to_json(self) -> Vec<u8> {
        let body = ProblemBody {
            r#type: "about:blank",
            title: self.status.canonical_reason().unwrap_or("Error"),
            status: self.status.as_u16(),
            detail: self.detail,
            code: self.code,
            retry_after: self.retry_after_s,
        };
        serde_json::to_vec(&body).unwrap_or_default()
    }

    /// Serialises the problem as the last response of an HTTP/1 connection, outside of a request.
    pub fn into_http1_text(self) -> String {
        let body = self.to_json();
        format!(
            "HTTP/1.1 {}\r\ncontent-type: application/problem+json\r\ncache-control: no-store\r\n\
             content-length: {}\r\nconnection: close\r\n\r\n{}",
            self.status,
            body.len(),
            String::from_utf8_lossy(&body)
        )
    }

    pub fn into_response(self) -> Response<Body> {
        let mut response = Response::new(Body::from(self.to_json()));
        *response.status_mut() = self.status;
        // Lets the edge translate it for the request.
        response.extensions_mut().insert(self);
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after_s {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

pub const NOT_FOUND: Problem =
    Problem::new(StatusCode::NOT_FOUND, "not-found", "There is nothing here");
pub const METHOD_NOT_ALLOWED: Problem = Problem::new(
    StatusCode::METHOD_NOT_ALLOWED,
    "method-not-allowed",
    "This method is not allowed here",
);
pub const UNKNOWN_HOST: Problem = Problem::new(
    StatusCode::MISDIRECTED_REQUEST,
    "unknown-host",
    "This address is not served here",
);
pub const TOO_MANY_UNKNOWN: Problem = Problem::new(
    StatusCode::TOO_MANY_REQUESTS,
    "too-many-unknown-hosts",
    "Too many addresses that are not served here were asked for",
)
.retry_after_s(10);
pub const TOO_MANY_REQUESTS: Problem = Problem::new(
    StatusCode::TOO_MANY_REQUESTS,
    "too-many-requests",
    "Too many requests come from your network. Please try again in a moment",
)
.retry_after_s(5);
pub const TENANT_FULL: Problem = Problem::new(
    StatusCode::TOO_MANY_REQUESTS,
    "portal-busy",
    "Too many people are here at the moment. Please try again",
)
.retry_after_s(5);
pub const TENANT_BUSY: Problem = Problem::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "portal-busy",
    "Too many people are here at the moment. Please try again",
)
.retry_after_s(5);
pub const BODY_TOO_LARGE: Problem = Problem::new(
    StatusCode::PAYLOAD_TOO_LARGE,
    "body-too-large",
    "The request's content is too large",
);
/// Uses the message of the roles that read images.
pub const PICTURE_TOO_LARGE: Problem = Problem::new(
    StatusCode::PAYLOAD_TOO_LARGE,
    "picture-too-large",
    "A picture may have at most 25 MB.",
);
/// Uses the message of the role that reads files.
pub const FILE_TOO_LARGE: Problem =
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "file-too-large", "A file may have at most 20 MB.");
pub const HEAD_TOO_LARGE: Problem = Problem::new(
    StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
    "request-head-too-large",
    "The request's headers are too large",
);
pub const BAD_HOST: Problem =
    Problem::new(StatusCode::BAD_REQUEST, "malformed-host", "The request names no usable host");
pub const HEAD_SLOW: Problem = Problem::new(
    StatusCode::REQUEST_TIMEOUT,
    "request-timeout",
    "The request took too long to arrive",
);
pub const BODY_SLOW: Problem = Problem::new(
    StatusCode::REQUEST_TIMEOUT,
    "body-too-slow",
    "The request's content arrives too slowly",
);
pub const BODY_BROKEN: Problem =
    Problem::new(StatusCode::BAD_REQUEST, "malformed-body", "The request's content cannot be read");
pub const SETTING_UP: Problem = Problem::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "setting-up",
    "This address is being set up. Please try again in a few minutes",
)
.retry_after_s(60);
pub const NOT_READY: Problem = Problem::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "not-ready",
    "The service is starting. Please try again in a moment",
)
.retry_after_s(5);
pub const PORTAL_UNAVAILABLE: Problem = Problem::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "portal-unavailable",
    "This portal is not available at the moment",
)
.retry_after_s(3600);
pub const UPSTREAM_AWAY: Problem = Problem::new(
    StatusCode::SERVICE_UNAVAILABLE,
    "service-unavailable",
    "The service is not available at the moment. Please try again",
)
.retry_after_s(5);
pub const UPSTREAM_BROKEN: Problem = Problem::new(
    StatusCode::BAD_GATEWAY,
    "bad-gateway",
    "The service could not answer. Please try again",
)
.retry_after_s(5);
pub const UPSTREAM_SLOW: Problem = Problem::new(
    StatusCode::GATEWAY_TIMEOUT,
    "gateway-timeout",
    "The service took too long to answer. Please try again",
)
.retry_after_s(5);
