"""All of 0001 to 0012 at once, for a database that is new; one that has had them goes on from there."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.db.models.functions.datetime
import players.secrets
from django.conf import settings
from django.db import migrations, models


FOR_EVER = """
CREATE FUNCTION players_audit_is_for_ever() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is append-only: % on % refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER audit_entry_is_for_ever BEFORE UPDATE OR DELETE ON players_auditentry
    FOR EACH ROW EXECUTE FUNCTION players_audit_is_for_ever();
CREATE TRIGGER audit_log_is_for_ever BEFORE TRUNCATE ON players_auditentry
    FOR EACH STATEMENT EXECUTE FUNCTION players_audit_is_for_ever();
"""
NOT_FOR_EVER = """
DROP TRIGGER audit_log_is_for_ever ON players_auditentry;
DROP TRIGGER audit_entry_is_for_ever ON players_auditentry;
DROP FUNCTION players_audit_is_for_ever();
"""
NAMES = ("moderator", "senior moderator", "operator")


def groups_make(apps, schema_editor):
    group = apps.get_model("auth", "Group")
    for name in NAMES:
        group.objects.get_or_create(name=name)


class Migration(migrations.Migration):

    replaces = [('players', '0001_initial'), ('players', '0002_idempotent_answer'), ('players', '0003_notices'), ('players', '0004_personal_time'), ('players', '0005_mail'), ('players', '0006_webhooks'), ('players', '0007_notice_request'), ('players', '0008_guests'), ('players', '0009_rematch_offered'), ('players', '0010_bots'), ('players', '0011_conduct'), ('players', '0012_acts')]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('name', models.CharField(max_length=64, verbose_name='name')),
                ('name_key', models.CharField(editable=False, max_length=128)),
                ('kind', models.CharField(choices=[('human', 'human'), ('bot', 'bot')], default='human', max_length=8)),
                ('level', models.CharField(blank=True, default='', max_length=32)),
                ('email', models.EmailField(blank=True, default='', max_length=254)),
                ('language', models.CharField(default='en', max_length=16)),
                ('is_staff', models.BooleanField(default=False)),
                ('is_active', models.BooleanField(default=True)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('suspended_until', models.DateTimeField(blank=True, null=True)),
                ('games_played', models.PositiveIntegerField(default=0)),
                ('games_won', models.PositiveIntegerField(default=0)),
                ('games_rated', models.PositiveIntegerField(default=0)),
                ('rating_mu', models.FloatField(default=25.0)),
                ('rating_sigma', models.FloatField(default=8.333333333333334)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
                ('quiet_from', models.TimeField(blank=True, null=True)),
                ('quiet_until', models.TimeField(blank=True, null=True)),
                ('time_changed_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('time_zone', models.CharField(default='UTC', help_text="A name of IANA's.", max_length=64)),
                ('email_confirmed', models.BooleanField(default=False, editable=False)),
                ('guest_name', models.CharField(blank=True, default='', editable=False, max_length=64)),
                ('is_guest', models.BooleanField(default=False, editable=False)),
                ('description', models.CharField(blank=True, db_default='', default='', max_length=200)),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bots', to=settings.AUTH_USER_MODEL)),
                ('temperament', models.CharField(blank=True, db_default='', default='', max_length=32)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('time_changed_at__isnull', False)), fields=['time_changed_at'], name='player_time_changed'), models.Index(condition=models.Q(('is_active', True), ('is_guest', True)), fields=['created_at'], name='player_guests'), models.Index(condition=models.Q(('suspended_until__isnull', False)), fields=['suspended_until'], name='player_suspended')],
                'constraints': [models.UniqueConstraint(fields=('name',), name='player_name_unique'), models.UniqueConstraint(fields=('name_key',), name='player_name_key_unique'), models.CheckConstraint(condition=models.Q(('games_won__lte', models.F('games_played'))), name='player_won_at_most_played'), models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_until', None)), models.Q(('quiet_from__isnull', False), ('quiet_until__isnull', False), models.Q(('quiet_from', models.F('quiet_until')), _negated=True)), _connector='OR'), name='player_quiet_hours_whole'), models.CheckConstraint(condition=models.Q(('email_confirmed', False), models.Q(('email', ''), _negated=True), _connector='OR'), name='player_confirmed_has_email'), models.UniqueConstraint(condition=models.Q(('guest_name', ''), _negated=True), fields=('guest_name',), name='player_guest_name_unique'), models.CheckConstraint(condition=models.Q(('is_guest', False), models.Q(('kind', 'human'), models.Q(('guest_name', ''), _negated=True)), _connector='OR'), name='player_guest_has_guest_name'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'human'), ('level', ''), ('owner', None)), models.Q(('kind', 'bot'), ('owner', None), models.Q(('level', ''), _negated=True)), models.Q(('kind', 'bot'), ('level', ''), ('owner__isnull', False)), _connector='OR'), name='player_kind_and_level'), models.CheckConstraint(condition=models.Q(('temperament', ''), models.Q(('level', ''), _negated=True), _connector='OR'), name='player_temperament_of_level')],
            },
        ),
        migrations.CreateModel(
            name='PlayedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game_ref', models.CharField(max_length=64)),
                ('rank', models.PositiveSmallIntegerField()),
                ('rated', models.BooleanField()),
                ('rating_mu', models.FloatField()),
                ('rating_sigma', models.FloatField()),
                ('recorded_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='played_games', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game_ref', 'player'), name='played_game_once')],
            },
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.CharField(default=players.secrets.short_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('digest', models.BinaryField(max_length=32, unique=True)),
                ('label', models.CharField(blank=True, default='', max_length=60)),
                ('scopes', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(choices=[('read', 'read'), ('play', 'play')], max_length=8))),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('expires_at', models.DateTimeField(blank=True, null=True)),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('last_used_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['player', '-created_at', '-id'], name='token_list')],
                'constraints': [models.CheckConstraint(condition=models.Q(('scopes__contained_by', ['read', 'play']), ('scopes__len__gt', 0)), name='token_scopes_known')],
            },
        ),
        migrations.CreateModel(
            name='IdempotentAnswer',
            fields=[
                ('slot', models.BinaryField(max_length=32, primary_key=True, serialize=False)),
                ('fingerprint', models.BinaryField(max_length=32)),
                ('status', models.PositiveSmallIntegerField()),
                ('salt', models.BinaryField(max_length=16)),
                ('sealed', models.BinaryField()),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
            ],
            options={
                'indexes': [models.Index(fields=['created_at'], name='idempotent_answer_age')],
            },
        ),
        migrations.CreateModel(
            name='Feed',
            fields=[
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='feed', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('last_seq', models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField(help_text='Runs 1, 2, 3… for each player, without a gap.')),
                ('kind', models.CharField(max_length=24)),
                ('subject', models.CharField(blank=True, max_length=32)),
                ('version', models.PositiveIntegerField(default=0)),
                ('at', models.DateTimeField()),
                ('data', models.JSONField()),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='notices', to=settings.AUTH_USER_MODEL)),
                ('request_id', models.CharField(blank=True, db_default='', help_text='The request that it follows from.', max_length=128)),
            ],
            options={
                'ordering': ('seq',),
                'constraints': [models.UniqueConstraint(fields=('player', 'seq'), name='notice_numbered'), models.UniqueConstraint(fields=('player', 'kind', 'subject', 'version'), name='notice_once'), models.CheckConstraint(condition=models.Q(('seq__gte', 1)), name='notice_seq_from_1'), models.CheckConstraint(condition=models.Q(('kind__in', ['your_turn', 'turn_reminder', 'game_started', 'game_ended', 'game_cancelled', 'game_voided', 'seat_handed_over', 'rematch_offered', 'webhook_disabled', 'sanctioned', 'appeal_answered', 'report_answered'])), name='notice_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='AwayPeriod',
            fields=[
                ('id', models.CharField(default=players.secrets.short_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('since', models.DateTimeField()),
                ('until', models.DateTimeField()),
                ('time_zone', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(editable=False)),
                ('is_used', models.BooleanField(default=False)),
                ('cancelled_at', models.DateTimeField(null=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='away_periods', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['player', 'until'], name='away_of_player')],
                'constraints': [models.CheckConstraint(condition=models.Q(('since__lt', models.F('until'))), name='away_until_after_since')],
            },
        ),
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.CharField(default=players.secrets.short_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('email', models.EmailField(max_length=254)),
                ('expires_at', models.DateTimeField()),
                ('player', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='confirmation', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Mail',
            fields=[
                ('id', models.CharField(default=players.secrets.short_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('purpose', models.CharField(max_length=12)),
                ('address', models.EmailField(max_length=254)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('next_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('made_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                ('ended_at', models.DateTimeField(null=True)),
                ('outcome', models.CharField(blank=True, default='', max_length=8)),
                ('reply', models.PositiveSmallIntegerField(help_text='The last code of refusal of the mail server.', null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mails', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('outcome', '')), fields=['next_at'], name='mail_due'), models.Index(condition=models.Q(('outcome', ''), _negated=True), fields=['ended_at'], name='mail_age')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('outcome', ''), ('purpose', 'notices')), fields=('player',), name='mail_one_under_way'), models.CheckConstraint(condition=models.Q(('purpose__in', ['notices', 'confirmation', 'warning'])), name='mail_purpose_known'), models.CheckConstraint(condition=models.Q(models.Q(('ended_at__isnull', True), ('outcome', '')), models.Q(('ended_at__isnull', False), ('outcome__in', ['sent', 'refused', 'gave_up', 'dropped'])), _connector='OR'), name='mail_ended_has_outcome')],
            },
        ),
        migrations.CreateModel(
            name='MailDelivery',
            fields=[
                ('notice', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='by_mail', serialize=False, to='players.notice')),
                ('due_at', models.DateTimeField()),
                ('is_digest', models.BooleanField(default=False)),
                ('dropped', models.BooleanField(default=False)),
                ('mail', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='deliveries', to='players.mail')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='mail_deliveries', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('mail__isnull', True)), fields=['due_at'], name='delivery_due'), models.Index(fields=['player', 'due_at'], name='delivery_of_player')],
            },
        ),
        migrations.CreateModel(
            name='NoticeChoice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=24)),
                ('channel', models.CharField(max_length=8)),
                ('when', models.CharField(max_length=8)),
                ('hours', models.PositiveSmallIntegerField(help_text='Between two digests.', null=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='notice_choices', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'kind', 'channel'), name='choice_once'), models.CheckConstraint(condition=models.Q(('channel__in', ['mail', 'webhook'])), name='choice_channel_known'), models.CheckConstraint(condition=models.Q(models.Q(('hours__gte', 1), ('hours__lte', 168), ('when', 'digest')), models.Q(('hours__isnull', True), ('when__in', ['at_once', 'never'])), _connector='OR'), name='choice_hours_of_digest'), models.CheckConstraint(condition=models.Q(('kind__in', ['your_turn', 'turn_reminder', 'game_started', 'game_ended', 'game_cancelled', 'game_voided', 'seat_handed_over', 'rematch_offered', 'webhook_disabled', 'sanctioned', 'appeal_answered', 'report_answered'])), name='choice_kind_known')],
            },
        ),
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.CharField(default=players.secrets.short_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('url', models.CharField(max_length=1000)),
                ('label', models.CharField(blank=True, default='', max_length=60)),
                ('events', django.contrib.postgres.fields.ArrayField(base_field=models.CharField(max_length=24))),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('secret', models.BinaryField()),
                ('old_secret', models.BinaryField(null=True)),
                ('old_secret_until', models.DateTimeField(editable=False, null=True)),
                ('disabled', models.CharField(blank=True, choices=[('owner', 'switched off by its owner'), ('gone', 'answered 410 Gone'), ('failing', 'took nothing for three days'), ('secret', 'its secret cannot be read any more')], default='', max_length=8)),
                ('times_disabled', models.PositiveIntegerField(default=0)),
                ('failures', models.PositiveIntegerField(default=0)),
                ('succeeded_at', models.DateTimeField(null=True)),
                ('rests_until', models.DateTimeField(null=True)),
                ('leased_until', models.DateTimeField(null=True)),
                ('kicked_at', models.DateTimeField(null=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['player', '-created_at', '-id'], name='webhook_list')],
                'constraints': [models.CheckConstraint(condition=models.Q(('events__len__gt', 0)), name='webhook_wants_something'), models.CheckConstraint(condition=models.Q(models.Q(('old_secret__isnull', True), ('old_secret_until__isnull', True)), models.Q(('old_secret__isnull', False), ('old_secret_until__isnull', False)), _connector='OR'), name='webhook_old_secret_ends')],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.CharField(default=players.secrets.short_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('status', models.CharField(choices=[('waiting', 'waiting'), ('delivered', 'delivered'), ('failed', 'failed')], default='waiting', max_length=9)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('first_tried_at', models.DateTimeField(null=True)),
                ('tried_at', models.DateTimeField(null=True)),
                ('next_at', models.DateTimeField(null=True)),
                ('reason', models.CharField(blank=True, choices=[('', 'none'), ('status', 'the answer was no 2xx'), ('timeout', 'no answer in time'), ('connection', 'no connection, or one that broke'), ('tls', 'no trusted certificate for this name'), ('name', 'the name leads nowhere'), ('refused', 'the address is not a public one'), ('stopped', 'nobody is told there any more')], default='', max_length=10)),
                ('response_status', models.PositiveSmallIntegerField(null=True)),
                ('duration_ms', models.PositiveIntegerField(null=True)),
                ('notice', models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='players.notice')),
                ('webhook', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='players.webhook')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'indexes': [models.Index(fields=['webhook', '-created_at', '-id'], name='delivery_list'), models.Index(condition=models.Q(('status', 'waiting')), fields=['next_at'], name='webhook_delivery_due'), models.Index(fields=['created_at'], name='delivery_age')],
                'constraints': [models.UniqueConstraint(fields=('webhook', 'notice'), name='delivery_once'), models.CheckConstraint(condition=models.Q(models.Q(('next_at__isnull', False), ('status', 'waiting')), models.Q(models.Q(('status', 'waiting'), _negated=True), ('next_at__isnull', True)), _connector='OR'), name='delivery_waits_for_something')],
            },
        ),
        migrations.CreateModel(
            name='Case',
            fields=[
                ('id', models.CharField(default=players.secrets.short_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('origin', models.CharField(choices=[('report', 'report'), ('signal', 'signal'), ('staff', 'staff')], max_length=8)),
                ('weight', models.PositiveIntegerField(default=0)),
                ('opened_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('claimed_at', models.DateTimeField(null=True)),
                ('closed_at', models.DateTimeField(null=True)),
                ('outcome', models.CharField(blank=True, choices=[('acted', 'something was done'), ('no_action', 'nothing was done')], default='', max_length=10)),
                ('note', models.TextField(blank=True, default='', max_length=2000)),
                ('claimed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('closed_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('subject', models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='cases', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('closed_at', None)), fields=['-weight', 'opened_at'], name='case_queue'), models.Index(fields=['subject', '-opened_at'], name='case_of_subject')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None), ('subject__isnull', False)), fields=('subject',), name='case_one_open_a_subject'), models.CheckConstraint(condition=models.Q(models.Q(('claimed_at', None), ('claimed_by', None)), models.Q(('claimed_at__isnull', False), ('claimed_by__isnull', False)), _connector='OR'), name='case_claimed_whole'), models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closed_by', None), ('outcome', '')), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='case_closed_whole')],
            },
        ),
        migrations.CreateModel(
            name='Sanction',
            fields=[
                ('id', models.CharField(default=players.secrets.short_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('warning', 'warning'), ('mute', 'mute'), ('suspension', 'suspension'), ('ban', 'ban'), ('rename', 'rename')], max_length=12)),
                ('ground', models.CharField(choices=[('abuse', 'abusive messages'), ('collusion', 'playing together against others'), ('stalling', 'holding up games'), ('name', 'an unfit name'), ('accounts', 'several accounts at one table'), ('other', 'something else')], max_length=12)),
                ('reason', models.TextField(help_text='Shown to the player.', max_length=2000)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('until', models.DateTimeField(null=True)),
                ('acknowledged_at', models.DateTimeField(null=True)),
                ('lifted_at', models.DateTimeField(null=True)),
                ('before', models.JSONField(default=dict)),
                ('decided_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('lifted_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='sanctions', to='players.case')),
            ],
            options={
                'indexes': [models.Index(fields=['player', '-created_at', '-id'], name='sanction_list')],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('lifted_at', None), ('lifted_by', None)), models.Q(('lifted_at__isnull', False), ('lifted_by__isnull', False)), _connector='OR'), name='sanction_lifted_whole'), models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['mute', 'suspension']), ('until__isnull', False)), models.Q(models.Q(('kind__in', ['mute', 'suspension']), _negated=True), ('until', None)), _connector='OR'), name='sanction_for_a_time')],
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('act', models.CharField(max_length=40)),
                ('game_ref', models.CharField(blank=True, default='', max_length=64)),
                ('reason', models.TextField(blank=True, default='', max_length=2000)),
                ('before', models.JSONField(default=dict)),
                ('after', models.JSONField(default=dict)),
                ('actor', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='players.case')),
            ],
            options={
                'verbose_name_plural': 'audit entries',
                'indexes': [models.Index(fields=['-at', '-id'], name='audit_newest'), models.Index(fields=['player', '-at'], name='audit_of_player'), models.Index(condition=models.Q(('game_ref', ''), _negated=True), fields=['game_ref', '-at'], name='audit_of_game')],
            },
        ),
        migrations.CreateModel(
            name='Mute',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('muted', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='mutes', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'muted'), name='mute_once'), models.CheckConstraint(condition=models.Q(('player', models.F('muted')), _negated=True), name='mute_of_another')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.CharField(default=players.secrets.short_id, editable=False, max_length=16, primary_key=True, serialize=False)),
                ('kind', models.CharField(choices=[('abuse', 'abuse'), ('collusion', 'collusion'), ('stalling', 'stalling'), ('name', 'name'), ('bug', 'bug'), ('other', 'other')], max_length=10)),
                ('game_ref', models.CharField(blank=True, default='', max_length=64)),
                ('message_ref', models.CharField(blank=True, default='', max_length=64)),
                ('about', models.CharField(max_length=80)),
                ('text', models.TextField(max_length=2000)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('closed_at', models.DateTimeField(null=True)),
                ('author', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to=settings.AUTH_USER_MODEL)),
                ('case', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='players.case')),
                ('player', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reports_received', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(fields=['author', '-created_at', '-id'], name='report_list')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('author', 'about'), name='report_once')],
            },
        ),
        migrations.CreateModel(
            name='Appeal',
            fields=[
                ('sanction', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='appeal', serialize=False, to='players.sanction')),
                ('text', models.TextField(max_length=2000)),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('answered_at', models.DateTimeField(null=True)),
                ('granted', models.BooleanField(null=True)),
                ('answer', models.TextField(blank=True, default='', max_length=2000)),
                ('answered_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('answered_by', None), ('granted', None)), models.Q(('answered_at__isnull', False), ('answered_by__isnull', False), ('granted__isnull', False)), _connector='OR'), name='appeal_answered_whole')],
            },
        ),
        migrations.CreateModel(
            name='Block',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(db_default=django.db.models.functions.datetime.Now(), editable=False)),
                ('blocked', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='blocked_by', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='blocks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('player', 'blocked'), name='block_once'), models.CheckConstraint(condition=models.Q(('player', models.F('blocked')), _negated=True), name='block_of_another')],
            },
        ),
        migrations.RunSQL(FOR_EVER, NOT_FOR_EVER),
        # What each role allows stands in players.conduct.roles. Who has one keeps it when this is undone.
        migrations.RunPython(groups_make, migrations.RunPython.noop, elidable=False),
    ]
