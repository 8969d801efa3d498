//! TLS. A handshake is decided from the table in force and nothing else: no authority is asked, no
//! disk and no network waits (edge design, section 5.5).
//!
//! Read [`handshake`] (from the socket to the stream), [`certificates`] (which certificate a name
//! is shown), [`pair`] (a certificate with its key, and what makes one unusable), [`policy`] (the
//! versions and groups of every handshake), [`tickets`] (which the whole fleet reads) and [`own`] (the certificates an edge makes
//! itself: the one of hosts that have none yet, and answers to an authority).

pub(crate) mod certificates;
mod handshake;
mod own;
pub(crate) mod pair;
mod pieces;
mod policy;
mod tickets;

pub use handshake::TlsError;
pub(crate) use handshake::{Tls, TlsArrival};
pub use pair::PairError;
