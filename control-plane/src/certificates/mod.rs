//! Certificates by ACME (RFC 8555). The control plane obtains them before any handshake needs them;
//! an edge only serves certificates and challenge answers that it receives.
//!
//! The code that accepts a host calls [`want`]. The host then has one job row, and any number of
//! workers claim due jobs under leases ([`queue`]). A worker checks the DNS first ([`preflight`]),
//! respects the authority's limits ([`budget`]), and creates or continues the order ([`order`]).
//! The result is a certificate in the route table, or an error message ([`trouble`], [`settle`]).
//! The authority determines the renewal time ([`renewal`]). Disabled unless an issuer is
//! configured.

mod account;
mod again;
mod authority;
mod budget;
mod client;
mod dns_update;
mod history;
mod installed;
mod issuer;
mod leaf;
mod lease;
mod listing;
mod order;
mod platform_hosts;
mod preflight;
mod probe;
mod published;
mod queue;
mod renew;
mod renewal;
mod retry;
mod revoke;
mod routes;
mod rows;
mod settle;
mod shop;
mod standing;
mod status;
mod steps;
mod summary;
mod trouble;
mod turns;
mod view;
mod wants;

pub use again::RenewError;
pub use authority::AuthorityError;
pub use client::Transport;
pub use issuer::Issuer;
pub use renew::renew_all;
pub use routes::routes;
pub use rows::CertificateId;
pub use shop::{IssuerError, Spread, Way};
pub use standing::{OrdersLeft, Standing, standing};
pub use status::{HostStatus, status};
pub use wants::{Want, WantError, check_again, unwant, want};

pub(crate) use installed::note_installed;
pub(crate) use platform_hosts::{
    PortalCertificate, portal_certificate, unwant_portal, want_portal,
};
pub(crate) use preflight::{Look, Seen, caa};
pub(crate) use published::{answers, opened, shown};
pub(crate) use standing::orders_left;
pub(crate) use summary::{CertificateState, CertificateSummary, Summaries};

/// Bus channel that wakes the workers when a certificate is requested.
const WAKE_CHANNEL: &str = "certificates";
