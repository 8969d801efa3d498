//! What the roles of Guildhall say to each other: identifiers, hosts and doors, the route table the
//! control plane publishes and the edge applies, and the signed context that carries the edge's
//! decision to the runtime. Values only: nothing here does I/O.
//!
//! Read [`ids`], then [`host`], [`routes`] and [`context`].

pub mod brand;
pub mod context;
pub mod host;
pub mod ids;
pub mod lookup;
pub mod routes;

pub use brand::{Brand, ThemeColor};
pub use context::{Context, ContextError, ContextKey};
pub use host::{HostError, normalise_host};
pub use ids::{AffiliationId, TenantId};
pub use lookup::Routes;
pub use routes::{Door, MainRoute, PortalRoute, PortalState, Resolution, RouteTable};
