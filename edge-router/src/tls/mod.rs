//! TLS. A handshake uses only the active table: no authority, disk or network is involved (edge
//! design, section 5.5).
//!
//! Read [`handshake`] (from the socket to the stream), [`certificates`] (certificate selection),
//! [`pair`] (a certificate with its key, and its validation), [`policy`] (versions and groups),
//! [`tickets`] (shared by the fleet) and [`own`] (certificates that the edge creates: the
//! placeholder for hosts without a certificate, and ACME answers).

pub(crate) mod certificates;
mod handshake;
mod own;
pub(crate) mod pair;
mod pieces;
mod policy;
mod tickets;

pub use handshake::TlsError;
pub(crate) use handshake::{Tls, TlsInfo};
pub use pair::PairError;
