//! TLS. A handshake uses only the active table: no authority, disk or network is involved (edge
//! design, section 5.5).
//!
//! Read [`handshake`] (from the socket to the stream), [`policy`] (versions and groups),
//! [`tickets`] (shared by the fleet) and [`own_key`] (certificates that the edge creates: the
//! placeholder for hosts without a certificate, and ACME answers). [`crate::certificates`] selects
//! the certificate.

mod handshake;
mod own_key;
mod plain_write_socket;
mod policy;
mod tickets;

pub(crate) use handshake::TlsAcceptor;
pub use handshake::TlsError;
