#!/bin/sh
# Names the systemd units that the Vakt agent may restart on this machine; without a name none. It replaces what was allowed before.
#   /usr/lib/vakt-agent/allow.sh nginx.service postgresql.service
# The list is written twice: for the agent, and for polkit, which holds the agent to it.
set -eu
root=${DESTDIR:-}
units=
for unit in "$@"; do
  case $unit in
  [!A-Za-z0-9]* | *[!A-Za-z0-9@._-]*)
    echo "vakt-agent: $unit is not the name of a unit that the agent takes." >&2
    exit 1
    ;;
  *.service | *.socket | *.timer | *.target | *.mount | *.path | *.slice) ;;
  *) unit=$unit.service ;;
  esac
  units="${units:+$units, }\"$unit\""
done

write() {
  mkdir -p "$(dirname "$1")"
  cat >"$1.new"
  chmod 644 "$1.new"
  mv "$1.new" "$1"
}

write "$root/etc/vakt-agent/allow.json" <<END
{"restart_systemd_unit": [$units]}
END
write "$root/etc/polkit-1/rules.d/50-vakt-agent.rules" <<END
// Written by /usr/lib/vakt-agent/allow.sh.
polkit.addRule(function (action, subject) {
  if (action.id == 'org.freedesktop.systemd1.manage-units' && subject.user == 'vakt-agent' &&
      [$units].indexOf(action.lookup('unit')) >= 0 && ['start', 'restart'].indexOf(action.lookup('verb')) >= 0) return polkit.Result.YES
})
END
echo "The Vakt agent may restart: ${units:-nothing}"
