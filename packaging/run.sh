#!/usr/bin/env bash
# Set SortRank up and start it: bash packaging/run.sh [ARGUMENT...], by default the demo.
set -euo pipefail
# shellcheck source=packaging/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

(($#)) || set -- demo
needs=("${qt[@]}")
if [[ -n ${DISPLAY:-} ]]; then
  needs+=("${x11[@]}")
elif [[ -n ${WAYLAND_DISPLAY:-} ]]; then
  needs+=("${wayland[@]}")
  export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-wayland} # Qt may try X11 first, and there is none
fi
set_up "" "${needs[@]}"

if [[ -z ${DISPLAY:-}${WAYLAND_DISPLAY:-} ]]; then
  export QT_QPA_PLATFORM=${QT_QPA_PLATFORM:-offscreen}
  no_display="there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)"
  if [[ $1 == demo && " $*" != *" --output"* && " $*" != *" --help"* ]]; then
    folder=$(mktemp -d "${TMPDIR:-/tmp}/sortrank-demo-XXXXXX")
    say "$no_display, so a robot runs the demo; screenshots and results go to $folder"
    set -- demo --unattended --output "$folder" "${@:2}"
  else
    say "$no_display, so no window can be seen"
  fi
fi
exec "$venv/bin/sortrank" "$@"
