//! The rows of the edge design's section 3 that are not tested where their matter is: what other
//! proxies let through, and this one does not. Of the others, framing is in `sockets`, headers in
//! `forwarding`, hosts in `hosts`, names of handshakes in `tls`.

mod bodies;
mod floods;
mod heads;
mod raw;
mod stalls;
mod streams;
mod websockets;
mod wire;
