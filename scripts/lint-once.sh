#!/bin/sh
# The compiler of `make test`, as cargo starts it: RUSTC_WORKSPACE_WRAPPER=…/lint-once.sh
#
# Clippy looks at a crate while it compiles it, for a quarter of what compiling takes. Most crates
# are compiled twice: with their unit tests, and without them for whoever uses them. The first is all
# of the second and more, so it is looked at there, and the second is left to the compiler alone.
set -eu

# What is compiled but once: tests that are a crate of their own, what prepares a build, and a crate
# whose manifest says that it has no unit tests.
has_no_copy() {
  [ "${CARGO_CRATE_NAME:-}" = build_script_build ] ||
    grep -qs '^test = false' "${CARGO_MANIFEST_DIR:-}/Cargo.toml"
}

case " $* " in
  *" --test "*) exec clippy-driver "$@" ;;
esac
if has_no_copy; then exec clippy-driver "$@"; fi
exec "$@"
