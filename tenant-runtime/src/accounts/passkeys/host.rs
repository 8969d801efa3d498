//! Where passkeys exist: on the main host.

use axum::extract::FromRequestParts;
use http::request::Parts;
use platform::request::RequestFacts;
use platform::{Door, Problem};
use std::sync::Arc;

/// Says in a handler's signature that it exists on the main host only.
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
