//! Tests of the edge through its public interface: as a service without a socket, and over real
//! sockets where the socket matters.
//!
//! The table lists the tests of the edge design's section 6 with their location. Durations depend
//! on the machine; `bench` measures them, and the tests do not assert them.
//!
//! | test | where | what it asserts | what is printed or measured |
//! |---|---|---|---|
//! | A `edge-conformance` | [`conformance`], a table of its rows | every row has the response of the design's last column | compared with other proxies: `bench edge-duel` |
//! | B `edge-smuggling` | `conformance::smuggling`, `conformance::heads`; `conformance::differential` | 20 cases over HTTP/1.1 and 8 over HTTP/2: an upstream receives exactly the requests that are answered; 768 arbitrary messages (`PROPTEST_CASES` for more): a role receives only requests that its own parser would read | – |
//! | C `acme-pebble` | `guildhall/tests/certificates`: `issuing`, `names`, `preflight`, `refusals`, `renewing`, `resuming`, `silence`, `wildcard` | the scenarios on Debian's Pebble; a worker killed at any step: no second order, no orphaned key | – |
//! | D `issuer-fleet` | there: `fleet` (60 hosts on Pebble), `many` (300, workers killed), `resuming` (one frozen past its lease at any step, and a late order) | one order per host, no stale write; late results are counted | – |
//! | E `rate-budget` | there: `many`, `limits`; the botnet in [`botnet`] | 90 days without a 429, the busiest hour at most twice the mean one (125 hosts with longer hours; 10,000 by hand); 100,000 unknown names: no order, no request to other roles | how fast names are refused |
//! | F `ari` | there: `renewing` | a window in the past, an invalid window, `alreadyReplaced` | – |
//! | G `static-stability` | [`feeds`]; `guildhall/tests/it/roles/apart.rs`; `guildhall/tests/fleet` | all roles behind the edge are stopped and an edge restarts: no page fails; an edge starts alone with 10,000 hosts and serves the last one | `bench edge-duel`: start with 10,000 tenants, at most 2 s |
//! | H `delta` | [`changes`], [`disorder`]; the seal of the file and of the feed in [`feeds`] | changes add up to the whole table; reordered, duplicated, truncated, with a flipped bit: never an unpublished table; of 1,000 hosts 1 refused, 999 served | – |
//! | I `live-change` | [`live_change`] | 48 changes, ten a second, at two edges: of 64 connections, 8 WebSockets and 2 streams none is closed, no data is lost | delay until active; from the commit on: `BENCH_ONLY_FEED`, at most 1 s; the swap with 10,000: `bench edge-table`, at most 5 ms |
//! | J `drain` | [`rolling`], [`leaving`] | two edges replaced under load and 50 WebSockets: no request lost, every WebSocket gets 1001 | – |
//! | K `tenant-isolation` | `tls::isolation` | 36 pairs of name and host, over HTTP/1.1 and HTTP/2, on new, resumed and used connections: 144 of 216 refused with 421 or 400, no content of another tenant | – |
//! | L `slow` | [`slow`] | 2,000 slow connections are closed, all normal clients are served | `bench edge-duel slow`: p99 at most twice the undisturbed value, the last slow connection closed after at most 30 s |
//! | M TLS | `guildhall/tests/fleet`, `make fleet DO=scan` | sslyze: Mozilla's intermediate configuration | testssl.sh: `DO="scan thorough"` |
//! | N `bench` | `bench edge-duel` | – | every gate, in `bench/RESULTS.md` |
//!
//! [`audience`] covers the security design's A-23: 10,000 event streams that each receive every event.
//! `bench edge-duel streams` measures the latency of other requests meanwhile.
#![expect(
    clippy::disallowed_methods,
    reason = "tests use the product from outside and have no scope"
)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod app_links;
mod archive;
mod audience;
mod botnet;
mod changes;
mod compression;
mod conformance;
mod crowds;
mod discovery;
mod disorder;
mod feeds;
mod files;
mod forwarding;
mod frames;
mod hosts;
mod instances;
mod kept;
mod kit;
mod leaving;
mod live_change;
mod logs;
mod manifest;
mod pages;
mod rolling;
#[path = "../shared/mod.rs"]
mod shared;
mod sharing;
mod slow;
mod sockets;
mod tls;
mod turns;
