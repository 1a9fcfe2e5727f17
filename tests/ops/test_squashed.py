"""A new database, made by the squashed migrations, and one that went through each of them are the same."""

import os
import subprocess
import sys
from typing import Any

import psycopg

from players.conduct.roles import Role
from tests.servers import throw_away_servers
from tests.service import CHECKOUT

ALL_AT_ONCE = "from django.core.management import call_command; call_command('migrate', verbosity=0)"
# Django takes a squashed migration for those it replaces wherever none of them was applied, unless told not to.
ONE_BY_ONE = """
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
executor = MigrationExecutor(connection)
executor.loader.replace_migrations = False
executor.loader.build_graph()
executor.migrate([node for node in executor.loader.graph.leaf_nodes() if "squashed" not in node[1]])
"""
WHAT_THERE_IS = {
    "columns": """
        SELECT table_name, column_name, data_type, character_maximum_length, is_nullable, column_default
        FROM information_schema.columns WHERE table_schema = 'public'""",
    "constraints": """
        SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint
        WHERE connamespace = 'public'::regnamespace""",
    "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
    "triggers": "SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal",
    "functions": "SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'public'::regnamespace",
    "groups": "SELECT name FROM auth_group",
}


def migrated(how: str) -> dict[str, set[Any]]:
    """What a database contains that was empty and was migrated so."""
    with throw_away_servers(durable=True) as addresses:
        environment = {**os.environ, **addresses, "DJANGO_SETTINGS_MODULE": "nessos_service.settings"}
        code = "import django; django.setup()\n" + how
        subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, env=environment, check=True)
        with psycopg.connect(addresses["DATABASE_URL"]) as connection:
            return {name: set(connection.execute(query).fetchall()) for name, query in WHAT_THERE_IS.items()}


def test_new_databases_are_as_those_that_grew() -> None:
    new, grown = migrated(ALL_AT_ONCE), migrated(ONE_BY_ONE)
    assert new["groups"] == {(role.value,) for role in Role}
    assert all(new.values())
    for name in WHAT_THERE_IS:
        assert new[name] == grown[name], name
