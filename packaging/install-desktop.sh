#!/usr/bin/env bash
# Put SortRank into this user's desktop: menu entry, icon, and studies that open by double click.
# bash packaging/install-desktop.sh [PROGRAM]; without one, what run.sh sets up in .venv. --remove undoes it.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
id=org.sortrank.SortRank
data=${XDG_DATA_HOME:-$HOME/.local/share}
program=${1:-$here/../.venv/bin/sortrank-gui}
entry=$data/applications/$id.desktop
mime=$data/mime/packages/$id.xml
icon=$data/icons/hicolor/scalable/apps/$id.svg
info=$data/metainfo/$id.metainfo.xml

refresh() { # tell the desktop, as far as its tools are here
  ! command -v update-mime-database >/dev/null || update-mime-database "$data/mime"
  ! command -v update-desktop-database >/dev/null || update-desktop-database "$data/applications"
}

if [[ ${1:-} == --remove ]]; then
  rm -f "$entry" "$mime" "$icon" "$info"
  refresh
  exit
fi
program=$(realpath "$program")
[[ -x $program ]] || { echo "SortRank: there is no program $program; run packaging/run.sh first" >&2; exit 1; }
install -Dm 644 "$here/../resources/icon.svg" "$icon"
install -Dm 644 "$here/desktop/$id.xml" "$mime"
install -Dm 644 "$here/desktop/$id.metainfo.xml" "$info"
install -Dm 644 "$here/desktop/$id.desktop" "$entry"
# xdg-open takes a quotation mark for a part of the name: use it only where the name needs one.
[[ $program != *[^[:alnum:]/._+-]* ]] || program="\"$program\""
sed -i "s|^Exec=.*|Exec=$program %f|" "$entry"
refresh
echo "SortRank: in the menu now; studies open by a double click" >&2
