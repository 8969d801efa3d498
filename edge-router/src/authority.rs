//! Host that a request asks for.

use crate::problem::{BAD_HOST, Problem};
use http::Request;
use http::header::HOST;
use wire::normalise_host;

/// Host of a request: `:authority`, an absolute URL or the single `Host` line. If several are
/// present, they must agree.
pub fn authority<B>(request: &Request<B>) -> Result<&str, Problem> {
    let mut lines = request.headers().get_all(HOST).iter();
    let line = match (lines.next(), lines.next()) {
        // International names may arrive in Unicode form.
        (Some(line), None) => Some(std::str::from_utf8(line.as_bytes()).map_err(|_| BAD_HOST)?),
        (None, _) => None,
        (Some(_), Some(_)) => return Err(BAD_HOST),
    };
    match (request.uri().authority().map(http::uri::Authority::as_str), line) {
        (Some(asked), None) => Ok(asked),
        (None, Some(line)) => Ok(line),
        (None, None) => Err(BAD_HOST),
        (Some(asked), Some(line)) => match (normalise_host(asked), normalise_host(line)) {
            (Ok(one), Ok(other)) if one == other => Ok(line),
            _ => Err(BAD_HOST),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_a_request_without_host() {
        let request = Request::builder().uri("/").body(());
        assert_eq!(request.ok().map(|r| authority(&r).map(str::to_owned)), Some(Err(BAD_HOST)));
    }
}
