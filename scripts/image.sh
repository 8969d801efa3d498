#!/usr/bin/env bash
# Builds the image from what Debian, cargo and npm deliver: no other registry is asked.
#
#   scripts/image.sh              release build; loads IMAGE (guildhall:VERSION) into the local store
#
#   IMAGE_PROFILE=dev             takes the build of `make test` instead, which compiles in minutes
#   IMAGE_BINARY=FILE             takes this program and compiles nothing
#   IMAGE=NAME:TAG                name of the result
#   IMAGE_VERSION=TEXT            version label, for tests that need two images of one build
#   IMAGE_STORE_ONLY=1            writes no archive, for tests that only run the image
#   OUT=FOLDER                    folder for NOTICE, SBOM, image archive and digest (var/image)
#
# Equal sources, Debian packages and compiler give an equal digest: all times are those of the commit.
set -euo pipefail
cd "$(dirname "$0")/.."

profile="${IMAGE_PROFILE:-release}"
version="$(sed -n '/^\[workspace.package\]/,/^\[/s/^version = "\(.*\)"/\1/p' Cargo.toml)"
image="${IMAGE:-guildhall:$version}"
out="$(realpath -m "${OUT:-var/image}")"
SOURCE_DATE_EPOCH="${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}"
created="$(date -u -d "@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)"
export SOURCE_DATE_EPOCH LC_ALL=C TZ=UTC
umask 022

say() { printf '  %s\n' "$*"; }
fail() {
  printf 'image: %s\n' "$*" >&2
  exit 1
}

# ---------------------------------------------------------------- the program and the web apps
target="${CARGO_TARGET_DIR:-target}"
case "$profile" in
  release) binary="$target/release/guildhall" ;;
  dev) binary="$target/debug/guildhall" ;;
  *) fail "IMAGE_PROFILE is release or dev, not $profile" ;;
esac
if [ -n "${IMAGE_BINARY:-}" ]; then
  binary="$IMAGE_BINARY"
else
  say "compiling ($profile)"
  # The metric guildhall_build_info shows the revision. A build of the tests has none, and is not compiled again.
  if [ "$profile" = release ]; then
    GUILDHALL_REVISION="$(git rev-parse HEAD)"
    export GUILDHALL_REVISION
  fi
  cargo build --quiet --locked --package guildhall --profile "$profile"
fi
scripts/build-web.sh
cargo build --quiet --package xtask

context="$out/context"
base="$context/base"
app="$context/app"
doc="$app/usr/share/doc/guildhall"
rm -rf "$context"
mkdir -p "$context/data" "$app/usr/bin" "$app/usr/share/guildhall" "$doc"
mkdir -p "$base"/usr/{bin,lib,lib64,sbin} "$base"/{etc/ssl/certs,root,tmp,var/lib/dpkg/status.d}

# ---------------------------------------------------------------- Debian's packages
# They are extracted without running their scripts. The list of authorities, which a script would make, is made here.
debs="$out/debs"
rm -rf "$debs"
mkdir -p "$debs"
# The copyright file of libgcc is in another package, of which the name contains a version.
gcc="$(apt-cache depends libgcc-s1 | sed -n 's/^ *Depends: \(gcc-.*-base\)$/\1/p')"
(cd "$debs" && apt-get download -qq -o APT::Sandbox::User=root \
  base-files ca-certificates "$gcc" libc6 libgcc-s1 netbase tzdata) ||
  fail "Debian's packages cannot be downloaded; run apt-get update as root"
