//! The edge from outside: as a service without a socket, and over real sockets where sockets are
//! the point.
//!
//! The tests of the edge design's section 6, and where each of them stands. What is told by a clock is measured
//! by `bench` and not asserted here: one machine is faster than another.
//!
//! | test | where | what it asserts | what is printed or measured |
//! |---|---|---|---|
//! | A `edge-conformance` | [`conformance`], a table of its rows | every row answers as the design's last column says | beside others: `bench edge-duel` |
//! | B `edge-smuggling` | `conformance::smuggling`, `conformance::heads`; `conformance::differential` | 20 cases over HTTP/1.1 and 8 over HTTP/2: an upstream gets exactly what is answered; 768 messages of any kind (`PROPTEST_CASES` for more): what reaches a role is what its own parser reads | – |
//! | C `acme-pebble` | `guildhall/tests/certificates`: `issuing`, `names`, `preflight`, `refusals`, `renewing`, `resuming`, `silence`, `wildcard` | the scenarios on Debian's Pebble; a worker that ends at any step: no second order, no key left over | – |
//! | D `issuer-fleet` | there: `fleet` (60 hosts on Pebble), `many` (300, workers killed), `resuming` (one frozen past its lease at any step, and an order that is late all the same) | one order a host, no stale write; what comes too late is counted | – |
//! | E `rate-budget` | there: `many`, `limits`; the botnet in [`botnet`] | 90 days without a 429, the busiest hour at most twice the mean one (125 hosts with longer hours; 10,000 by hand); 100,000 unknown names: no order, nobody asked | how fast names are refused |
//! | F `ari` | there: `renewing` | a window in the past, nonsense, `alreadyReplaced` | – |
//! | G `static-stability` | [`feeds`]; `guildhall/tests/it/roles/apart.rs`; `guildhall/tests/fleet` | everything behind the edge is gone, an edge starts meanwhile: no page fails; one starts alone with 10,000 hosts and answers for the last | `bench edge-duel`: start with 10,000 tenants, at most 2 s |
//! | H `delta` | [`changes`], [`disorder`]; the seal of the file and of the feed in [`feeds`] | pieces make the whole; in another order, twice, cut, a bit turned: never a table that was not published; 1 refused host of 1,000, 999 live | – |
//! | I `live-change` | [`live_change`] | 48 changes, ten a second, at two edges: of 64 connections, 8 WebSockets and 2 streams none closed, nothing lost | how soon in force; from the commit on: `BENCH_ONLY_FEED`, at most 1 s; the swap with 10,000: `bench edge-table`, at most 5 ms |
//! | J `drain` | [`rolling`], [`leaving`] | two edges replaced under load and 50 WebSockets: no request lost, each told 1001 | – |
//! | K `tenant-isolation` | `tls::isolation` | 36 pairs of name and host, over both versions, on new, resumed and used connections: 144 of 216 refused with 421 or 400, no mark of another tenant | – |
//! | L `slow` | [`slow`] | 2,000 slow connections are given up, honest clients all answered | `bench edge-duel slow`: p99 at most twice that without them, the last gone after 30 s at most |
//! | M TLS | `guildhall/tests/fleet`, `make fleet DO=scan` | sslyze: Mozilla's intermediate configuration | testssl.sh: `DO="scan thorough"` |
//! | N `bench` | `bench edge-duel` | – | every gate, in `bench/RESULTS.md` |
//!
//! Of the security design's A-23, [`audience`] holds 10,000 streams of events, each of which hears every event;
//! what others wait for meanwhile is `bench edge-duel streams`.
#![expect(
    clippy::disallowed_methods,
    reason = "tests look at the product from outside: they have no scope"
)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop where it is")]

mod audience;
mod botnet;
mod changes;
mod conformance;
mod crowds;
mod disorder;
mod feeds;
mod files;
mod forwarding;
mod hosts;
mod instances;
mod kept;
mod kit;
mod leaving;
mod live_change;
mod logs;
mod pages;
mod rolling;
#[path = "../shared/mod.rs"]
mod shared;
mod sharing;
mod slow;
mod sockets;
mod tls;
mod turns;
