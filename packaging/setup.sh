# shellcheck shell=bash disable=SC2034  # the lists are for the scripts that source this
# Set-up shared by run.sh and test.sh, which source it: a Python, Qt's system libraries, .venv.
#
# How it works: set_up compares a stamp in .venv with what is wanted. If they agree, nothing is
# installed and no network is needed. Else it finds a Python, asks it which system libraries are
# missing, gets those from apt-get in one go, and fills .venv with pip.

unset CDPATH # else cd may go elsewhere, and prints
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
venv=$root/.venv
stamp=$venv/sortrank-stamp

# What Qt loads from the system, as NAME=PACKAGE of Debian and Ubuntu. Only roots are listed: the
# packages bring the rest. On newer systems a package may end in t64, but provides the old name.
qt=(libglib-2.0.so.0=libglib2.0-0 libGL.so.1=libgl1 libEGL.so.1=libegl1
  libxkbcommon.so.0=libxkbcommon0 libdbus-1.so.3=libdbus-1-3 libfontconfig.so.1=libfontconfig1
  libgssapi_krb5.so.2=libgssapi-krb5-2 fonts=fonts-dejavu-core)
x11=(libX11-xcb.so.1=libx11-xcb1 libxcb-cursor.so.0=libxcb-cursor0 libxcb-glx.so.0=libxcb-glx0
  libxcb-icccm.so.4=libxcb-icccm4 libxcb-keysyms.so.1=libxcb-keysyms1
  libxcb-randr.so.0=libxcb-randr0 libxcb-shape.so.0=libxcb-shape0 libxcb-sync.so.1=libxcb-sync1
  libxcb-xfixes.so.0=libxcb-xfixes0 libxkbcommon-x11.so.0=libxkbcommon-x11-0)
wayland=(libwayland-client.so.0=libwayland-client0 libwayland-cursor.so.0=libwayland-cursor0
  libwayland-egl.so.1=libwayland-egl1)
test_tools=(Xvfb=xvfb xauth=xauth xdotool=xdotool jwm=jwm initdb=postgresql)

say() { printf 'SortRank: %s\n' "$*" >&2; }
fail() { say "$@"; exit 1; }

# Libraries and settings of another Python (ROS, conda, pip --user) would leak into .venv.
unset PYTHONHOME PYTHONPATH PIP_PREFIX PIP_TARGET
# File names and study texts are UTF-8, whatever the terminal was set to; C.UTF-8 is always there.
[[ $(locale charmap 2>/dev/null) == UTF-8 ]] || export LC_ALL=C.UTF-8
# Qt wants a private folder. One name for each user, so that starts do not pile them up.
if [[ -z ${XDG_RUNTIME_DIR:-} ]]; then
  XDG_RUNTIME_DIR=${TMPDIR:-/tmp}/sortrank-runtime-$(id -u)
  mkdir -m 700 "$XDG_RUNTIME_DIR" 2>/dev/null ||
    [[ -O $XDG_RUNTIME_DIR && ! -L $XDG_RUNTIME_DIR ]] || XDG_RUNTIME_DIR=$(mktemp -d)
  export XDG_RUNTIME_DIR
fi

set_up() { # EXTRA NEED...: prepare .venv with this extra ("" for none) and the system for it
  if installed "$1"; then
    get_missing "$venv/bin/python" "${@:2}"
  else
    get_missing "$(find_python)" "${@:2}"
    install "$1"
  fi
}

installed() { # EXTRA: does .venv hold what is wanted?
  [[ -r $stamp && $(<"$stamp") == "$(fingerprint)"*"$1" ]]
}

fingerprint() { # changes when .venv must be filled again; its place and Python count too
  local version
  version=$("$venv/bin/python" -c 'import sys; print(sys.version_info[:2])' 2>/dev/null) || true
  { echo "$root $version" && cat "$root/pyproject.toml" "$root/packaging/constraints.txt"; } |
    sha256sum | cut -d ' ' -f 1
}

usable() { # PYTHON MODULE: a CPython that we support, built with all that we need?
  "$1" -c "import sys, ctypes, sqlite3, ssl, $2
sys.exit(not (3, 11) <= sys.version_info < (3, 15) or 't' in sys.abiflags)" >/dev/null 2>&1
}

