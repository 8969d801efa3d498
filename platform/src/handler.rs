//! Type-erased handlers.
//!
//! A router is generic over its handlers' types, which contain the handlers' futures. The compiler
//! would prove for every wrapping layer that the whole future is `Send`, and instantiate the layer
//! again. Our routers hold handlers of a single type, so each handler is checked only once.

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;
use futures::future::BoxFuture;
use std::sync::Arc;

type ResponseFuture = BoxFuture<'static, Response>;

/// Any handler over the state `S`.
#[derive(Clone)]
pub struct AnyHandler<S>(Arc<dyn Fn(Request, S) -> ResponseFuture + Send + Sync>);

impl<S: std::fmt::Debug> std::fmt::Debug for AnyHandler<S> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AnyHandler").finish_non_exhaustive()
    }
}

impl<S: Clone + Send + Sync + 'static> AnyHandler<S> {
    /// Erases the handler's type.
    pub fn new<H, T>(handler: H) -> Self
    where
        H: Handler<T, S, Future = ResponseFuture> + Sync,
    {
        Self(Arc::new(move |request, state| handler.clone().call(request, state)))
    }
}

impl<S: Clone + Send + Sync + 'static> Handler<(), S> for AnyHandler<S> {
    type Future = ResponseFuture;

    fn call(self, request: Request, state: S) -> ResponseFuture {
        self.0(request, state)
    }
}
