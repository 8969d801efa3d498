//! Certificates by ACME (RFC 8555). The control plane obtains them before any handshake needs them;
//! an edge only serves certificates and challenge answers that it receives.
//!
//! The code that accepts a host calls [`request_certificate_for`]. The host then has one job row, and any number of
//! workers claim due jobs under leases ([`queue`]). A worker checks the DNS first ([`preflight`]),
//! respects the authority's limits ([`budget`]), and creates or continues the order ([`order`]).
//! The result is a certificate in the route table, or an error message ([`errors`], [`failure`]).
//! The authority determines the renewal time ([`renewal`]). Disabled unless an issuer is
//! configured.

mod account;
mod account_orders;
mod authority;
mod budget;
mod client;
mod context;
mod desired;
mod dns_update;
mod errors;
mod failure;
mod figures;
mod history;
mod installed;
mod issuer;
mod leaf;
mod lease;
mod order;
mod platform_hosts;
mod preflight;
mod probe;
mod published;
mod queue;
mod reissue;
mod renew;
mod renewal;
mod retry;
mod retry_slots;
mod revoke;
mod routes;
mod rows;
mod sealed;
mod status;
mod steps;
mod summary;
mod view;
mod work;

pub use authority::AuthorityError;
pub use client::Transport;
pub use context::{IssuerError, RolloutWait, TransportFactory};
pub use desired::{
    DesiredCertificate, WantError, check_again, request_certificate_for, withdraw_request,
};
pub use figures::{CertificateFigures, OrderAllowance, certificate_figures};
pub use issuer::{ISSUER_LOOPS, Issuer};
pub use preflight::answers_dns;
pub use reissue::RenewError;
pub use renew::renew_all;
pub use routes::routes;
pub use rows::CertificateId;
pub use sealed::{seal_certificate_key, sealed_columns};
pub use status::{HostStatus, host_status};

pub(crate) use figures::orders_left;
pub(crate) use installed::record_installed;
pub(crate) use platform_hosts::{
    PortalCertificate, portal_certificate, unwant_portal, want_portal,
};
pub(crate) use preflight::{DnsAnswer, DnsResolver, caa};
pub(crate) use published::{challenge_answers, decrypted_certificates, published_certificates};
pub(crate) use summary::{CertificateState, CertificateSummary, Summaries};
pub(crate) use work::EXPIRING_CERTIFICATES;

/// Bus channel that wakes the workers when a certificate is requested.
const WAKE_CHANNEL: &str = "certificates";
