//! TLS. A handshake uses only the active table: no authority, disk or network is involved (edge
//! design, section 5.5).
//!
//! Read [`handshake`] (from the socket to the stream), [`policy`] (versions and groups),
//! [`tickets`] (shared by the fleet) and [`own`] (certificates that the edge creates: the
//! placeholder for hosts without a certificate, and ACME answers). [`crate::certificates`] selects
//! the certificate.

mod handshake;
mod own;
mod pieces;
mod policy;
mod tickets;

pub(crate) use handshake::Tls;
pub use handshake::TlsError;
