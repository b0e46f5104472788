#!/bin/sh
# Installs the Vakt agent from this folder as a systemd service, or replaces an installed version, and enrols the machine.
#   VAKT_AGENT_SERVER=https://vakt.example.com VAKT_AGENT_TOKEN=vakt_enr_… sh install.sh
# Both are needed once. With DESTDIR the files go below that folder, and neither a user nor a service is created.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=${DESTDIR:-}
program=$root/usr/lib/vakt-agent
state=$root/var/lib/vakt-agent

fail() {
  echo "vakt-agent: $1" >&2
  exit 1
}

start_service() {
  systemctl daemon-reload
  systemctl enable --quiet vakt-agent.service
  # One that ended too often is not started again otherwise.
  systemctl reset-failed vakt-agent.service 2>/dev/null || true
  systemctl restart vakt-agent.service
}

[ -x "$here/node" ] || fail "node is missing beside install.sh: unpack the whole archive."
"$here/node" --version >/dev/null 2>&1 || fail "this package is for another processor: $(uname -m)."
if [ -z "$root" ]; then
  [ "$(id -u)" = 0 ] || fail 'run this as root, for example with sudo.'
  [ -d /run/systemd/system ] || fail 'this machine does not run systemd.'
  id vakt-agent >/dev/null 2>&1 || useradd --system --home-dir /nonexistent --no-create-home --shell /usr/sbin/nologin vakt-agent
fi

mkdir -p "$root/usr/lib" "$root/etc/vakt-agent" "$root/etc/systemd/system" "$root/var/lib"
rm -rf "$program.new"
mkdir "$program.new"
cp "$here/node" "$here/agent.mjs" "$here/allow.sh" "$here"/LICENSE* "$program.new/"
chmod 755 "$program.new" "$program.new/node" "$program.new/allow.sh"
chmod 644 "$program.new/agent.mjs" "$program.new"/LICENSE*
rm -rf "$program.old"
[ ! -d "$program" ] || mv "$program" "$program.old"
mv "$program.new" "$program"
rm -rf "$program.old"
cp "$here/vakt-agent.service" "$root/etc/systemd/system/vakt-agent.service"
chmod 644 "$root/etc/systemd/system/vakt-agent.service"
[ -e "$root/etc/vakt-agent/allow.json" ] || echo '{}' >"$root/etc/vakt-agent/allow.json"
chmod 644 "$root/etc/vakt-agent/allow.json"

if [ -z "$root" ]; then
  install -d -m 700 -o vakt-agent -g vakt-agent "$state"
  as_agent='runuser -u vakt-agent --'
else
  mkdir -p -m 700 "$state"
  as_agent=
fi
if [ -n "${VAKT_AGENT_TOKEN:-}" ]; then
  # An agent that was ended in Vakt is enrolled again: the one that runs must not write while its state is put aside.
  [ -n "$root" ] || systemctl stop --quiet vakt-agent.service 2>/dev/null || true
  if ! VAKT_AGENT_STATE=$state $as_agent "$program/node" --use-system-ca "$program/agent.mjs" enrol; then
    [ -n "$root" ] || [ ! -e "$state/enrolment.json" ] || start_service
    fail 'the machine was not enrolled; the reason is above.'
  fi
fi
[ -e "$state/enrolment.json" ] || fail 'installed, but not enrolled: give VAKT_AGENT_SERVER and VAKT_AGENT_TOKEN.'
[ -z "$root" ] || exit 0

start_service
echo 'The Vakt agent runs. What it may restart on this machine: /usr/lib/vakt-agent/allow.sh UNIT…'
