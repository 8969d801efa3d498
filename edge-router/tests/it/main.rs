//! The edge from outside: as a service without a socket, and over real sockets where sockets are
//! the point.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod audience;
mod botnet;
mod changes;
mod conformance;
mod crowds;
mod feeds;
mod files;
mod forwarding;
mod hosts;
mod instances;
mod kept;
mod kit;
mod leaving;
mod logs;
mod pages;
mod rolling;
mod slow;
mod sockets;
mod tls;
mod turns;
