"""The log refuses to be changed, whoever asks: an event is never updated and never removed."""

from django.db import migrations

FORWARD = """
CREATE FUNCTION games_event_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the log is append-only: % on % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER event_is_for_ever BEFORE UPDATE OR DELETE ON games_gameevent
    FOR EACH ROW EXECUTE FUNCTION games_event_is_for_ever();
CREATE TRIGGER log_is_for_ever BEFORE TRUNCATE ON games_gameevent
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_is_for_ever();
"""

BACKWARD = """
DROP TRIGGER log_is_for_ever ON games_gameevent;
DROP TRIGGER event_is_for_ever ON games_gameevent;
DROP FUNCTION games_event_is_for_ever();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [migrations.RunSQL(FORWARD, BACKWARD)]
