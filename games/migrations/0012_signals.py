"""What decisions say about who plays for whom, pair by pair, and the signals that follow."""

import django.db.models.deletion
import games.models
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0011_desk'),
        ('players', '0013_desk'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='SignalRun',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('weighed_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='GameClues',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='clues', serialize=False, to='games.game')),
                ('counted_at', models.DateTimeField(null=True)),
            ],
            options={
                'verbose_name_plural': 'clues of games',
                'indexes': [models.Index(condition=models.Q(('counted_at', None)), fields=['game'], name='clues_waiting'), models.Index(fields=['counted_at'], name='clues_counted')],
            },
        ),
        migrations.CreateModel(
            name='PairClues',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games', models.PositiveIntegerField(default=0)),
                ('insight_count', models.PositiveIntegerField(default=0)),
                ('insight_value', models.FloatField(default=0.0)),
                ('insight_variance', models.FloatField(default=0.0)),
                ('trust_count', models.PositiveIntegerField(default=0)),
                ('trust_value', models.FloatField(default=0.0)),
                ('trust_variance', models.FloatField(default=0.0)),
                ('favour_count', models.PositiveIntegerField(default=0)),
                ('favour_value', models.FloatField(default=0.0)),
                ('favour_variance', models.FloatField(default=0.0)),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name_plural': 'clues of pairs',
                'constraints': [models.UniqueConstraint(fields=('player', 'about'), name='pair_clues_once'), models.CheckConstraint(condition=models.Q(('player', models.F('about')), _negated=True), name='pair_clues_about_another')],
            },
        ),
        migrations.CreateModel(
            name='Signal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('games', models.PositiveIntegerField()),
                ('score', models.FloatField()),
                ('confidence', models.FloatField()),
                ('parts', models.JSONField(default=dict)),
                ('evidence', models.JSONField(default=list)),
                ('evidence_games', models.PositiveIntegerField(default=0, help_text='The games in common when it was gathered.')),
                ('computed_at', models.DateTimeField(db_default=games.models.ClockTimestamp())),
                ('case_games', models.PositiveIntegerField(default=0)),
                ('case', models.ForeignKey(help_text='The last it opened.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='signals', to='players.case')),
                ('one', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('-score', 'pk'),
                'indexes': [models.Index(fields=['-score', 'id'], name='signal_strongest')],
                'constraints': [models.UniqueConstraint(fields=('one', 'other'), name='signal_once_a_pair'), models.CheckConstraint(condition=models.Q(('one__lt', models.F('other'))), name='signal_in_order'), models.CheckConstraint(condition=models.Q(('confidence__gte', 0), ('confidence__lte', 1)), name='signal_confidence_0_to_1')],
            },
        ),
        # Games that are over already count as well, when the worker has time.
        migrations.RunSQL(
            "INSERT INTO games_gameclues (game_id) SELECT id FROM games_game WHERE status = 'finished'",
            migrations.RunSQL.noop,
        ),
    ]
