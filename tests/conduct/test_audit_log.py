"""The audit log is what it was: nothing in it is changed or removed, whoever asks."""

import pytest
from django.db import DatabaseError, connection, transaction

from players.conduct.models import AuditEntry


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE players_auditentry SET reason = 'another'",
        "UPDATE players_auditentry SET reason = reason",
        "DELETE FROM players_auditentry",
        "TRUNCATE players_auditentry CASCADE",
    ],
)
def test_the_table_refuses_change(statement: str) -> None:
    AuditEntry.objects.create(act="look", reason="a report")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE players_auditentry ENABLE TRIGGER audit_log_is_for_ever")
    before = list(AuditEntry.objects.values())

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)

    assert list(AuditEntry.objects.values()) == before
