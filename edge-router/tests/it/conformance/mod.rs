//! The rows of the edge design's section 3 that are not tested where their matter is: what other
//! proxies let through, and this one does not. Of the others, framing is in `sockets`, headers in
//! `forwarding`, hosts in `hosts`, names of handshakes in `tls`.

mod bodies;
mod floods;
mod heads;
pub mod raw;
mod smuggling;
mod stalls;
mod streams;
pub mod websockets;
mod wire;
