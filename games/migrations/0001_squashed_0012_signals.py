"""All of 0001 to 0012 at once, for a database that is new; one that has had them goes on from there."""

import django.db.models.deletion
import games.engine.types
import games.models
import players.secrets
from django.conf import settings
from django.db import migrations, models


FOR_EVER = """
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
CREATE TRIGGER adjustment_is_for_ever BEFORE UPDATE OR DELETE ON games_clockadjustment
    FOR EACH ROW EXECUTE FUNCTION games_event_is_for_ever();
CREATE TRIGGER bot_move_is_for_ever BEFORE UPDATE OR DELETE ON games_botmove
    FOR EACH ROW EXECUTE FUNCTION games_event_is_for_ever();
"""
NOT_FOR_EVER = """
DROP TRIGGER bot_move_is_for_ever ON games_botmove;
DROP TRIGGER adjustment_is_for_ever ON games_clockadjustment;
DROP TRIGGER log_is_for_ever ON games_gameevent;
DROP TRIGGER event_is_for_ever ON games_gameevent;
DROP FUNCTION games_event_is_for_ever();
"""


class Migration(migrations.Migration):

    replaces = [('games', '0001_initial'), ('games', '0002_log_append_only'), ('games', '0003_told'), ('games', '0004_clock'), ('games', '0005_reminders'), ('games', '0006_request_kept'), ('games', '0007_rematch'), ('games', '0008_bots'), ('games', '0009_messages'), ('games', '0010_acts'), ('games', '0011_desk'), ('games', '0012_signals')]

    initial = True

    dependencies = [
        ('players', '0001_squashed_0012_acts'),
    ]

    operations = [
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.CharField(default=games.models.new_game_id, editable=False, max_length=10, primary_key=True, serialize=False)),
                ('name', models.CharField(blank=True, max_length=60)),
                ('visibility', models.CharField(max_length=7)),
                ('rated', models.BooleanField()),
                ('turn', models.DurationField()),
                ('players', models.PositiveSmallIntegerField(help_text='Seats asked for; from the start on, seats there are.')),
                ('rules_version', models.PositiveSmallIntegerField()),
                ('status', models.CharField(max_length=9)),
                ('version', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField()),
                ('started_at', models.DateTimeField(null=True)),
                ('finished_at', models.DateTimeField(null=True)),
                ('round', models.PositiveSmallIntegerField(null=True)),
                ('first_seat', models.SmallIntegerField(null=True)),
                ('to_act', models.SmallIntegerField(null=True)),
                ('deadline', models.DateTimeField(null=True)),
                ('draw_pile', models.PositiveSmallIntegerField(null=True)),
                ('charons_shown', models.PositiveSmallIntegerField(null=True)),
                ('reason', models.CharField(help_text='Why it is over.', max_length=40, null=True)),
                ('creator', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('turn_seq', models.PositiveIntegerField(help_text='The event that gave the turn.', null=True)),
                ('turn_started_at', models.DateTimeField(null=True)),
                ('allow_bots', models.BooleanField(db_default=False)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('status', 'active')), fields=['deadline'], name='game_deadline'), models.Index(fields=['status', '-created_at', '-id'], name='game_public_newest'), models.Index(fields=['-created_at', '-id'], name='game_newest')],
                'constraints': [models.CheckConstraint(condition=models.Q(('status__in', ['open', 'active', 'finished', 'cancelled', 'voided'])), name='game_status_known'), models.CheckConstraint(condition=models.Q(('visibility__in', ['public', 'private'])), name='game_visibility_known'), models.CheckConstraint(condition=models.Q(('first_seat__gte', 0), ('first_seat__lte', 5)), name='game_first_seat_is_seat'), models.CheckConstraint(condition=models.Q(('to_act__gte', 0), ('to_act__lte', 5)), name='game_to_act_is_seat'), models.CheckConstraint(condition=models.Q(('players__gte', 3), ('players__lte', 6)), name='game_players_3_to_6'), models.CheckConstraint(condition=models.Q(models.Q(('status', games.engine.types.Status['FINISHED']), _negated=True), ('reason__in', [games.engine.types.EndReason['LAST_SURVIVOR'], games.engine.types.EndReason['POINTS'], games.engine.types.EndReason['NINE_CHARONS'], games.engine.types.EndReason['NO_CARDS'], games.engine.types.EndReason['VOIDED']]), _connector='OR'), name='game_finished_has_reason'), models.CheckConstraint(condition=models.Q(models.Q(('deadline__isnull', False), ('status', games.engine.types.Status['ACTIVE']), ('to_act__isnull', False)), models.Q(models.Q(('status', games.engine.types.Status['ACTIVE']), _negated=True), ('deadline__isnull', True), ('to_act__isnull', True)), _connector='OR'), name='game_turn_only_when_active')],
            },
        ),
        migrations.CreateModel(
            name='Heartbeat',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('seen_at', models.DateTimeField(db_default=games.models.ClockTimestamp())),
            ],
        ),
        migrations.CreateModel(
            name='Invitation',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='invitation', serialize=False, to='games.game')),
                ('secret', models.CharField(default=games.models.new_invite, max_length=32)),
            ],
        ),
        migrations.CreateModel(
            name='Round',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('first_seat', models.SmallIntegerField()),
                ('outcome', models.CharField(max_length=8, null=True)),
                ('by', models.SmallIntegerField(null=True)),
                ('receiver', models.SmallIntegerField(null=True)),
                ('points', models.PositiveSmallIntegerField(null=True)),
                ('charons', models.PositiveSmallIntegerField(null=True)),
                ('eliminated', models.BooleanField(default=False)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='rounds', to='games.game')),
            ],
            options={
                'ordering': ('number',),
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='round_once_a_game'), models.CheckConstraint(condition=models.Q(('outcome__in', ['accepted', 'refused'])), name='round_outcome_known'), models.CheckConstraint(condition=models.Q(('first_seat__gte', 0), ('first_seat__lte', 5)), name='round_first_seat_is_seat'), models.CheckConstraint(condition=models.Q(('by__gte', 0), ('by__lte', 5)), name='round_by_is_seat'), models.CheckConstraint(condition=models.Q(('receiver__gte', 0), ('receiver__lte', 5)), name='round_receiver_is_seat')],
            },
        ),
        migrations.AddField(
            model_name='game',
            name='current_round',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.round'),
        ),
        migrations.CreateModel(
            name='Offer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('position', models.PositiveSmallIntegerField()),
                ('from_seat', models.SmallIntegerField()),
                ('to_seat', models.SmallIntegerField()),
                ('claim', models.PositiveSmallIntegerField()),
                ('card', models.PositiveSmallIntegerField(null=True)),
                ('round', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='offers', to='games.round')),
            ],
            options={
                'ordering': ('position',),
                'constraints': [models.UniqueConstraint(fields=('round', 'position'), name='offer_once_a_round'), models.CheckConstraint(condition=models.Q(('position__lte', 2)), name='offer_position_0_to_2'), models.CheckConstraint(condition=models.Q(('claim__lte', 10)), name='offer_claim_0_to_10'), models.CheckConstraint(condition=models.Q(('card__lte', 10)), name='offer_card_0_to_10'), models.CheckConstraint(condition=models.Q(('from_seat__gte', 0), ('from_seat__lte', 5)), name='offer_from_seat_is_seat'), models.CheckConstraint(condition=models.Q(('to_seat__gte', 0), ('to_seat__lte', 5)), name='offer_to_seat_is_seat'), models.CheckConstraint(condition=models.Q(('from_seat', models.F('to_seat')), _negated=True), name='offer_to_another_seat')],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.SmallIntegerField()),
                ('points', models.PositiveSmallIntegerField(default=0)),
                ('charons', models.PositiveSmallIntegerField(default=0)),
                ('eliminated', models.BooleanField(default=False)),
                ('won', models.BooleanField(default=False)),
                ('former_player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='former_seats', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='games.game')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('seat',),
                'constraints': [models.CheckConstraint(condition=models.Q(('seat__gte', 0), ('seat__lte', 5)), name='seat_seat_is_seat'), models.UniqueConstraint(fields=('game', 'seat'), name='seat_once_a_game'), models.UniqueConstraint(fields=('game', 'player'), name='player_once_a_game')],
            },
        ),
        migrations.CreateModel(
            name='GameEvent',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('kind', models.CharField(max_length=20)),
                ('schema', models.PositiveSmallIntegerField(help_text='Version of the form of `data`.')),
                ('round', models.PositiveSmallIntegerField(null=True)),
                ('at', models.DateTimeField()),
                ('data', models.JSONField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='events', to='games.game')),
            ],
            options={
                'ordering': ('seq',),
                'constraints': [models.UniqueConstraint(fields=('game', 'seq'), name='event_once_a_game'), models.CheckConstraint(condition=models.Q(('seq__gte', 1)), name='event_seq_from_1'), models.CheckConstraint(condition=models.Q(('kind__in', ['game_opened', 'seat_taken', 'seat_left', 'game_started', 'cards_dealt', 'round_started', 'offer_made', 'lot_accepted', 'lot_refused', 'player_eliminated', 'cards_drawn', 'turn_expired', 'seat_handed_over', 'game_ended', 'game_cancelled', 'game_voided'])), name='event_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='OutboxMessage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('topic', models.CharField(max_length=20)),
                ('version', models.PositiveIntegerField()),
                ('created_at', models.DateTimeField(db_default=games.models.ClockTimestamp())),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField(help_text='When the sweeper sends it (again) if it is still here.')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.game')),
                ('request_id', models.CharField(blank=True, db_default='', help_text='The request that it follows from.', max_length=128)),
            ],
            options={
                'indexes': [models.Index(fields=['next_at'], name='message_due')],
                'constraints': [models.UniqueConstraint(fields=('topic', 'game', 'version'), name='message_once'), models.CheckConstraint(condition=models.Q(('topic__in', ['bot_turn', 'game_ended', 'news', 'analysis'])), name='message_topic_known')],
            },
        ),
        migrations.CreateModel(
            name='Told',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='told', serialize=False, to='games.game')),
                ('version', models.PositiveIntegerField(default=0)),
                ('remind_at', models.DateTimeField(null=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('remind_at__isnull', False)), fields=['remind_at'], name='told_remind')],
            },
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
                'constraints': [models.UniqueConstraint(fields=('game', 'turn_seq', 'place'), name='adjustment_once_a_turn'), models.CheckConstraint(condition=models.Q(('seconds__gte', 1)), name='adjustment_gives_time'), models.CheckConstraint(condition=models.Q(('kind__in', ['away', 'hours', 'outage', 'grace'])), name='adjustment_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='Rematch',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='rematch', serialize=False, to='games.game')),
                ('rematch', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='rematch_of', to='games.game')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('game', models.F('rematch')), _negated=True), name='rematch_is_another_game')],
            },
        ),
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
                'constraints': [models.CheckConstraint(condition=models.Q(('done__lte', models.F('total'))), name='analysis_done_of_total'), models.CheckConstraint(condition=models.Q(('finished_at__isnull', True), ('done', models.F('total')), _connector='OR'), name='analysis_finished_when_done')],
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
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bot_moves', to='games.game')),
            ],
            options={
                'ordering': ('version',),
                'constraints': [models.UniqueConstraint(fields=('game', 'version'), name='bot_move_once'), models.CheckConstraint(condition=models.Q(('seat__gte', 0), ('seat__lte', 5)), name='bot_move_seat_is_seat')],
            },
        ),
        migrations.CreateModel(
            name='BrokenGlass',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.TextField(max_length=2000)),
                ('asked_at', models.DateTimeField(db_default=games.models.ClockTimestamp())),
                ('answered_at', models.DateTimeField(null=True)),
                ('granted', models.BooleanField(null=True)),
                ('until', models.DateTimeField(null=True)),
                ('version', models.PositiveIntegerField(help_text='The event up to which the game had come then.', null=True)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='broken_glasses', to='games.game')),
                ('seen_up_to', models.PositiveIntegerField(help_text='The event up to which it was looked at.', null=True)),
            ],
            options={
                'verbose_name_plural': 'broken glasses',
                'ordering': ('asked_at', 'pk'),
                'constraints': [models.CheckConstraint(condition=models.Q(('answered_by', models.F('asked_by')), _negated=True), name='glass_needs_two'), models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('answered_by', None), ('granted', None)), models.Q(('answered_at__isnull', False), ('answered_by__isnull', False), ('granted__isnull', False)), _connector='OR'), name='glass_answered_whole'), models.CheckConstraint(condition=models.Q(models.Q(('granted', True), ('until__isnull', False), ('version__isnull', False)), models.Q(models.Q(('granted', True), _negated=True), ('until', None), ('version', None)), models.Q(('granted', None), ('until', None), ('version', None)), _connector='OR'), name='glass_open_for_a_time'), models.UniqueConstraint(condition=models.Q(('answered_at', None)), fields=('game', 'asked_by'), name='glass_asked_once')],
            },
        ),
        migrations.CreateModel(
            name='Message',
            fields=[
                ('id', models.CharField(default=players.secrets.short_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('seq', models.PositiveIntegerField()),
                ('seat', models.SmallIntegerField()),
                ('text', models.CharField(max_length=500)),
                ('at', models.DateTimeField(db_default=games.models.ClockTimestamp())),
                ('hidden_at', models.DateTimeField(null=True)),
                ('author', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to=settings.AUTH_USER_MODEL)),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='messages', to='games.game')),
                ('hidden_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ('seq',),
                'indexes': [models.Index(fields=['author', '-at'], name='message_of_author')],
                'constraints': [models.UniqueConstraint(fields=('game', 'seq'), name='message_once_a_game'), models.CheckConstraint(condition=models.Q(('text', ''), _negated=True), name='message_says_something'), models.CheckConstraint(condition=models.Q(('seat__gte', 0), ('seat__lte', 5)), name='table_message_seat_is_seat'), models.CheckConstraint(condition=models.Q(models.Q(('hidden_at', None), ('hidden_by', None)), models.Q(('hidden_at__isnull', False), ('hidden_by__isnull', False)), _connector='OR'), name='message_hidden_whole')],
            },
        ),
        migrations.CreateModel(
            name='LogCheck',
            fields=[
                ('name', models.CharField(max_length=20, primary_key=True, serialize=False)),
                ('checked_at', models.DateTimeField(db_default=games.models.ClockTimestamp())),
                ('games', models.PositiveIntegerField()),
                ('faults', models.PositiveIntegerField()),
                ('first_fault', models.CharField(blank=True, default='', max_length=200)),
            ],
        ),
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
        migrations.RunSQL(FOR_EVER, NOT_FOR_EVER),
    ]
