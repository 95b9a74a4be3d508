#!/bin/sh
# At the first start of PostgreSQL: seeds have a role of their own, whom the log's cannot read.
set -eu
for name in POSTGRES_PASSWORD COSET_APP_PASSWORD COSET_SEED_PASSWORD; do
  eval "value=\${$name:-}"
  [ -n "$value" ] || { echo "databases.sh: $name is empty" >&2; exit 1; }
done
if [ "$COSET_APP_PASSWORD" = "$COSET_SEED_PASSWORD" ] || [ "$COSET_APP_PASSWORD" = "$POSTGRES_PASSWORD" ] ||
  [ "$COSET_SEED_PASSWORD" = "$POSTGRES_PASSWORD" ]; then
  echo "databases.sh: two roles have one password; whoever learns it could read the seeds" >&2
  exit 1
fi
# By the environment: words of a command are seen by every process of the machine.
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" <<'SQL'
\getenv app COSET_APP_PASSWORD
\getenv seed COSET_SEED_PASSWORD
CREATE ROLE coset_app LOGIN PASSWORD :'app';
CREATE ROLE coset_seed LOGIN PASSWORD :'seed';
CREATE DATABASE coset OWNER coset_app;
CREATE DATABASE coset_seeds OWNER coset_seed;
REVOKE CONNECT ON DATABASE coset_seeds FROM PUBLIC;
SQL
