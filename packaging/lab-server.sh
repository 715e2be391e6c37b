#!/usr/bin/env bash
# Make this Debian or Ubuntu computer the server of a lab: bash packaging/lab-server.sh [OPTION...].
#
#   --host NAME      by which stations reach it; may be given several times [this computer's names]
#   --network RANGE  from which they may come, as 192.168.7.0/24; several [this computer's networks]
#   --database NAME  [sortrank]          --port PORT  [that of the cluster]
#   --output FOLDER  for what stations and researcher need [./lab-server]
#   --new-passwords  in the place of those that there are
#
# How it works: it installs PostgreSQL from the system's packages, lets the database's owner run
# `sortrank lab init`, gives both roles a random password, makes a certificate (an authority of its
# own, whose key stays with the server), and lets in only who comes by TLS with a password. Then it
# tries connections itself. Given again, it keeps passwords and certificates, and mends the rest.
set -euo pipefail
# shellcheck source=packaging/setup.sh
source "$(dirname "${BASH_SOURCE[0]}")/setup.sh"

database=sortrank port='' output=lab-server hosts=() networks=() new_passwords=
days=3650 # of the certificate

read_options() {
  while (($#)); do
    case $1 in
      --host) hosts+=("${2:?--host needs a name}") ;;
      --network) networks+=("${2:?--network needs a range}") ;;
      --database) database=${2:?--database needs a name} ;;
      --port) port=${2:?--port needs a number} ;;
      --output) output=${2:?--output needs a folder} ;;
      --new-passwords)
        new_passwords=yes
        shift
        continue
        ;;
      -h | --help)
        sed -n '2,/^set -/{/^set -/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
        exit
        ;;
      *) fail "there is no option $1; --help shows all" ;;
    esac
    shift 2
  done
  [[ $database =~ ^[a-z_][a-z0-9_]*$ ]] || fail "'$database' is no name of a database: small letters, digits and _ only"
  [[ -z $port || $port =~ ^[0-9]+$ ]] || fail "'$port' is no port"
  local each
  for each in "${hosts[@]}"; do
    [[ $each =~ ^[A-Za-z0-9.:_-]+$ ]] || fail "'$each' is no name of a computer"
  done
  for each in "${networks[@]}"; do
    [[ $each =~ ^[0-9A-Fa-f.:]+/[0-9]+$ ]] || fail "'$each' is no range of addresses, such as 192.168.7.0/24"
  done
}

list_addresses() { # this computer's addresses, but for those that mean itself
  hostname -I | tr ' ' '\n' | grep -v '^$' || true
}

