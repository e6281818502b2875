# A MariaDB server of a benchmark's own, on loopback, with a database and a user named sbtest; it ends with the script.
# Sourced by scripts of this folder. Sets folder (temporary), port, url, BMT_USER and BMT_PASSWORD.

name="$(basename "$0")"
folder="$(mktemp -d "${TMPDIR:-/var/tmp}/bmt-$name.XXXXXX")"
# A port of loopback at which nobody listens.
port=$((20000 + RANDOM % 10000))
while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
  port=$((20000 + RANDOM % 10000))
done
url="jdbc:mariadb://127.0.0.1:$port/sbtest?sslMode=disable"
server=
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
  if [ -n "$server" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  fi
  rm -rf "$folder"
}
trap end EXIT

# Starts it, with options of mariadbd if there are any.
start_server() {
  local user=()
  [ "$(id -u)" = 0 ] && user=(--user=root)
  mariadb-install-db --no-defaults "${user[@]}" --datadir="$folder/data" --auth-root-authentication-method=normal >"$folder/install.log"
  printf '%s\n' "CREATE DATABASE sbtest;" "CREATE USER sbtest@localhost IDENTIFIED BY '$BMT_PASSWORD';" \
    "GRANT ALL ON *.* TO sbtest@localhost;" >"$folder/init.sql"
  mariadbd --no-defaults "${user[@]}" --datadir="$folder/data" --socket="$folder/socket" --bind-address=127.0.0.1 \
    --port="$port" --init-file="$folder/init.sql" "$@" >"$folder/server.log" 2>&1 &
  server=$!
  for _ in $(seq 100); do
    grep -q 'ready for connections' "$folder/server.log" && return
    sleep 0.2
  done
  cat "$folder/server.log" >&2
  exit 3
}
