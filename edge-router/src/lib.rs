//! The edge: resolves the site of each request and routes the request there. It knows the hosts,
//! the two web builds and the addresses of the other roles. It uses no database, and reads no
//! response body except the preview of a shared article.
//!
//! Read in this order: [`edge`] (a request from arrival to response), [`resolve`] (the route
//! table), [`forward`] (proxying and header cleaning), [`site`] (the pages), [`limits`] (early
//! refusals), [`listen`] (sockets and graceful shutdown) and [`tls`] (certificate selection).

mod access;
mod alarm;
pub mod config;
mod cookies;
pub mod edge;
pub mod forward;
pub mod limits;
pub mod listen;
mod metrics;
mod paths;
mod policy;
mod problem;
mod redirects;
pub mod resolve;
pub mod site;
mod system;
pub mod tls;

pub use config::{Drain, EdgeConfig, Limits, Pace};
pub use edge::{Answer, Edge, EdgeService, ReadinessCheck};
pub use forward::{Upstream, Upstreams};
pub use limits::{Budget, ClientAddr, NetworkBudgets, Room};
pub use listen::{Drained, ServeError};
pub use resolve::{Feed, InForce, Memory, MemoryError, Reporter, Source, Table, follow, report};
pub use site::{Features, SiteError};
