#!/usr/bin/env bash
# Runs the chart in containers under load: update, rollback, scaling and kills (xtask/src/cluster).
#
#   NEW=IMAGE    image to update to; default: this tree, built as IMAGE_PROFILE=dev
#   OLD=IMAGE    image to update from; default: the same build with another version label
#   CHART=DIR    chart (helm/guildhall)
#   HELM=FILE    Helm binary (var/tools/helm/helm)
set -euo pipefail
cd "$(dirname "$0")/.."

target="${CARGO_TARGET_DIR:-target}"
new="${NEW:-localhost/guildhall:new}"
old="${OLD:-localhost/guildhall:old}"
export IMAGE_PROFILE="${IMAGE_PROFILE:-dev}" IMAGE_STORE_ONLY=1 OUT=var/cluster-image
if [ -z "${NEW:-}" ]; then IMAGE="$new" scripts/image.sh; fi
if [ -z "${OLD:-}" ]; then IMAGE="$old" IMAGE_VERSION=0.0.0-old scripts/image.sh; fi
exec "$target/debug/xtask" cluster --old "$old" --new "$new" \
  --chart "${CHART:-helm/guildhall}" --helm "${HELM:-var/tools/helm/helm}"
