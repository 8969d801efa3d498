#!/usr/bin/env bash
# Runs the previous release's roles on the schema of this one, under load, on PostgreSQL.
# Usage: scripts/upgrade-test.sh [REF]; REF is by default the last line of xtask/previous-release.
set -euo pipefail
cd "$(dirname "$0")/.."

ref=${1:-$(grep -v '^#' xtask/previous-release | tail -n 1)}
commit=$(git rev-parse --verify "$ref^{commit}")
source_dir=$PWD/var/upgrade/source
target_dir=$PWD/var/upgrade/target
mkdir -p var/upgrade

echo "previous release: $ref ($commit)"
if [ -e "$source_dir" ]; then
  git worktree remove --force "$source_dir"
fi
git worktree prune
git worktree add --quiet --detach "$source_dir" "$commit"
trap 'git worktree remove --force "$source_dir"' EXIT

# An artifact of the workspace under test must not be reused for the previous release.
(cd "$source_dir" && env -u RUSTC_WORKSPACE_WRAPPER CARGO_TARGET_DIR="$target_dir" \
  cargo build --locked --package guildhall)

export GUILDHALL_PREVIOUS_BIN=$target_dir/debug/guildhall
export GUILDHALL_TEST_BACKEND=postgres
scripts/with-servers.sh cargo nextest run --workspace --no-capture -E 'test(/^roles::upgrade::/)'
