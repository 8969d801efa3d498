#!/usr/bin/env bash
# Builds the two web apps if a source changed since they were last built.
set -euo pipefail
cd "$(dirname "$0")/.."

stamp=node_modules/.guildhall-build
sources="$(
  git ls-files -co --exclude-standard -z -- web-kit web-main web-brand package-lock.json \
    'tsconfig*.json' tools | sort -z | xargs -0 sha256sum 2>/dev/null | sha256sum | cut -d' ' -f1
)"

if [ -f web-main/dist/index.html ] && [ -f web-brand/dist/index.html ] &&
  [ "$(cat "$stamp" 2>/dev/null || true)" = "$sources" ]; then
  exit 0
fi
echo "  building the web apps"
rm -f "$stamp"
npm run --silent build
printf '%s' "$sources" >"$stamp"
