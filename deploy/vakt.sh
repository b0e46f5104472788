#!/bin/sh
# Runs a command of the installed release with the settings and secrets of the units, as root:
#   ln -s /opt/vakt/current/deploy/vakt.sh /usr/local/sbin/vakt
#   vakt set-up --help
# A file in /etc/vakt/secrets gives the setting of its name: smtp-url becomes SMTP_URL_FILE.
set -eu
release=/opt/vakt/current
command=${1:-}
case $command in
  backup | make-key | remove-demo | restore | set-up) shift ;;
  *) echo "Use it as: vakt backup|restore|set-up|make-key|remove-demo [options]" >&2; exit 2 ;;
esac
for file in /etc/vakt/secrets/*; do
  name=$(basename "$file" | tr 'a-z-' 'A-Z_')
  [ ! -f "$file" ] || export "${name}_FILE=$file"
done
exec "$release/node" --env-file-if-exists=/etc/vakt/vakt.env "$release/apps/server/src/$command.ts" "$@"