find_python() { # print the first usable Python outside .venv; print nothing if there is none
  local python
  while read -r python; do
    [[ $python == "$venv"/* ]] || ! usable "$python" "ensurepip, venv" || { echo "$python"; return; }
  done < <(type -aP python3 python3.{13,12,14,11} || true)
}

python_package() { # RELEASE_FILE: Ubuntu 22.04's own python3 is 3.10, but it has 3.11 beside it
  if grep -qs '^UBUNTU_CODENAME=jammy' "$1"; then
    echo python3.11-venv
  else
    echo python3-venv
  fi
}

missing() { # PYTHON NEED...: print the needs that are not there; all of them if there is no Python
  if [[ -n $1 ]]; then
    "$1" -I "$root/packaging/probe.py" "${@:2}"
  else
    printf '%s\n' "Python 3.11 to 3.14 with venv=$(python_package /etc/os-release)" "${@:2}"
  fi
}

get_missing() { # PYTHON NEED...: install what is missing, or say how
  local needs
  needs=$(missing "$@")
  [[ -n $needs ]] || return 0
  command -v apt-get >/dev/null ||
    fail "please install with this system's package manager, then try again: $(names "$needs")"
  say "needed from this system: $(names "$needs")"
  # shellcheck disable=SC2046  # one word for each package
  apt_install $(cut -d = -f 2 <<<"$needs")
  needs=$(missing "${1:-$(find_python)}" "${@:2}")
  [[ -z $needs ]] || fail "this is still missing after apt-get: $(names "$needs")"
}

names() { cut -d = -f 1 <<<"$1" | paste -sd , | sed 's/,/, /g'; }

apt_install() { # PACKAGE...: as root, else through sudo, else print the one command
  local become=(sudo sh -c) may=yes log steps
  steps="apt-get update; DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $*"
  [[ " $* " != *" postgresql "* ]] || steps=$(without_cluster "$steps")
  if [[ $(id -u) == 0 ]]; then
    become=(sh -c)
  elif ! command -v sudo >/dev/null; then
    become=(su - -c) may=no
  elif ! sudo -n true 2>/dev/null && [[ ! -t 0 ]]; then
    may=no # sudo would ask for a password, and there is no terminal to ask on
  fi
  if [[ $may == yes ]]; then
    say "installing it with apt-get (a minute, once)"
    log=$("${become[@]}" "$steps" 2>&1) && return
    printf '%s\n' "$log" >&2
  fi
  fail "please run this command, then try again (on Ubuntu, with \"universe\" enabled):
${become[*]} '$steps'"
}

without_cluster() { # STEPS: the same, but Debian's PostgreSQL makes and starts no server of its own
  local folder=/etc/postgresql-common/createcluster.d
  echo "mkdir -p $folder; echo create_main_cluster = false >$folder/sortrank.conf; $1;" \
    "code=\$?; rm $folder/sortrank.conf; exit \$code"
}

install() { # EXTRA: fill .venv with pip
  local extra=$1 lock log
  # Two starts at once must not fill the same folder; the second finds the work done.
  exec {lock}<"$root/pyproject.toml"
  flock "$lock" 2>/dev/null || true
  if ! installed "$extra"; then
    make_venv
    # A run without tests keeps the test tools that are there, at the versions that fit.
    [[ -r $stamp && $(<"$stamp") == *dev ]] && extra=dev
    echo unfinished >"$stamp"
    say "installing SortRank and its libraries into .venv (a minute, once)"
    if ! log=$(fill_venv "$extra" 2>&1); then
      printf '%s\n' "$log" >&2
      fail "pip could not install the libraries; its own words are above"
    fi
    echo "$(fingerprint) $extra" >"$stamp"
  fi
  exec {lock}<&-
}

make_venv() { # a .venv whose filling was cut short, or whose Python has gone, is made anew
  if [[ -e $venv ]] && { [[ -r $stamp && $(<"$stamp") == unfinished ]] || ! usable "$venv/bin/python" pip; }; then
    say "making .venv anew: the one here is incomplete, or its Python has gone"
    rm -rf "$venv"
  fi
  if [[ ! -d $venv ]]; then
    mkdir "$venv"
    echo unfinished >"$stamp"
    "$(find_python)" -m venv "$venv"
  fi
}

fill_venv() { # EXTRA
  # No build isolation: pip would fetch build tools that the constraints do not reach. Bytecode is
  # compiled now, since where PYTHONDONTWRITEBYTECODE is set every start would compile it again.
  local pip=("$venv/bin/python" -m pip install --no-input --no-user --compile)
  cd "$root" &&
    "${pip[@]}" -c packaging/constraints.txt hatchling editables &&
    "${pip[@]}" -c packaging/constraints.txt --no-build-isolation -e ".${1:+[$1]}" &&
    "$venv/bin/python" -m compileall -q sortrank_gui
}
