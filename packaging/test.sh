#!/usr/bin/env bash
# Set SortRank up and run all that CI runs: bash packaging/test.sh [ARGUMENT OF PYTEST...].
# Every step runs, also after a failure; the exit code is the worst of them. For a debugger: -n 0.
set -euo pipefail
# shellcheck source=packaging/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

set_up dev "${qt[@]}" "${x11[@]}" "${test_tools[@]}"
cd "$root"
PATH=$venv/bin:$PATH
worst=0
failed=()
trap 'exit 130' INT # pytest takes Ctrl-C as its own; the steps after it would go on

step() { # COMMAND...: run it and keep its exit code in status
  status=0
  say "$*"
  "$@" || status=$?
}

judge() { # NAME: note a failure of the last step
  ((status == 0)) || failed+=("$1")
  ((status <= worst)) || worst=$status
}

# shellcheck disable=SC2317  # step calls it
in_window() { # COMMAND...: run it on an X server of its own, with a window manager
  local jwmrc=$XDG_RUNTIME_DIR/sortrank-jwmrc
  # Neither tray nor menu that could cover our window, but a key that closes it.
  echo '<JWM><Key mask="A" key="F4">close</Key></JWM>' >"$jwmrc"
  # -noreset: else the server drops everyone, also a jwm that just came, when xdotool leaves it.
  # shellcheck disable=SC2016  # the inner shell expands
  QT_QPA_PLATFORM=xcb xvfb-run -a -s '-screen 0 1280x1024x24 -noreset' bash -c '
    jwm -f "$1" &
    shift
    for _ in {1..100}; do xdotool get_num_desktops >/dev/null 2>&1 && break; sleep 0.1; done
    xdotool get_num_desktops >/dev/null || exit # a window manager that did not start
    status=0
    "$@" || status=$?
    kill $!
    exit $status' _ "$jwmrc" "$@"
}

log=$(mktemp)
trap 'kill "$windows" 2>/dev/null || true; rm -f "$log"' EXIT
say "meanwhile, in a window: pytest -m xcb"
in_window pytest "$@" -m xcb >"$log" 2>&1 &
windows=$!

step ruff format --check
judge "ruff format"
step ruff check
judge "ruff check"
for system in linux win32 darwin; do
  step mypy --platform "$system"
  judge "mypy for $system"
done

step wait "$windows"
cat "$log"
in_window_status=$status
((status != 5)) || status=0 # 5: no test was selected, which is no failure of the tests
judge "tests in a window"

((${#failed[@]} == 0)) || say "failed so far: $(IFS=, && echo "${failed[*]}")"
export QT_QPA_PLATFORM=offscreen
step pytest -n 2 "$@" -m 'not xcb' # two at a time; windows on one X display would fight over the focus
((status != 5 || in_window_status == 5)) || status=0
judge tests
exit "$worst"
