#!/usr/bin/env bash
# Fetches Debian's newest Pebble into a folder, beside the one that is installed, and prints where it lies:
#
#   GUILDHALL_PEBBLE="$(scripts/newer-pebble.sh /tmp/pebble)" cargo nextest run --workspace --test certificates
#
# Unlike that of Debian 12 it has renewal information (RFC 9773), profiles, and certificates that end in a
# season. Nothing of the system is changed: the lists and the package are the folder's own.
set -euo pipefail

folder="$(mkdir -p "${1:?which folder?}" && cd "$1" && pwd)"
mkdir -p "$folder/lists/partial" "$folder/archives/partial"
# From where this system has Debian's main packages.
mirror="$(apt-get indextargets --format '$(REPO_URI)' 'Origin: Debian' 'Label: Debian' | sort -u | head -n1)"
echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $mirror sid main" >"$folder/sources.list"
options=(
  -o "Dir::State::lists=$folder/lists"
  -o "Dir::Cache=$folder"
  -o "Dir::Etc::SourceList=$folder/sources.list"
  -o "Dir::Etc::SourceParts=/dev/null"
  -o "APT::Sandbox::User=root"
)
apt-get "${options[@]}" -qq update >&2
rm -f "$folder"/pebble_*.deb
(cd "$folder" && apt-get "${options[@]}" -qq download pebble >&2)
dpkg -x "$folder"/pebble_*.deb "$folder"
echo "$folder/usr/bin"
