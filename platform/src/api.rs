//! HTTP API: handlers with their OpenAPI descriptions.
//!
//! A router of `utoipa-axum` builds its description when it is constructed, so every process would
//! build the whole document at start-up and drop it. Here each route only stores a function that
//! describes it; it runs when the document is requested.

use axum::Router;
use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, Route};
use std::convert::Infallible;
use tower::{Layer, Service};
use utoipa::openapi::path::Paths;
use utoipa::openapi::{OpenApi, RefOr, Schema};

// Used by `routes!`.
#[doc(hidden)]
pub use utoipa_axum;

/// Schemas that a description refers to.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

/// One path with the handlers of its methods, as created by [`routes!`](crate::routes).
#[derive(Debug)]
pub struct DescribedRoute<S> {
    /// Path below the router's prefix.
    pub path: String,
    /// Handlers.
    pub methods: MethodRouter<S>,
    /// Describes the handlers' parameters and responses.
    pub description: fn() -> (Schemas, Paths),
}

/// A group of routes with state `S`.
#[derive(Debug)]
pub struct ApiRouter<S> {
    routes: Vec<(String, MethodRouter<S>)>,
    descriptions: Vec<fn() -> (Schemas, Paths)>,
}

impl<S> Default for ApiRouter<S> {
    fn default() -> Self {
        Self { routes: Vec::new(), descriptions: Vec::new() }
    }
}

impl<S: Clone + Send + Sync + 'static> ApiRouter<S> {
    /// Creates an empty router.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the handlers of one path.
    #[must_use]
    pub fn routes(mut self, call: DescribedRoute<S>) -> Self {
        self.descriptions.push(call.description);
        self.route(&call.path, call.methods)
    }

    /// Adds a path that is not part of the description.
    #[must_use]
    pub fn route(mut self, path: &str, methods: MethodRouter<S>) -> Self {
        self.routes.push((path.to_owned(), methods));
        self
    }

    /// Adds the routes of another router.
    #[must_use]
    pub fn merge(mut self, mut other: Self) -> Self {
        self.routes.append(&mut other.routes);
        self.descriptions.append(&mut other.descriptions);
        self
    }

    /// Adds a layer around every existing route, including its 405 response.
    #[must_use]
    pub fn layer<L>(self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.map_routes(|methods| methods.layer(layer.clone()))
    }

    /// Adds a layer around every existing route; 405 responses bypass it.
    #[must_use]
    pub fn route_layer<L>(self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.map_routes(|methods| methods.route_layer(layer.clone()))
    }

    fn map_routes(self, wrap: impl Fn(MethodRouter<S>) -> MethodRouter<S>) -> Self {
        let routes = self.routes.into_iter().map(|(path, methods)| (path, wrap(methods)));
        Self { routes: routes.collect(), ..self }
    }

    /// Builds the axum router.
    ///
    /// # Panics
    /// If two routes have the same path and method.
    pub fn into_router(self) -> Router<S> {
        let add = |router: Router<S>, (path, methods): (String, _)| router.route(&path, methods);
        self.routes.into_iter().fold(Router::new(), add)
    }

    /// Adds the descriptions to a document, with paths below `prefix`.
    ///
    /// # Panics
    /// If two schemas have the same name, because the document can contain only one of them.
    #[must_use]
    pub fn add_to_document(&self, prefix: &str, mut document: OpenApi) -> OpenApi {
        for description in &self.descriptions {
            let (schemas, paths) = description();
            for (path, item) in paths.paths {
                let known = document.paths.paths.entry(format!("{prefix}{path}")).or_default();
                known.merge_operations(item);
            }
            let known = &mut document.components.get_or_insert_default().schemas;
            for (name, schema) in schemas {
                let same = known.get(&name).is_none_or(|known| *known == schema);
                assert!(same, "two types are described as {name}");
                known.insert(name, schema);
            }
        }
        document
    }
}

/// Returns the common path of a group of handlers.
///
/// # Panics
/// If a handler is described with another path than the first, because its description would then
/// be wrong.
#[doc(hidden)]
#[must_use]
pub fn one_path<const N: usize>(paths: [String; N]) -> String {
    let mut paths = paths.into_iter();
    let first = paths.next().unwrap_or_default();
    assert!(paths.all(|other| other == first), "described at another path than {first}");
    first
}

/// One path of the API with the handlers of its methods, for [`ApiRouter::routes`]. Each handler is
/// annotated with `utoipa::path`, all with the same path.
#[macro_export]
macro_rules! routes {
    ($($handler:ident),+ $(,)?) => {{
        use $crate::api::utoipa_axum::PathItemExt as _;
        let paths = [$($crate::api::utoipa_axum::routes!(@path [path()] of $handler)),+];
        let mut methods = ::axum::routing::MethodRouter::new();
        $(
            for method in $crate::api::utoipa_axum::routes!(@path [methods()] of $handler) {
                let handler = $crate::handler::AnyHandler::new($handler);
                methods = methods.on(method.to_method_filter(), handler);
            }
        )+
        $crate::api::DescribedRoute {
            path: $crate::api::one_path(paths),
            methods,
            description: || {
                let mut schemas = ::std::vec::Vec::new();
                let mut paths = ::utoipa::openapi::path::Paths::new();
                $(
                    let (path, item, methods) =
                        $crate::api::utoipa_axum::routes!(@resolve_types $handler : schemas);
                    paths.add_path_operation(&path, methods, item);
                )+
                (schemas, paths)
            },
        }
    }};
}
