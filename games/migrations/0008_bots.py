"""Which policies moved, analyses of games, and games that bots with an account may play."""

import django.db.models.deletion
import games.models
from django.db import migrations, models


FOR_EVER = """
CREATE TRIGGER bot_move_is_for_ever BEFORE UPDATE OR DELETE ON games_botmove
    FOR EACH ROW EXECUTE FUNCTION games_event_is_for_ever();
"""
NOT_FOR_EVER = "DROP TRIGGER bot_move_is_for_ever ON games_botmove;"


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_rematch'),
    ]

    operations = [
        migrations.CreateModel(
            name='Analysis',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='analysis', serialize=False, to='games.game')),
                ('level', models.CharField(blank=True, max_length=32)),
                ('policy', models.CharField(blank=True, max_length=64)),
                ('decisions', models.JSONField(default=list)),
                ('done', models.PositiveIntegerField(default=0)),
                ('total', models.PositiveIntegerField()),
                ('asked_at', models.DateTimeField(db_default=games.models.ClockTimestamp())),
                ('finished_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'analyses',
            },
        ),
        migrations.CreateModel(
            name='BotMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveIntegerField()),
                ('seat', models.SmallIntegerField()),
                ('level', models.CharField(max_length=32)),
                ('temperament', models.CharField(blank=True, max_length=32)),
                ('policy', models.CharField(help_text="The version of the level's policy.", max_length=64)),
            ],
            options={
                'ordering': ('version',),
            },
        ),
        migrations.RemoveConstraint(
            model_name='outboxmessage',
            name='message_topic_known',
        ),
        migrations.AddField(
            model_name='game',
            name='allow_bots',
            field=models.BooleanField(db_default=False),
        ),
        migrations.AddConstraint(
            model_name='outboxmessage',
            constraint=models.CheckConstraint(condition=models.Q(('topic__in', ['bot_turn', 'game_ended', 'news', 'analysis'])), name='message_topic_known'),
        ),
        migrations.AddConstraint(
            model_name='analysis',
            constraint=models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='analysis_done_of_total'),
        ),
        migrations.AddConstraint(
            model_name='analysis',
            constraint=models.CheckConstraint(condition=models.Q(('finished_at__isnull', True), ('done', models.F('total')), _connector='OR'), name='analysis_finished_when_done'),
        ),
        migrations.AddField(
            model_name='botmove',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bot_moves', to='games.game'),
        ),
        migrations.AddConstraint(
            model_name='botmove',
            constraint=models.UniqueConstraint(fields=('game', 'version'), name='bot_move_once'),
        ),
        migrations.AddConstraint(
            model_name='botmove',
            constraint=models.CheckConstraint(condition=models.Q(('seat__gte', 0), ('seat__lte', 5)), name='bot_move_seat_is_seat'),
        ),
        migrations.RunSQL(FOR_EVER, NOT_FOR_EVER),
    ]