for name in bin lib lib64 sbin; do ln -s "usr/$name" "$base/$name"; done
for deb in "$debs"/*.deb; do
  name="$(dpkg-deb -f "$deb" Package)"
  dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$base" --keep-directory-symlink --no-same-owner
  # Scanners for vulnerabilities read these.
  dpkg-deb -f "$deb" >"$base/var/lib/dpkg/status.d/$name"
  dpkg-deb -I "$deb" md5sums >"$base/var/lib/dpkg/status.d/$name.md5sums"
done
find "$base/usr/share/ca-certificates/mozilla" -name '*.crt' | sort | xargs cat \
  >"$base/etc/ssl/certs/ca-certificates.crt"
# The program reads the libraries, the authorities, the zones and a few files in /etc; licences stay as well.
mv "$base/usr/share" "$base/usr/share.all"
mkdir -p "$base/usr/share"
(cd "$base/usr/share.all" && cp -r --parents zoneinfo common-licenses "$base/usr/share/" &&
  find doc -name copyright \( -type f -o -type l \) -exec cp -P --parents {} "$base/usr/share/" \;)
find "$base/etc" -mindepth 1 -maxdepth 1 ! -name debian_version ! -name 'os-release' ! -name protocols \
  ! -name services ! -name ssl ! -name passwd ! -name group -exec rm -rf {} +
rm -rf "$base"/usr/share.all "$base"/usr/share/zoneinfo/{right,posix} "$base"/usr/lib/*/{gconv,audit} \
  "$base"/usr/{bin,sbin} "$base"/{boot,home,media,mnt,opt,srv}
mkdir "$base"/usr/{bin,sbin}
find "$base/var" -mindepth 1 -maxdepth 1 ! -name lib -exec rm -rf {} +
find "$base/var/lib" -mindepth 1 -maxdepth 1 ! -name dpkg -exec rm -rf {} +
{
  echo 'root:x:0:0:root:/root:/sbin/nologin'
  echo 'guildhall:x:65532:65532:Guildhall:/var/lib/guildhall:/sbin/nologin'
} >"$base/etc/passwd"
printf 'root:x:0:\nguildhall:x:65532:\n' >"$base/etc/group"
chmod 1777 "$base/tmp"
chmod 0700 "$context/data" "$base/root"

# ---------------------------------------------------------------- the product
install -m 0755 "$binary" "$app/usr/bin/guildhall"
[ "$profile" != dev ] || strip --strip-debug "$app/usr/bin/guildhall"
for web in web-main web-brand; do cp -r "$web/dist" "$app/usr/share/guildhall/$web"; done
cp LICENSE "$doc/"

# Every library must come from the image, in a version that the program loads with.
libraries="$("$base"/usr/lib64/ld-linux-*.so.* --inhibit-cache --library-path "$(echo "$base"/usr/lib/*-linux-gnu)" \
  --list "$app/usr/bin/guildhall")" || fail "the program does not load with the image's libraries: $libraries"
if foreign="$(grep -v -e "$base" -e linux-vdso -e '^[[:space:]]*/lib' <<<"$libraries")"; then
  fail "the image lacks libraries of the program: $foreign"
fi

"$target/debug/xtask" licences notice "$doc/NOTICE"
"$target/debug/xtask" licences sbom "$doc/sbom.cdx.json" --created "$created" --debian "$base"
cp "$doc/NOTICE" "$doc/sbom.cdx.json" "$out/"
find "$app" -type d -exec chmod 0755 {} +
find "$app/usr/share" -type f -exec chmod 0644 {} +

# ---------------------------------------------------------------- the image
labels=()
label() { labels+=(--label "org.opencontainers.image.$1=$2"); }
label title Guildhall
label description "A members' network, and a branded portal for every affiliation"
label version "${IMAGE_VERSION:-$version}"
label revision "$(git rev-parse HEAD)"
label created "$created"
label licenses Apache-2.0
say "building $image"
buildah build --isolation chroot --format oci --layers --no-cache --timestamp "$SOURCE_DATE_EPOCH" --quiet \
  "${labels[@]}" --file packaging/image/Containerfile --tag "$image" "$context" >/dev/null
rm -rf "$context" "$debs"
if [ -z "${IMAGE_STORE_ONLY:-}" ]; then
  rm -f "$out/image.tar"
  buildah push --quiet --digestfile "$out/digest" "$image" "oci-archive:$out/image.tar:$image" >/dev/null
  say "$out/image.tar: $(du -m "$out/image.tar" | cut -f1) MB, $(cat "$out/digest")"
fi
