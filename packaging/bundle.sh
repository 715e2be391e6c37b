#!/usr/bin/env bash
# Build the bundle of this system, Linux or macOS, and try it: bash packaging/bundle.sh
# It ends up in dist/SortRank, and packed beside it.
set -euo pipefail
# shellcheck source=packaging/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"
set_up dev "${qt[@]}" "${x11[@]}" # what is not on this machine can't be put into the bundle
cd "$root"
"$venv/bin/python" packaging/icons.py build/icons
"$venv/bin/python" -m PyInstaller --noconfirm --log-level WARN --distpath dist --workpath build/linux packaging/sortrank.spec
"$venv/bin/python" packaging/try_bundle.py dist/SortRank
version=$("$venv/bin/python" -c 'import sortrank_gui; print(sortrank_gui.__version__)')
tar -C dist -cJf "dist/SortRank-$version-$(uname -s)-$(uname -m).tar.xz" SortRank
du -sh dist/SortRank dist/SortRank-*.tar.xz >&2
