#!/usr/bin/env bash
# Lints the chart and packs it as var/chart/guildhall-VERSION.tgz, or into the folder named as the first argument.
# The archive depends on the files alone, not on their times or on the user: the same sources give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."

target="${1:-var/chart}"
helm=var/tools/helm/helm
chart=helm/guildhall
version="$(sed -n 's/^version: //p' $chart/Chart.yaml)"
archive="$target/guildhall-$version.tgz"

scripts/install-helm.sh
for values in "$chart"/examples/*.yaml; do
  $helm lint --quiet --strict "$chart" --values "$values"
done
mkdir -p "$target"
tar --create --sort=name --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode='u=rwX,go=rX' \
  --directory helm guildhall | gzip --no-name --best >"$archive.part"
mv "$archive.part" "$archive"
$helm show chart "$archive" >/dev/null
echo "$archive"
