#!/usr/bin/env bash
# Build the Windows bundle and its installer, and try both: bash packaging/bundle-windows.sh COMMAND...
# COMMAND runs a Windows Python 3.11 with our libraries in this folder, on Windows itself or on Wine. The bundle ends
# up in dist/windows/SortRank, the installer in dist/SortRank-Setup-VERSION.exe. Needs makensis (Debian's nsis).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
(($#)) || { echo "SortRank: say how to run a Windows Python here, such as: py -3.11" >&2; exit 1; }
command -v makensis >/dev/null || { echo "SortRank: please install makensis (Debian's package nsis)" >&2; exit 1; }
version=$(sed -n 's/^__version__ = "\(.*\)"/\1/p' sortrank_gui/__init__.py)
mkdir -p build
"$@" packaging/icons.py build/icons
"$@" packaging/version_resource.py "$version" build/version.txt
"$@" -m PyInstaller --noconfirm --log-level WARN --distpath dist/windows --workpath build/windows packaging/sortrank.spec
"$@" packaging/try_bundle.py dist/windows/SortRank
makensis -V2 "-DVERSION=$version" "-DBUNDLE=$PWD/dist/windows/SortRank" "-DICON=$PWD/build/icons/sortrank.ico" \
  "-DOUTPUT=$PWD/dist/SortRank-Setup-$version.exe" packaging/installer.nsi
"$@" packaging/try_installer.py "dist/SortRank-Setup-$version.exe"
du -sh dist/windows/SortRank "dist/SortRank-Setup-$version.exe" >&2
