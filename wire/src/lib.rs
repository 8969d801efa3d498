//! What the roles of Guildhall say to each other: identifiers, hosts and doors, the route table the
//! control plane publishes and the edge applies, and the signed context that carries the edge's
//! decision to the runtime. Values only: nothing here does I/O.
//!
//! Read [`ids`], then [`host`], [`routes`] and [`context`]; [`changes`] and [`feed`] are how a table
//! travels, [`lookup`] is how one is used, and [`pieces`] why the next one costs so little.

pub mod bodies;
pub mod brand;
pub mod certificate;
pub mod changes;
pub mod context;
pub mod digests;
pub mod feed;
pub mod host;
pub mod ids;
pub mod lookup;
pub mod pieces;
pub mod probe;
pub mod reserved;
pub mod routes;
mod shared;
mod sorted;

pub use bodies::Content;
pub use brand::{Brand, FooterLink, ThemeColor};
pub use certificate::{ChallengeAnswer, ChallengeKind, HostCertificate, PrivateKeyPem};
pub use changes::{Changes, FeedAnswer, MainChange, Published};
pub use context::{Context, ContextError, ContextKey};
pub use digests::{Digests, Part};
pub use feed::{EdgeReport, FeedKey, RefusedHost};
pub use host::{HostError, normalise_host};
pub use ids::{AffiliationId, TenantId};
pub use lookup::{Head, Routes};
pub use pieces::Pieces;
pub use routes::{Door, MainRoute, Owner, PortalRoute, PortalState, Resolution, RouteTable};
