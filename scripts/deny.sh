#!/usr/bin/env bash
# cargo-deny: licences, bans and sources always; advisories if their database is on this machine or can be fetched.
set -euo pipefail
cd "$(dirname "$0")/.."

deny=var/tools/cargo-deny/bin/cargo-deny
databases="${CARGO_HOME:-$HOME/.cargo}/advisory-dbs"
cargo fetch --quiet --locked
"$deny" --offline --locked check licenses bans sources

if timeout 60 git ls-remote --quiet --exit-code https://github.com/rustsec/advisory-db HEAD >/dev/null 2>&1; then
  "$deny" --locked check advisories
elif [ -d "$databases" ]; then
  echo "  advisories: github.com/rustsec/advisory-db cannot be reached; checking with the copy in $databases"
  "$deny" --offline --locked check advisories
else
  echo "  advisories: SKIPPED, because github.com/rustsec/advisory-db cannot be reached and $databases has no copy"
fi
