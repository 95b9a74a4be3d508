#!/bin/sh
# Runs at the first start of PostgreSQL: the seeds have a separate role, which the event log's role cannot read.
set -eu
for name in POSTGRES_PASSWORD COSET_APP_PASSWORD COSET_SEED_PASSWORD; do
  eval "value=\${$name:-}"
  [ -n "$value" ] || { echo "databases.sh: $name is empty" >&2; exit 1; }
done
if [ "$COSET_APP_PASSWORD" = "$COSET_SEED_PASSWORD" ] || [ "$COSET_APP_PASSWORD" = "$POSTGRES_PASSWORD" ] ||
  [ "$COSET_SEED_PASSWORD" = "$POSTGRES_PASSWORD" ]; then
  echo "databases.sh: two roles have the same password, which would expose the seeds" >&2
  exit 1
fi
# By the environment: every process of the machine can see command arguments.
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" <<'SQL'
\getenv app COSET_APP_PASSWORD
\getenv seed COSET_SEED_PASSWORD
CREATE ROLE coset_app LOGIN PASSWORD :'app';
CREATE ROLE coset_seed LOGIN PASSWORD :'seed';
CREATE DATABASE coset OWNER coset_app;
CREATE DATABASE coset_seeds OWNER coset_seed;
REVOKE CONNECT ON DATABASE coset_seeds FROM PUBLIC;
SQL
