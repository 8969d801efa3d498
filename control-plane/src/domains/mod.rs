//! Custom domains of a portal (edge design, section 5.2): DNS records to set, verification through
//! several resolvers, approval by staff, a certificate, and a new check every few hours, because
//! the owner may change.
//!
//! Verification needs two DNS records: the name must point to a target that only this portal has
//! (or to our addresses), and a TXT record below it must contain the affiliation's token. A
//! forgotten alias in someone else's zone is therefore useless to another affiliation.
//!
//! Read [`expected_records`] (required records), [`probe`] (DNS queries), [`verdict`] (the decision,
//! without I/O), [`checking`] (applying it), [`issuance_check`] (the check before an order), [`commands`]
//! (commands), then `routes`. [`names`] is the interface to the rest of the control plane.

mod address;
mod checking;
mod commands;
mod counts;
mod error;
mod expected_records;
mod host;
mod issuance_check;
mod names;
mod probe;
mod records;
mod routes;
mod rows;
mod verdict;
mod view;
mod work;

pub use address::PortalAddressState;
pub use checking::{DomainCheckJob, JOB_KIND, check_due};
pub use commands::sweep;
pub use counts::count_by_state;
pub use error::DomainError;
pub use routes::routes;
pub use rows::{DomainId, DomainState};

pub(crate) use commands::release_all;
pub(crate) use expected_records::random_token;
pub(crate) use issuance_check::find_doubt;
pub(crate) use names::{mark_serving, origin_of, served_hosts, tenant_at};
pub(crate) use rows::Model;
pub(crate) use view::{certificate_summary, of_tenants};
pub(crate) use work::FAILING_DOMAINS;
