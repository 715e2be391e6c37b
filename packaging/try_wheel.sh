#!/usr/bin/env bash
# Build the wheel, install it into an empty environment, and run the demo from there: bash packaging/try_wheel.sh
# The wheel ends up in dist.
set -euo pipefail
# shellcheck source=packaging/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
set_up dev "${qt[@]}"
cd "$root"
version=$("$venv/bin/python" -c 'import sortrank_gui; print(sortrank_gui.__version__)')
"$venv/bin/python" -m hatchling build -t wheel
empty=$(mktemp -d "${TMPDIR:-/tmp}/sortrank-wheel-XXXXXX")
trap 'rm -rf "$empty"' EXIT
"$venv/bin/python" -m venv "$empty/venv"
"$empty/venv/bin/pip" install -q -c packaging/constraints.txt "dist/sortrank_gui-$version-py3-none-any.whl"
cd "$empty"
[[ $(venv/bin/sortrank --version) == "sortrank $version" ]] || fail "the wheel has another version"
env -u DISPLAY -u WAYLAND_DISPLAY venv/bin/sortrank-gui demo --unattended --answers 10 --output "$empty/demo"
grep -q '"answers": 10' "$empty/demo/summary.json" || fail "the demo did not give ten answers"
say "the wheel of version $version installs and runs the demo"
