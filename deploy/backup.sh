#!/bin/sh
# Dump the PostgreSQL database of the servers into a folder: `backup.sh FOLDER` once a day and for ever, `backup.sh
# FOLDER once` now. The database is the one that PGHOST, PGUSER, PGDATABASE and PGPASSWORD name. A dump gets its name
# only when it is complete and readable; the newest KEEP (30) stay.
set -eu
folder=${1:?the folder for the dumps}
umask 077
mkdir -p "$folder"

dump() {
    name=$folder/tantrix-$(date -u +%Y%m%dT%H%M%SZ).dump
    if ! pg_dump --format=custom --file="$name.part" || ! pg_restore --list "$name.part" >/dev/null; then
        rm -f "$name.part"
        echo "backup: no dump was made; the lines above say why" >&2
        return 1
    fi
    mv "$name.part" "$name"
    echo "backup: $name" >&2
    find "$folder" -name 'tantrix-*.dump' | sort -r | tail -n +$((${KEEP:-30} + 1)) | while read -r old; do
        rm -f "$old"
    done
}

if [ "${2:-}" = once ]; then
    dump
    exit
fi
trap 'exit 0' TERM INT
while :; do
    dump && wait=86400 || wait=600
    sleep "$wait" &
    wait $! || true
done
