#!/usr/bin/env bash
# Builds the product for speed and measures it beside a private PostgreSQL and Redis.
set -euo pipefail
cd "$(dirname "$0")/.."

target="${CARGO_TARGET_DIR:-target}"
cargo build --quiet --release --package guildhall --package bench
export GUILDHALL_TEST_POSTGRES_OPTIONS="-c shared_preload_libraries=pg_stat_statements"
exec scripts/with-servers.sh "$target/release/bench" "$target/release/guildhall"
