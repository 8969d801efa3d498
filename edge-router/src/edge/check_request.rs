//! Checks of a request's header (design/edge.md section 3): ambiguous requests are refused, not
//! repaired.

use crate::authority::authority;
use crate::config::Limits;
use crate::connection::ConnectionInfo;
use crate::forward::socket;
use crate::paths;
use crate::problem::{HEAD_TOO_LARGE, METHOD_NOT_ALLOWED, Problem};
use http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{Method, Request, StatusCode};

const URI_TOO_LONG: Problem =
    Problem::new(StatusCode::URI_TOO_LONG, "uri-too-long", "The address is too long");
const AMBIGUOUS_LENGTH: Problem = Problem::new(
    StatusCode::BAD_REQUEST,
    "ambiguous-length",
    "The request states its length in two ways",
);
const MALFORMED_PATH: Problem =
    Problem::new(StatusCode::BAD_REQUEST, "malformed-path", "The address cannot be read");

const URI_BYTES_MAX: usize = 8 * 1024;

/// Refuses a request whose header is too large or could be parsed in two ways.
pub fn check_request<B>(request: &Request<B>, limits: &Limits) -> Result<(), Problem> {
    if matches!(*request.method(), Method::TRACE | Method::CONNECT)
        && !socket::is_asked_for(request)
    {
        return Err(METHOD_NOT_ALLOWED);
    }
    check_size(request, limits)?;
    check_length(request)?;
    authority(request).map(drop)?;
    if paths::is_plain(request.uri().path()) { Ok(()) } else { Err(MALFORMED_PATH) }
}

fn check_size<B>(request: &Request<B>, limits: &Limits) -> Result<(), Problem> {
    let uri = request.uri();
    if uri.path().len() + uri.query().map_or(0, str::len) > URI_BYTES_MAX {
        return Err(URI_TOO_LONG);
    }
    let fields = request.headers();
    let bytes: usize =
        fields.iter().map(|(name, value)| name.as_str().len() + value.len() + 4).sum();
    if fields.len() > limits.head_fields || bytes > limits.head_bytes {
        return Err(HEAD_TOO_LARGE);
    }
    Ok(())
}

fn check_length<B>(request: &Request<B>) -> Result<(), Problem> {
    let headers = request.headers();
    if !headers.contains_key(TRANSFER_ENCODING) {
        return Ok(());
    }
    // hyper drops the redundant length, so the connection's own parser is checked as well.
    let passage = ConnectionInfo::from_request(request);
    let both_on_the_wire = passage.framing.as_ref().is_some_and(|framing| framing.saw_both());
    if headers.contains_key(CONTENT_LENGTH) || both_on_the_wire {
        return Err(AMBIGUOUS_LENGTH);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::header::HOST;

    fn refusal(build: impl FnOnce(http::request::Builder) -> http::request::Builder) -> u16 {
        let request = build(Request::builder().header(HOST, "a.example")).body(());
        let Ok(request) = request else { return 0 };
        check_request(&request, &Limits::default()).map_or_else(|p| p.status.as_u16(), |()| 200)
    }

    #[test]
    fn accepts_an_ordinary_request() {
        assert_eq!(refusal(|r| r.uri("/communities?x=%2F")), 200);
        assert_eq!(refusal(|r| r.uri("http://A.example:80/x")), 200);
    }

    #[test]
    fn rejects_ambiguous_requests() {
        assert_eq!(refusal(|r| r.method("TRACE")), 405);
        assert_eq!(refusal(|r| r.method("CONNECT")), 405);
        assert_eq!(refusal(|r| r.header(HOST, "a.example")), 400);
        assert_eq!(refusal(|r| r.uri("http://b.example/x")), 400);
        assert_eq!(refusal(|r| r.uri("/assets/../../etc/passwd")), 400);
        let both = |r: http::request::Builder| {
            r.method("POST").header(TRANSFER_ENCODING, "chunked").header(CONTENT_LENGTH, "5")
        };
        assert_eq!(refusal(both), 400);
        assert_eq!(refusal(|r| r.method("POST").header(TRANSFER_ENCODING, "chunked")), 200);
    }

    #[test]
    fn rejects_oversized_headers() {
        assert_eq!(refusal(|r| r.header("x-large", "a".repeat(16 * 1024))), 431);
        assert_eq!(refusal(|r| r.header("x-large", "a".repeat(15 * 1024))), 200);
        assert_eq!(refusal(|r| (0..100).fold(r, |r, n| r.header(format!("x-{n}"), "1"))), 431);
        assert_eq!(refusal(|r| r.uri(format!("/{}", "a".repeat(9_000)))), 414);
    }
}
