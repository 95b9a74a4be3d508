#!/bin/sh
# Runs at the first start of a primary with a standby, after databases.sh: a role for the standby, and commits that wait for it.
set -eu
for name in COSET_APP_PASSWORD COSET_SEED_PASSWORD COSET_REPLICATION_PASSWORD; do
  eval "value=\${$name:-}"
  [ -n "$value" ] || { echo "replication.sh: $name is empty" >&2; exit 1; }
done
if [ "$COSET_REPLICATION_PASSWORD" = "$COSET_APP_PASSWORD" ] || [ "$COSET_REPLICATION_PASSWORD" = "$COSET_SEED_PASSWORD" ]; then
  echo "replication.sh: the standby's role reads everything, so its password must differ" >&2
  exit 1
fi
# By the environment: every process of the machine can see command arguments. Not by the command line of the server either:
# an operator who promotes the standby must be able to change it with ALTER SYSTEM.
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" <<'SQL'
\getenv replication COSET_REPLICATION_PASSWORD
CREATE ROLE coset_replication REPLICATION LOGIN PASSWORD :'replication';
ALTER SYSTEM SET synchronous_standby_names = 'coset_standby';
ALTER SYSTEM SET wal_keep_size = '1GB';
SQL
echo "host replication coset_replication all scram-sha-256" >>"$PGDATA/pg_hba.conf"
