//! The edge: resolves the site of each request and routes the request there. It knows the hosts,
//! the two web builds and the addresses of the other roles. It uses no database, and reads no
//! response body except the preview of a shared article.
//!
//! Read in this order: [`edge`] (a request from arrival to response), [`resolve`] (the route
//! table), [`forward`] (proxying and header cleaning), [`web_apps`] (the pages), [`limits`] (early
//! refusals), `compression`, [`listen`] (sockets and graceful shutdown), [`tls`] (the handshake) and
//! [`certificates`] (certificate selection).

mod app_links;
mod authority;
mod certificates;
mod compression;
pub mod config;
mod connection;
mod cookies;
pub mod edge;
pub mod forward;
mod german;
mod lazy_timer;
pub mod limits;
pub mod listen;
mod metrics;
mod paths;
mod policy;
mod problem;
mod redirects;
mod request_meta;
pub mod resolve;
mod system;
pub mod tls;
mod trace;
pub mod web_apps;

pub use config::{BodyPace, Drain, EdgeConfig, Features, Limits, NativeApps};
pub use edge::{Answer, Edge, EdgeService, ReadinessCheck};
pub use forward::{Resolver, Upstream, Upstreams, system_resolver};
pub use limits::{Budget, ClientAddr, ConcurrencyLimits, NetworkBudgets};
pub use listen::{Drained, ServeError};
pub use resolve::{
    ActiveRoutes, Feed, Reporter, RouteSnapshotFile, RouteSource, SnapshotFileError, Table, follow,
    report,
};
pub use web_apps::WebAppsError;
