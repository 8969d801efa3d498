#!/usr/bin/env bash
# Builds everything that a release publishes, from a tag: image, chart, Debian package, NOTICE, SBOM and checksums.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
  printf 'release: %s\n' "$*" >&2
  exit 1
}

version="$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)"
changes="$(git status --porcelain)"
[ -z "$changes" ] || fail "the working tree has changes; commit or remove them first:
$changes"
tags="$(git tag --points-at HEAD)"
[ -n "$tags" ] || fail "this commit has no tag; create v$version with: git tag -s v$version"
grep -qx "v$version" <<<"$tags" ||
  fail "this commit's tag ($(echo $tags)) does not name the version in Cargo.toml; expected v$version"

scripts/install.sh release
out="var/release/v$version"
rm -rf "$out"
mkdir -p "$out"
export OUT="$out"
scripts/deny.sh
scripts/image.sh
scripts/deb.sh
make --no-print-directory chart
cp "var/chart/guildhall-$version.tgz" "$out/"
mv "$out/image.tar" "$out/guildhall-$version-image.tar"
mv "$out/digest" "$out/guildhall-$version-image.digest"
(cd "$out" && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%P\n' | sort | xargs sha256sum >SHA256SUMS)
echo "  $out:"
sed 's/^/    /' "$out/SHA256SUMS"
