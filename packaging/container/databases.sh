#!/bin/sh
# At the first start of PostgreSQL: seeds have a role of their own, whom the log's cannot read.
set -eu
psql --set=ON_ERROR_STOP=1 --set=password="$POSTGRES_PASSWORD" --username="${POSTGRES_USER:-postgres}" <<'SQL'
CREATE ROLE coset_app LOGIN PASSWORD :'password';
CREATE ROLE coset_seed LOGIN PASSWORD :'password';
CREATE DATABASE coset OWNER coset_app;
CREATE DATABASE coset_seeds OWNER coset_seed;
REVOKE CONNECT ON DATABASE coset_seeds FROM PUBLIC;
SQL
