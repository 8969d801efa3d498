//! Domains of a portal's own (edge design, section 5.2): records to set, looked for through several
//! resolvers; a proof of whose the name is; approval by staff; a certificate; and a second look every few
//! hours, since what was proven once may be somebody else's tomorrow.
//!
//! A name is a portal's when the DNS says so twice: it leads to a target that only this portal has (or to
//! our addresses), and a TXT record below it holds the affiliation's word. An alias that was forgotten in
//! somebody's zone is therefore worth nothing to another affiliation.
//!
//! Read [`wanted`] (which records), [`looking`] (what is seen of them), [`judging`] (what follows, without
//! I/O), [`checking`] (doing it), [`before_order`] (whether a certificate may be asked for), [`acts`] (what
//! people do), then `routes`. [`names`] is what the rest of the
//! control plane asks.

mod acts;
mod address;
mod before_order;
mod checking;
mod counts;
mod error;
mod host;
mod judging;
mod looking;
mod names;
mod records;
mod routes;
mod rows;
mod view;
mod wanted;

pub use acts::sweep;
pub use address::AddressState;
pub use checking::{Check, JOB_KIND, check_due};
pub use counts::counts;
pub use error::DomainError;
pub use routes::routes;
pub use rows::{DomainId, State};

pub(crate) use acts::release_all;
pub(crate) use before_order::doubt;
pub(crate) use names::{certified, origin_of, served, tenant_at};
pub(crate) use rows::Model;
pub(crate) use view::{certificate, of_tenants};
pub(crate) use wanted::chance;
