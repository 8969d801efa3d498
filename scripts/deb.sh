#!/usr/bin/env bash
# Builds the Debian package from a release build, the web apps, NOTICE and SBOM (scripts/image.sh writes these two).
#
#   OUT=FOLDER          folder with NOTICE and sbom.cdx.json, and for the package (var/image)
#   DEB_BINARY=FILE     program to package instead of the release build
set -euo pipefail
cd "$(dirname "$0")/.."

out="${OUT:-var/image}"
target="${CARGO_TARGET_DIR:-target}"
version="$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)"
for file in NOTICE sbom.cdx.json; do
  [ -f "$out/$file" ] || { echo "deb: $out/$file is missing; run make image first" >&2; exit 1; }
done

binary="${DEB_BINARY:-$target/release/guildhall}"
[ -x "$binary" ] || { echo "deb: $binary is missing; run make image first" >&2; exit 1; }

umask 022
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
export SOURCE_DATE_EPOCH
# The program may use each symbol of the library that it was linked with.
libc="$(dpkg-query -W -f '${Version}' libc6 | sed 's/-.*//')"
time="$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)"
stage="$(mktemp -d)"
trap 'rm -rf "$stage"' EXIT
# nfpm stores the times of files in trees.
cp -r web-main/dist "$stage/web-main"
cp -r web-brand/dist "$stage/web-brand"
find "$stage" -exec touch -d "$time" {} +
# nfpm expands variables in some fields only.
sed -e "s|\${DEB_BINARY}|$binary|" -e "s|\${DEB_VERSION}|$version|" -e "s|\${DEB_TIME}|$time|" \
  -e "s|\${DEB_DOC}|$out|" -e "s|\${DEB_LIBC}|$libc|" -e "s|\${DEB_STAGE}|$stage|" \
  packaging/deb/nfpm.yaml >"$stage/nfpm.yaml"
var/tools/nfpm/bin/nfpm package --config "$stage/nfpm.yaml" --packager deb --target "$out/" >/dev/null
echo "  $out/guildhall_${version}_amd64.deb"
