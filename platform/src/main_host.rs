//! Endpoints that exist only on the main site: passkeys, and the management of portals.

use crate::problem::Problem;
use crate::request::RequestFacts;
use axum::extract::FromRequestParts;
use http::request::Parts;
use std::sync::Arc;
use wire::Site;

/// Extractor that restricts a handler, or as a layer a whole router, to the main site: on a portal
/// the path does not exist.
#[derive(Debug, Clone, Copy)]
pub struct MainHost;

impl<S: Send + Sync> FromRequestParts<S> for MainHost {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let facts = parts.extensions.get::<Arc<RequestFacts>>();
        let here = facts.is_some_and(|facts| facts.site == Site::Main);
        if here { Ok(Self) } else { Err(Problem::not_found()) }
    }
}
