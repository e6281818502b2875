# MariaDB servers of a benchmark's own, on loopback, with a database and a user named sbtest; they end with the script.
# Sourced by scripts of this folder. Sets folder (temporary), BMT_USER and BMT_PASSWORD.

name="$(basename "$0")"
folder="$(mktemp -d "${TMPDIR:-/var/tmp}/bmt-$name.XXXXXX")"
servers=()
export BMT_USER=sbtest
export BMT_PASSWORD="$name"
PATH="$PATH:/usr/sbin"

# Ends the script when one of the commands is not there.
needs() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || { echo "$name needs $tool" >&2; exit 3; }
  done
}

end() {
  if [ "${#servers[@]}" -gt 0 ]; then
    kill "${servers[@]}" 2>/dev/null || true
    kill -CONT "${servers[@]}" 2>/dev/null || true
    wait "${servers[@]}" 2>/dev/null || true
  fi
  rm -rf "$folder"
}
trap end EXIT

# Starts a server, with options of mariadbd if there are any. Sets server (its process), place (its folder), port and url.
start_server() {
  local user=()
  place="$folder/server${#servers[@]}"
  # A port of loopback at which nobody listens.
  port=$((20000 + RANDOM % 10000))
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
    port=$((20000 + RANDOM % 10000))
  done
  url="jdbc:mariadb://127.0.0.1:$port/sbtest?sslMode=disable"
  [ "$(id -u)" = 0 ] && user=(--user=root)
  mkdir "$place"
  mariadb-install-db --no-defaults "${user[@]}" --datadir="$place/data" --auth-root-authentication-method=normal >"$place/install.log"
  printf '%s\n' "CREATE DATABASE sbtest;" "CREATE USER sbtest@localhost IDENTIFIED BY '$BMT_PASSWORD';" \
    "GRANT ALL ON *.* TO sbtest@localhost;" >"$place/init.sql"
  mariadbd --no-defaults "${user[@]}" --datadir="$place/data" --socket="$place/socket" --bind-address=127.0.0.1 \
    --port="$port" --init-file="$place/init.sql" "$@" >"$place/server.log" 2>&1 &
  server=$!
  servers+=("$server")
  for _ in $(seq 100); do
    grep -q 'ready for connections' "$place/server.log" && return
    sleep 0.2
  done
  cat "$place/server.log" >&2
  exit 3
}
