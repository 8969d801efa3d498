//! Handlers whose type says nothing of what they do.
//!
//! A router is generic over the types of its handlers, and the type of one holds the whole of its work as a
//! future: for every layer that wraps it the compiler proves anew that all of that may move between threads, and
//! writes the layer once more. Routers of ours therefore hold handlers of one type, and each handler is looked
//! through once.

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use futures::future::BoxFuture;
use std::sync::Arc;

type Answer = BoxFuture<'static, Response>;

/// Any handler over the state `S`.
#[derive(Clone)]
pub struct AnyHandler<S>(Arc<dyn Fn(Request, S) -> Answer + Send + Sync>);

impl<S: std::fmt::Debug> std::fmt::Debug for AnyHandler<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyHandler").finish_non_exhaustive()
    }
}

impl<S: Clone + Send + Sync + 'static> AnyHandler<S> {
    /// Forgets the handler's type.
    pub fn new<H, T>(handler: H) -> Self
    where
        H: Handler<T, S, Future = Answer> + Sync,
    {
        Self(Arc::new(move |request, state| handler.clone().call(request, state)))
    }
}

impl<S: Clone + Send + Sync + 'static> Handler<(), S> for AnyHandler<S> {
    type Future = Answer;

    fn call(self, request: Request, state: S) -> Answer {
        self.0(request, state)
    }
}
