//! TLS with real handshakes over real sockets.

mod authorities;
mod balanced;
mod certificates;
mod handshakes;
mod isolation;
pub mod kit;
mod plain;
mod shares;
mod sites;
