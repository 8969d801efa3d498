//! Hosts with identity routes: the main host and the portals' platform subdomains. On a portal's
//! own domain these paths do not exist (security.md, "Identity hosts").

use axum::extract::FromRequestParts;
use http::request::Parts;
use platform::Problem;
use platform::request::RequestFacts;
use std::sync::Arc;

/// Extractor for handlers that exist on identity hosts only.
#[derive(Debug, Clone, Copy)]
pub struct IdentityHost;

impl<S: Send + Sync> FromRequestParts<S> for IdentityHost {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let facts = parts.extensions.get::<Arc<RequestFacts>>();
        let here = facts.is_some_and(|facts| facts.context.identity);
        if here { Ok(Self) } else { Err(Problem::not_found()) }
    }
}
