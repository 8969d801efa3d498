#!/usr/bin/env bash
# Stops the instance whose process id is in the file given.
set -euo pipefail

file="$1"
if [ ! -f "$file" ]; then
  echo "  nothing runs here: there is no $file"
  exit 0
fi
pid="$(cat "$file")"
# A process id is used again after its process has ended: only a Guildhall is stopped.
if [ "$(basename "$(readlink "/proc/$pid/exe" 2>/dev/null || true)" | cut -d' ' -f1)" != guildhall ]; then
  rm -f "$file"
  echo "  it had stopped already"
  exit 0
fi
kill -TERM "$pid"
for _ in $(seq 300); do
  if ! kill -0 "$pid" 2>/dev/null; then
    rm -f "$file"
    echo "  stopped"
    exit 0
  fi
  sleep 0.1
done
echo "  process $pid has not stopped within 30 seconds" >&2
exit 1
