//! Custom domains of a portal (edge design, section 5.2): DNS records to set, verification through
//! several resolvers, approval by staff, a certificate, and a new check every few hours, because
//! the owner may change.
//!
//! Verification needs two DNS records: the name must point to a target that only this portal has
//! (or to our addresses), and a TXT record below it must contain the affiliation's token. A
//! forgotten alias in someone else's zone is therefore useless to another affiliation.
//!
//! Read [`wanted`] (required records), [`probe`] (DNS queries), [`verdict`] (the decision,
//! without I/O), [`checking`] (applying it), [`before_order`] (the check before an order), [`commands`]
//! (commands), then `routes`. [`names`] is the interface to the rest of the control plane.

mod address;
mod before_order;
mod checking;
mod commands;
mod counts;
mod error;
mod host;
mod names;
mod probe;
mod records;
mod routes;
mod rows;
mod verdict;
mod view;
mod wanted;

pub use address::AddressState;
pub use checking::{Check, JOB_KIND, check_due};
pub use commands::sweep;
pub use counts::counts;
pub use error::DomainError;
pub use routes::routes;
pub use rows::{DomainId, DomainState};

pub(crate) use before_order::doubt;
pub(crate) use commands::release_all;
pub(crate) use names::{certified, origin_of, served, tenant_at};
pub(crate) use rows::Model;
pub(crate) use view::{certificate, of_tenants};
pub(crate) use wanted::chance;
