//! Certificates, by ACME (RFC 8555): decided here, before any handshake. An edge shows what it is given
//! and answers what it is told to; it never talks to an authority.
//!
//! Who decides that a host is ours calls [`want`]. From then on the host has one row of work, and any
//! number of workers take what is due under leases ([`queue`]): they look at the DNS first
//! ([`preflight`]), stay within the authority's limits ([`budget`]), make or take up the order
//! ([`order`]), and leave the certificate in the route table, or a cause that people can read
//! ([`trouble`], [`settle`]). Renewal is when the authority says ([`renewal`]). Off unless an issuer is
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

/// Bus channel that says: a certificate is wanted.
const WAKE_CHANNEL: &str = "certificates";
