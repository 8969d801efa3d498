//! The edge design's section 3, row by row: what other proxies let through, and this one does not.
//!
//! | row | probe |
//! |---|---|
//! | Host beside another SNI | `tls::isolation`, `tls::doors` |
//! | unknown SNI; a host without a certificate | `tls::handshakes`, `tls::shares`; `tls::certificates` |
//! | no SNI, the health check | `tls::handshakes`, `tls::shares` |
//! | trailing dot, case, port of the host | `tls::doors`, `poison`; the normaliser in `wire::host` |
//! | two Hosts, `@`, an address of another host | `sockets`, `hosts`, `poison`; over HTTP/2 `streams` |
//! | two lengths | `sockets`, `smuggling`; inside TLS `tls::doors` |
//! | a transfer encoding in HTTP/1.0, folded lines, bare LF | `heads` |
//! | a chunk size that is none | `bodies`, `smuggling` |
//! | anything that two parsers could read in two ways | `differential` |
//! | a request behind an upgrade | `heads`, `smuggling` |
//! | names in `Connection` | `forwarding` |
//! | forged `X-Forwarded-*`, `Forwarded`, `X-Real-IP`, twins with underscores | `forwarding`, `poison` |
//! | TRACE, CONNECT | `sockets`; over HTTP/2 `streams` |
//! | heads that are too large | `sockets`; over HTTP/2, crumbs of cookies among them, `floods` |
//! | a head that hardly comes | `heads`, `slow` |
//! | no ClientHello | `tls::handshakes`, `slow` |
//! | a body that hardly comes | `bodies`, `slow` |
//! | an answer that does not go on, a connection without requests | `stillness` |
//! | content that is too large for its path | `bodies` |
//! | an answer whose client is still sending | `farewells` |
//! | too many requests of a network, of a tenant | `crowds`, `turns` |
//! | an international name | `hosts` |
//! | HTTP/2: resets, pings, settings, empty data, continuations, room for answers | `floods`, `stalls`, `streams` |

mod bodies;
mod differential;
mod farewells;
mod floods;
mod heads;
mod poison;
pub mod raw;
mod smuggling;
mod stalls;
mod stillness;
mod streams;
pub mod websockets;
pub mod wire;
