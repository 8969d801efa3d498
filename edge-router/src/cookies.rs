//! Recovery for a browser whose cookies exceed the header limit: an error page with a button, and
//! the endpoint behind the button, which deletes the cookies. Our servers never set that many, but
//! another site on the same parent domain can.

use crate::authority::authority;
use crate::problem::{METHOD_NOT_ALLOWED, Problem};
use axum::body::Body;
use http::header::{COOKIE, LOCATION, ORIGIN, SET_COOKIE};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Request, Response, StatusCode};

const CLEAR_SITE_DATA: HeaderName = HeaderName::from_static("clear-site-data");
const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// Maximum number of cookies that are deleted by name, for browsers without `Clear-Site-Data`.
const NAMES_MAX: usize = 150;
const FOREIGN_PAGE_PROBLEM: Problem = Problem::new(
    StatusCode::FORBIDDEN,
    "cross-origin-request",
    "This request did not come from a page of this site",
);

/// Deletes the cookies of the host and redirects to its start page. Accepts same-origin requests
/// only, because it signs the user out.
pub fn clear(request: &Request<Body>) -> Response<Body> {
    if request.method() != Method::POST {
        return METHOD_NOT_ALLOWED.into_response();
    }
    if !is_from_own_page(request) {
        return FOREIGN_PAGE_PROBLEM.into_response();
    }
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    let headers = response.headers_mut();
    headers.insert(LOCATION, HeaderValue::from_static("/"));
    headers.insert(CLEAR_SITE_DATA, HeaderValue::from_static("\"cookies\""));
    for name in restorable_cookie_names(request.headers()).take(NAMES_MAX) {
        // Browsers accept a change of a prefixed cookie only with the attributes that the prefix
        // requires.
        let secure = if name.starts_with("__") { "; Secure" } else { "" };
        let line = format!("{name}=; Path=/; Max-Age=0{secure}");
        if let Ok(line) = HeaderValue::from_str(&line) {
            headers.append(SET_COOKIE, line);
        }
    }
    response
}

fn is_from_own_page(request: &Request<Body>) -> bool {
    let text = |name: &HeaderName| request.headers().get(name).and_then(|v| v.to_str().ok());
    match text(&SEC_FETCH_SITE) {
        Some(site) => site == "same-origin",
        None => {
            let origin = text(&ORIGIN).and_then(|origin| origin.split_once("://"));
            let host = authority(request).ok();
            origin.is_some_and(|(_, authority)| Some(authority) == host)
        }
    }
}

/// Cookie names of a request that can be written back unchanged.
fn restorable_cookie_names(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let lines = headers.get_all(COOKIE).into_iter().filter_map(|line| line.to_str().ok());
    let names = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.split_once('='));
    names.map(|(name, _)| name.trim()).filter(|name| {
        !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b"._-".contains(&b))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::header::HOST;

    fn status(headers: &[(HeaderName, &str)]) -> u16 {
        let mut request = Request::post("/clear-cookies").header(HOST, "a.example:8443");
        for (name, value) in headers {
            request = request.header(name, *value);
        }
        request.body(Body::empty()).map_or(0, |request| clear(&request).status().as_u16())
    }

    #[test]
    fn only_same_origin_requests_may_delete_the_cookies() {
        assert_eq!(status(&[(SEC_FETCH_SITE, "same-origin")]), 303);
        assert_eq!(status(&[(ORIGIN, "https://a.example:8443")]), 303);
        assert_eq!(
            status(&[(SEC_FETCH_SITE, "same-site"), (ORIGIN, "https://a.example:8443")]),
            403
        );
        assert_eq!(status(&[(ORIGIN, "https://b.example")]), 403);
        assert_eq!(status(&[]), 403);
    }

    #[test]
    fn skips_cookie_names_that_cannot_be_written() {
        let line = HeaderValue::from_static("csst=1; __Host-csst=2; b\"d=3; =4; gh-dev=5");
        let headers = HeaderMap::from_iter([(COOKIE, line)]);
        assert_eq!(
            restorable_cookie_names(&headers).collect::<Vec<_>>(),
            ["csst", "__Host-csst", "gh-dev"]
        );
    }
}
