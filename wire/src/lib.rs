//! Types shared by the roles of Guildhall: identifiers, hosts and sites, the route table that the
//! control plane publishes and the edge applies, and the signed context that carries the edge's
//! decision to the runtime. Pure values; nothing here does I/O.
//!
//! Start with [`ids`], then [`host`], [`routes`] and [`context`]. [`changes`] and [`feed`] describe
//! how a table is transferred, [`lookup`] how it is queried, and [`persistent_map`] how a new version
//! shares memory with the previous one. [`metrics`] declares the metrics of all roles, and
//! [`trace_parent`] the header that joins their traces.

pub mod assets;
pub mod bodies;
pub mod brand;
pub mod certificate;
pub mod changes;
pub mod content_filter;
pub mod context;
pub mod cookies;
pub mod digests;
pub mod feed;
pub mod host;
pub mod ids;
pub mod key_ring;
pub mod language;
pub mod lookup;
pub mod metrics;
pub mod persistent_map;
pub mod probe;
pub mod reserved;
pub mod routes;
pub mod secret_paths;
mod shared_str;
pub mod shutdown;
mod sorted;
pub mod trace_parent;

pub use bodies::Content;
pub use brand::{Brand, FooterLink, ThemeColor};
pub use certificate::{ChallengeAnswer, ChallengeKind, HostCertificate, PrivateKeyPem};
pub use changes::{Changes, FeedAnswer, MainChange, PublishedTable};
pub use content_filter::ContentFilter;
pub use context::{Context, ContextError, ContextKey};
pub use digests::{Digests, Part};
pub use feed::{EdgeReport, FeedKey, RefusedHost};
pub use host::{HostError, normalise_host};
pub use ids::{AffiliationId, TenantId};
pub use key_ring::{KeyRing, RingKeys};
pub use language::Language;
pub use lookup::{Routes, TableHead};
pub use persistent_map::ShardedMap;
pub use routes::{MainRoute, Owner, PortalRoute, PortalState, Resolution, RouteTable, Site};
pub use shutdown::LEAVING_HEADER;
pub use trace_parent::TraceParent;
