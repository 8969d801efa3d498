#!/usr/bin/env bash
# Runs a command beside a private PostgreSQL and a private Redis, then stops both.
#
#   scripts/with-servers.sh cargo nextest run -p guildhall
#
# The command finds them in GUILDHALL_TEST_POSTGRES and GUILDHALL_TEST_REDIS. Both listen on free
# ports of 127.0.0.1 and keep their files in memory where there is room, so PostgreSQL runs with
# the durability settings that the product insists on and is quick all the same.
set -euo pipefail

# Further options of the PostgreSQL server, such as `-c name=value`; split into words on purpose.
GUILDHALL_TEST_POSTGRES_OPTIONS="${GUILDHALL_TEST_POSTGRES_OPTIONS:-}"

[ "$#" -gt 0 ] || {
  echo "usage: scripts/with-servers.sh COMMAND [ARGUMENT…]" >&2
  exit 2
}

fail() {
  echo "with-servers: $*" >&2
  exit 1
}

bin="$(find /usr/lib/postgresql -maxdepth 2 -type d -name bin 2>/dev/null | sort -V | tail -n1)"
[ -n "$bin" ] || bin="$(dirname "$(command -v initdb || echo /nonexistent/initdb)")"
[ -x "$bin/initdb" ] || fail "PostgreSQL is not installed; run scripts/install.sh"
command -v redis-server >/dev/null || fail "Redis is not installed; run scripts/install.sh"

base="${TMPDIR:-/tmp}"
room="$(df --output=avail -k /dev/shm 2>/dev/null | tail -n1 | tr -d ' ')"
if [ -w /dev/shm ] && [ "${room:-0}" -gt 2000000 ]; then base=/dev/shm; fi
dir="$(mktemp -d "$base/guildhall-servers.XXXXXX")"
chmod 755 "$dir"
mkdir "$dir/pg" "$dir/redis"

postgres_pid="" redis_pid="" child=""
stop_all() {
  status=$?
  trap - EXIT INT TERM
  for pid in $child $redis_pid; do kill -TERM "$pid" 2>/dev/null || true; done
  # Nothing in the cluster is wanted any more, so there is no checkpoint to wait for.
  [ -z "$postgres_pid" ] || kill -QUIT "$postgres_pid" 2>/dev/null || true
  for pid in $child $redis_pid $postgres_pid; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$dir"
  exit "$status"
}
trap stop_all EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# PostgreSQL refuses to run as root: then it runs as the user that its package made.
as_server=()
if [ "$(id -u)" = 0 ]; then
  id postgres >/dev/null 2>&1 || fail "the user postgres is missing; run scripts/install.sh"
  chown postgres "$dir/pg"
  as_server=(--reuid postgres --regid postgres --init-groups)
fi
# Should this script be killed outright, the kernel stops both servers with it.
guarded() { setpriv --pdeathsig QUIT "${as_server[@]}" "$@"; }

in_use() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }
free_port() {
  local port
  for _ in $(seq 50); do
    port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
    in_use "$port" || {
      echo "$port"
      return
    }
  done
  fail "no free port was found"
}

(cd "$dir" && guarded "$bin/initdb" -D "$dir/pg/data" -U guildhall -A trust --locale=C.UTF-8 -E UTF8 \
  --no-sync >"$dir/initdb.log" 2>&1) || {
  cat "$dir/initdb.log" >&2
  fail "initdb failed"
}

# The log lies in memory beside the data, so it stays small.
start_postgres() {
  postgres_port="$(free_port)"
  (cd "$dir" && exec setpriv --pdeathsig QUIT "${as_server[@]}" "$bin/postgres" -D "$dir/pg/data" \
    -p "$postgres_port" -c listen_addresses=127.0.0.1 -c unix_socket_directories="$dir/pg" \
    -c max_connections="${GUILDHALL_TEST_CONNECTIONS:-300}" -c shared_buffers=256MB -c jit=off \
    -c fsync=on -c synchronous_commit=on -c full_page_writes=on -c autovacuum_naptime=10min \
    -c max_wal_size=256MB -c log_min_messages=log $GUILDHALL_TEST_POSTGRES_OPTIONS) \
    >"$dir/postgres.log" 2>&1 &
  postgres_pid=$!
  for _ in $(seq 200); do
    if "$bin/pg_isready" -q -h 127.0.0.1 -p "$postgres_port"; then return 0; fi
    kill -0 "$postgres_pid" 2>/dev/null || return 1
    sleep 0.05
  done
  return 1
}

start_redis() {
  redis_port="$(free_port)"
  setpriv --pdeathsig TERM redis-server --port "$redis_port" --bind 127.0.0.1 --save '' \
    --appendonly no --dir "$dir/redis" --daemonize no >"$dir/redis.log" 2>&1 &
  redis_pid=$!
  for _ in $(seq 200); do
    if in_use "$redis_port"; then return 0; fi
    kill -0 "$redis_pid" 2>/dev/null || return 1
    sleep 0.05
  done
  return 1
}

# A port that was free a moment ago may be taken by now: another try takes another one.
start_postgres || start_postgres || {
  cat "$dir/postgres.log" >&2
  fail "PostgreSQL did not start"
}
start_redis || start_redis || {
  cat "$dir/redis.log" >&2
  fail "Redis did not start"
}

export GUILDHALL_TEST_POSTGRES="postgres://guildhall@127.0.0.1:$postgres_port/postgres"
export GUILDHALL_TEST_POSTGRES_LOG="$dir/postgres.log"
export GUILDHALL_TEST_REDIS="redis://127.0.0.1:$redis_port"

"$@" <&0 &
child=$!
status=0
wait "$child" || status=$?
child=""
exit "$status"
