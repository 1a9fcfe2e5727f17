"""When turns run out: what each was given beyond the time of the game, and when the service was down."""

import django.db.models.deletion
import games.models
from django.db import migrations, models


TURNS_THAT_RUN = """
UPDATE games_game SET turn_seq = given.seq, turn_started_at = given.at
FROM (
    SELECT DISTINCT ON (game_id) game_id, seq, at FROM games_gameevent
    WHERE kind IN ('round_started', 'offer_made') ORDER BY game_id, seq DESC
) AS given
WHERE given.game_id = games_game.id AND games_game.status = 'active';
"""
FOR_EVER = """
CREATE TRIGGER adjustment_is_for_ever BEFORE UPDATE OR DELETE ON games_clockadjustment
    FOR EACH ROW EXECUTE FUNCTION games_event_is_for_ever();
"""
NOT_FOR_EVER = "DROP TRIGGER adjustment_is_for_ever ON games_clockadjustment;"


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0003_told'),
    ]

    operations = [
        migrations.AddField(
            model_name='game',
            name='turn_seq',
            field=models.PositiveIntegerField(help_text='The event that gave the turn.', null=True),
        ),
        migrations.AddField(
            model_name='game',
            name='turn_started_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name='Outage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField()),
                ('credited_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(fields=['ended_at'], name='outage_end')],
                'constraints': [models.CheckConstraint(condition=models.Q(('began_at__lt', models.F('ended_at'))), name='outage_ends')],
            },
        ),
        migrations.CreateModel(
            name='ClockAdjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('turn_seq', models.PositiveIntegerField()),
                ('place', models.PositiveSmallIntegerField()),
                ('kind', models.CharField(max_length=6)),
                ('since', models.DateTimeField()),
                ('seconds', models.PositiveIntegerField()),
                ('recorded_at', models.DateTimeField(db_default=games.models.ClockTimestamp())),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='games.game')),
            ],
            options={
                'ordering': ('turn_seq', 'place'),
                'constraints': [models.UniqueConstraint(fields=('game', 'turn_seq', 'place'), name='adjustment_once_a_turn'), models.CheckConstraint(condition=models.Q(('kind__in', ['away', 'hours', 'outage'])), name='adjustment_kind_known'), models.CheckConstraint(condition=models.Q(('seconds__gte', 1)), name='adjustment_gives_time')],
            },
        ),
        migrations.RunSQL(FOR_EVER, NOT_FOR_EVER),
        migrations.RunSQL(TURNS_THAT_RUN, migrations.RunSQL.noop),
    ]
