//! The edge: it decides which door a request came through, and sends it there. It knows hosts,
//! the two web builds and where the other roles are; it opens no database and reads no body but what the
//! runtime says of a shared article.
//!
//! Read in this order: [`edge`] (a request from its arrival to its answer), [`resolve`] (how the
//! edge learns which hosts exist), [`forward`] (what is passed on, and how it is cleaned),
//! [`site`] (the pages themselves), [`limits`] (what is refused before anything else happens),
//! [`listen`] (sockets, and leaving without cutting anyone off) and [`tls`] (which certificate a name
//! is shown).

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
