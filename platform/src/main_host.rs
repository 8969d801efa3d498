//! What exists on the main host only: passkeys, and everything that runs the portals.

use crate::problem::Problem;
use crate::request::RequestFacts;
use axum::extract::FromRequestParts;
use http::request::Parts;
use std::sync::Arc;
use wire::Door;

/// Says in a handler's signature, or of a whole router, that it exists on the main host only: on a portal
/// there is no such path.
#[derive(Debug, Clone, Copy)]
pub struct MainHost;

impl<S: Send + Sync> FromRequestParts<S> for MainHost {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Problem> {
        let facts = parts.extensions.get::<Arc<RequestFacts>>();
        let here = facts.is_some_and(|facts| facts.door == Door::Main);
        if here { Ok(Self) } else { Err(Problem::not_found()) }
    }
}
