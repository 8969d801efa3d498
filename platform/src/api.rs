//! The calls of the interface: what answers each, and what describes it.
//!
//! A router of `utoipa-axum` describes its calls while it is put together, so each process would write the whole
//! description at its start and throw it away. Here a call only knows who describes it; it is asked once somebody
//! wants to read that.

use axum::Router;
use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, Route};
use std::convert::Infallible;
use tower::{Layer, Service};
use utoipa::openapi::path::Paths;
use utoipa::openapi::{OpenApi, RefOr, Schema};

// What `routes!` is written with.
#[doc(hidden)]
pub use utoipa_axum;

/// The types that a description names.
pub type Schemas = Vec<(String, RefOr<Schema>)>;

/// One path with the handlers of its methods, as [`routes!`](crate::routes) makes it.
#[derive(Debug)]
pub struct Call<S> {
    /// Below the router's own.
    pub path: String,
    /// What answers.
    pub methods: MethodRouter<S>,
    /// Says what the handlers take and give.
    pub description: fn() -> (Schemas, Paths),
}

/// Calls that go together. State: `S`.
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
    /// One without a call.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the calls of one path.
    #[must_use]
    pub fn routes(mut self, call: Call<S>) -> Self {
        self.descriptions.push(call.description);
        self.route(&call.path, call.methods)
    }

    /// Adds a path that the description says nothing of.
    #[must_use]
    pub fn route(mut self, path: &str, methods: MethodRouter<S>) -> Self {
        self.routes.push((path.to_owned(), methods));
        self
    }

    /// Adds the calls of another one.
    #[must_use]
    pub fn merge(mut self, mut other: Self) -> Self {
        self.routes.append(&mut other.routes);
        self.descriptions.append(&mut other.descriptions);
        self
    }

    /// Puts a layer around each call so far, and around what refuses its other methods.
    #[must_use]
    pub fn layer<L>(self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.map(|methods| methods.layer(layer.clone()))
    }

    /// Puts a layer around each call so far; its other methods are refused without it.
    #[must_use]
    pub fn route_layer<L>(self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request, Error = Infallible> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        self.map(|methods| methods.route_layer(layer.clone()))
    }

    fn map(self, wrap: impl Fn(MethodRouter<S>) -> MethodRouter<S>) -> Self {
        let routes = self.routes.into_iter().map(|(path, methods)| (path, wrap(methods)));
        Self { routes: routes.collect(), ..self }
    }

    /// What answers.
    ///
    /// # Panics
    /// When two calls have the same path and method.
    pub fn into_router(self) -> Router<S> {
        let add = |router: Router<S>, (path, methods): (String, _)| router.route(&path, methods);
        self.routes.into_iter().fold(Router::new(), add)
    }

    /// Adds to a document what the calls are, at paths below `prefix`.
    ///
    /// # Panics
    /// When two types have one name: the document has room for one of them, and would be wrong about the other.
    #[must_use]
    pub fn describe(&self, prefix: &str, mut document: OpenApi) -> OpenApi {
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

/// The path of handlers that go together.
///
/// # Panics
/// When one is described at another path than the first: it would answer where nobody looks for it.
#[doc(hidden)]
#[must_use]
pub fn one_path<const N: usize>(paths: [String; N]) -> String {
    let mut paths = paths.into_iter();
    let first = paths.next().unwrap_or_default();
    assert!(paths.all(|other| other == first), "described at another path than {first}");
    first
}

/// One path of the interface with the handlers of its methods, for [`ApiRouter::routes`]. Each handler has a
/// description by `utoipa::path`; all of them have the same path there.
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
        $crate::api::Call {
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
