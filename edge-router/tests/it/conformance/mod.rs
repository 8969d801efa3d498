//! The edge design's section 3, row by row: input that other proxies accept and this edge refuses.
//!
//! | row | probe |
//! |---|---|
//! | Host differs from SNI | `tls::isolation`, `tls::sites` |
//! | unknown SNI; a host without a certificate | `tls::handshakes`, `tls::shares`; `tls::certificates` |
//! | no SNI, the health check | `tls::handshakes`, `tls::shares` |
//! | trailing dot, case, port of the host | `tls::sites`, `poison`; the normaliser in `wire::host` |
//! | two Hosts, `@`, an address of another host | `sockets`, `hosts`, `poison`; over HTTP/2 `streams` |
//! | two lengths | `sockets`, `smuggling`; inside TLS `tls::sites` |
//! | a transfer encoding in HTTP/1.0, folded lines, bare LF | `heads` |
//! | an invalid chunk size | `bodies`, `smuggling` |
//! | ambiguous requests | `differential` |
//! | a request behind an upgrade | `heads`, `smuggling` |
//! | names in `Connection` | `forwarding` |
//! | forged `X-Forwarded-*`, `Forwarded`, `X-Real-IP`, twins with underscores | `forwarding`, `poison` |
//! | TRACE, CONNECT | `sockets`; over HTTP/2 `streams` |
//! | oversized headers | `sockets`; over HTTP/2, including cookie crumbs, `floods` |
//! | a slow header | `heads`, `slow` |
//! | no ClientHello | `tls::handshakes`, `slow` |
//! | a slow body | `bodies`, `slow` |
//! | a stalled response, an idle connection | `stillness` |
//! | a body too large for its path | `bodies` |
//! | a response to a client that is still sending | `farewells` |
//! | rate limits of a network and a tenant | `crowds`, `turns` |
//! | an international name | `hosts` |
//! | HTTP/2: resets, pings, settings, empty data, continuations, flow-control windows | `floods`, `stalls`, `streams` |

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