find_names() { # fill in hosts and networks that nobody named
  local address
  if ((${#hosts[@]} == 0)); then
    mapfile -t hosts < <({ hostname -f; hostname; list_addresses; } 2>/dev/null | awk 'NF && !seen[$0]++')
  fi
  if ((${#networks[@]} == 0)); then
    while read -r address; do networks+=("$address"); done < <(list_networks)
  fi
  ((${#hosts[@]})) || fail "this computer has no name; say --host NAME"
  ((${#networks[@]})) || fail "this computer is on no network; say --network RANGE, such as 192.168.7.0/24"
}

list_networks() { # the ranges that this computer is in, by its routes
  command -v ip >/dev/null || return 0
  ip -o route show scope link | awk '$1 ~ /\// && $1 !~ /^169\.254\./ {print $1}' | sort -u
}

install_server() {
  command -v apt-get >/dev/null || fail "this needs Debian or Ubuntu (apt-get)"
  if ! command -v pg_lsclusters >/dev/null || [[ -z $(pg_lsclusters -h) ]]; then
    say "installing PostgreSQL"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
      postgresql openssl >/dev/null
  fi
  # The package of a computer on which the tests ran made no cluster.
  if [[ -z $(pg_lsclusters -h) ]]; then
    pg_createcluster "$(find /usr/lib/postgresql -mindepth 1 -maxdepth 1 -printf '%f\n' | sort -V | tail -1)" main
  fi
  read -r version cluster port_of _ <<<"$(pg_lsclusters -h | sort -V | tail -1)"
  port=${port:-$port_of}
  settings=/etc/postgresql/$version/$cluster
}

as_postgres() { runuser -u postgres -- "$@"; }

ask() { # SQL: as the superuser, in the database of that name, or in postgres
  as_postgres psql -p "$port" -XqAt -v ON_ERROR_STOP=1 -d "${in_database:-postgres}" -c "$1"
}

secret() { # print a new password: 32 letters and digits
  local word
  word=$(openssl rand -base64 48 | tr -dc A-Za-z0-9)
  ((${#word} >= 32)) || fail "openssl gave no random bytes"
  printf '%s\n' "${word:0:32}"
}

own_folder() { # FOLDER: one that PostgreSQL may look into
  command install -d -m 750 -o root -g postgres "$1"
}

make_certificates() { # an authority of the lab's own, and the server's certificate by it
  local tls=$settings/sortrank names
  own_folder "$tls"
  if [[ ! -s $tls/ca.crt ]]; then
    openssl req -new -x509 -days "$days" -nodes -newkey rsa:3072 -subj "/CN=SortRank lab ${hosts[0]:0:40}" \
      -addext 'keyUsage=critical,keyCertSign,cRLSign' -keyout "$tls/ca.key" -out "$tls/ca.crt" 2>/dev/null
  fi
  names=$(alternative_names)
  if [[ ! -s $tls/server.crt || $(cat "$tls/names" 2>/dev/null) != "$names" ]]; then
    openssl req -new -nodes -newkey rsa:3072 -subj "/CN=${hosts[0]:0:60}" \
      -keyout "$tls/server.key" -out "$tls/server.csr" 2>/dev/null
    openssl x509 -req -in "$tls/server.csr" -CA "$tls/ca.crt" -CAkey "$tls/ca.key" -CAcreateserial \
      -days "$days" -out "$tls/server.crt" \
      -extfile <(printf 'subjectAltName=%s\nextendedKeyUsage=serverAuth\n' "$names") 2>/dev/null
    rm "$tls/server.csr"
    printf '%s\n' "$names" >"$tls/names"
  fi
  chown root:root "$tls"/ca.* && chmod 600 "$tls/ca.key"
  chown postgres:postgres "$tls"/server.* && chmod 600 "$tls/server.key"
  chmod 644 "$tls/ca.crt" "$tls/server.crt"
}

alternative_names() { # the hosts as a certificate has them: IP:192.0.2.1,DNS:lab.example.org
  local each names=()
  for each in "${hosts[@]}"; do
    if [[ $each =~ ^[0-9.]+$ || $each == *:* ]]; then names+=("IP:$each"); else names+=("DNS:$each"); fi
  done
  (IFS=, && echo "${names[*]}")
}

configure() { # TLS, and who is let in: our lines come first, so that no other line lets them in otherwise
  local tls=$settings/sortrank hba=$settings/pg_hba.conf lines role network
  mkdir -p "$settings/conf.d"
  cat >"$settings/conf.d/sortrank.conf" <<END
# By packaging/lab-server.sh
listen_addresses = '*'
port = $port
ssl = on
ssl_cert_file = '$tls/server.crt'
ssl_key_file = '$tls/server.key'
ssl_min_protocol_version = 'TLSv1.2'
password_encryption = 'scram-sha-256'
END
  lines=$(
    for role in sortrank_station sortrank_researcher; do
      for network in "${networks[@]}" 127.0.0.1/32 ::1/128; do
        echo "hostssl $database $role $network scram-sha-256"
      done
      echo "local $database $role scram-sha-256"
    done
    echo "local $database all peer"
    echo "host $database all all reject"
  )
  {
    echo "# SortRank: begin"
    echo "$lines"
    echo "# SortRank: end"
    sed '/^# SortRank: begin$/,/^# SortRank: end$/d' "$hba"
  } >"$hba.new"
  chown --reference="$hba" "$hba.new" && chmod --reference="$hba" "$hba.new"
  mv "$hba.new" "$hba"
}

restart() {
  pg_ctlcluster "$version" "$cluster" restart 2>/dev/null || pg_ctlcluster "$version" "$cluster" start
  for _ in {1..60}; do ask 'SELECT 1' >/dev/null 2>&1 && return; sleep 0.5; done
  fail "PostgreSQL did not start; its log is in /var/log/postgresql"
}

make_database() { # the database, its tables and its roles: what `sortrank lab init` does
  local python tables=
  python=$(find_python)
  [[ -n $python ]] || { apt_install "$(python_package /etc/os-release)" && python=$(find_python); }
  [[ $(ask "SELECT 1 FROM pg_database WHERE datname = '$database'") == 1 ]] ||
    ask "CREATE DATABASE $database ENCODING 'UTF8' TEMPLATE template0"
  [[ -n $(in_database=$database ask "SELECT to_regclass('sortrank.lab')") ]] || tables=--tables
  "$python" -I "$root/packaging/lab_sql.py" "$database" $tables |
    as_postgres psql -p "$port" -Xq --single-transaction -v ON_ERROR_STOP=1 -d "$database" -f - >/dev/null
}

set_passwords() { # those that a role has are kept, unless new ones are wanted
  local role word file
  for role in station researcher; do
    file=$output/$role/pgpass
    command install -d -m 700 "$output" "$output/$role"
    cp "$settings/sortrank/ca.crt" "$output/$role/root.crt"
    printf '[lab]\nhost=%s\nport=%s\ndbname=%s\n' "${hosts[0]}" "$port" "$database" \
      >"$output/$role/pg_service.conf"
    word=$(awk -F: '{print $NF; exit}' "$file" 2>/dev/null || true)
    if [[ -z $word && $(ask "SELECT rolpassword IS NULL FROM pg_authid WHERE rolname = 'sortrank_$role'") == f ]]; then
      [[ -n $new_passwords ]] || continue
    fi
    [[ -n $word && -z $new_passwords ]] || word=$(secret)
    (umask 077 && write_pgpass "$role" "$word" >"$file.new")
    # By a pipe, not by an argument, which others see in the list of processes.
    printf "ALTER ROLE sortrank_%s PASSWORD '%s';\n" "$role" "$word" |
      as_postgres psql -p "$port" -Xq -v ON_ERROR_STOP=1 -d postgres -f - >/dev/null
    mv "$file.new" "$file"
  done
}

write_pgpass() { # ROLE PASSWORD: print a line for each name of this computer
  local host
  for host in "${hosts[@]}"; do
    printf '%s:%s:%s:sortrank_%s:%s\n' "${host//:/\\:}" "$port" "$database" "$1" "$2"
  done
}

try_connections() { # as stations and researcher will come, and as nobody may
  local role call
  for role in station researcher; do
    [[ -s $output/$role/pgpass ]] || continue
    call=(env "PGPASSFILE=$output/$role/pgpass" psql -XqAt -w -c "SELECT format FROM sortrank.lab" -d)
    "${call[@]}" "$(connection "$role" verify-full)" >/dev/null ||
      fail "the server does not let the $role in by TLS; see /var/log/postgresql"
    ! "${call[@]}" "$(connection "$role" disable)" >/dev/null 2>&1 ||
      fail "the server lets the $role in without TLS; look for other lines in $settings/pg_hba.conf"
  done
}

connection() { # ROLE SSLMODE
  printf 'host=%s hostaddr=127.0.0.1 port=%s dbname=%s user=sortrank_%s sslmode=%s sslrootcert=%s' \
    "${hosts[0]}" "$port" "$database" "$1" "$2" "$output/$1/root.crt"
}

tell() {
  local role
  echo "The server of the lab is ready: $database on ${hosts[0]}, port $port."
  echo "It lets in by TLS, with a password, from: ${networks[*]}"
  for role in station researcher; do
    echo
    if [[ ! -s $output/$role/pgpass ]]; then
      echo "The password of the $role is as it was, and known to you alone; --new-passwords makes another."
      continue
    fi
    cat <<END
For ${role/station/every station}, tried with a verified connection (files in $output/$role):
  a line in ~/.pgpass (mode 600):   $(head -1 "$output/$role/pgpass")
  a line in the environment:        SORTRANK_LAB='host=${hosts[0]} port=$port dbname=$database'
  and root.crt as ~/.postgresql/root.crt
END
  done
  cat <<END

Keep $output to yourself, and delete it when all computers have their lines.
Open port $port in the firewall for these networks. docs/lab.md has the rest: backups, privacy.
END
}

main() {
  read_options "$@"
  [[ $(id -u) == 0 ]] || fail "run this as root: sudo bash packaging/lab-server.sh"
  find_names
  mkdir -p "$output"
  output=$(cd "$output" && pwd)
  install_server
  make_certificates
  configure
  restart
  make_database
  set_passwords
  try_connections
  tell
}

# Tests source the parts.
[[ ${BASH_SOURCE[0]} != "$0" ]] || main "$@"
