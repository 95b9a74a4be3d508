#!/bin/sh
# PostgreSQL as one of two. With COSET_PRIMARY and an empty data directory it copies that primary first and is its standby;
# otherwise it is what its data directory says.
set -eu
if [ -n "${COSET_PRIMARY:-}" ] && [ ! -s "$PGDATA/PG_VERSION" ]; then
  export PGPASSWORD="$COSET_REPLICATION_PASSWORD"
  until pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --checkpoint=fast \
    --dbname="$COSET_PRIMARY user=coset_replication application_name=coset_standby"; do
    echo "member.sh: the primary does not answer yet" >&2
    sleep 2
  done
  unset PGPASSWORD
  chmod 0700 "$PGDATA"
fi
exec docker-entrypoint.sh "$@"
