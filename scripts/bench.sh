#!/usr/bin/env bash
# Builds the product for speed and measures it beside a private PostgreSQL and Redis.
# BENCH_PROFILE=dev measures the debug build instead, to try the benchmarks themselves.
# BENCH_ONLY_ACCOUNTS=1 measures accounts and sessions alone, shows them, and writes nothing.
# BENCH_ONLY_FEED=1 measures the way of a change from the control plane to an edge alone, and writes that
# section.
# BENCH_ONLY_CONVERSATION=1 measures what is said among a million posts alone, and writes that section.
# BENCH_ONLY_STREAMS=1 measures ten thousand open streams alone, and writes that section.
# BENCH_ONLY_MESSAGES=1 measures messages among a million alone, and writes that section; BENCH_MESSAGES
# chooses another number.
# BENCH_ONLY_INBOX=1 measures the inbox among two hundred thousand support tickets alone, and writes that section;
# BENCH_TICKETS chooses another number.
# BENCH_ONLY_EDGE=1 measures the edge beside nginx, HAProxy and Caddy alone, and writes that section; with
# BENCH_EDGE_ROWS="http1 handshake" those rows of it, which are shown and not written.
set -euo pipefail
cd "$(dirname "$0")/.."
# Ten thousand streams are as many descriptors.
ulimit -n "$(ulimit -Hn)"

target="${CARGO_TARGET_DIR:-target}"
profile="${BENCH_PROFILE:-release}"
cargo build --quiet --profile "$profile" --package guildhall --package bench
built="$target/$([ "$profile" = dev ] && echo debug || echo "$profile")"
# A database with its share of a machine, as one has that holds a million posts.
export GUILDHALL_TEST_POSTGRES_OPTIONS="-c shared_preload_libraries=pg_stat_statements -c shared_buffers=4GB -c max_wal_size=4GB"
[ -n "${BENCH_ONLY_EDGE:-}" ] || scripts/with-servers.sh "$built/bench" "$built/guildhall"
read -ra rows <<<"${BENCH_EDGE_ROWS:-}"
[ -n "${BENCH_ONLY_ACCOUNTS:-}${BENCH_ONLY_FEED:-}${BENCH_ONLY_CONVERSATION:-}${BENCH_ONLY_STREAMS:-}${BENCH_ONLY_MESSAGES:-}${BENCH_ONLY_INBOX:-}" ] || "$built/bench" edge-duel "${rows[@]}"
