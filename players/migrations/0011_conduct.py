"""Mutes, blocks, reports, cases, sanctions, appeals, and the audit log, which refuses to be changed."""

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


class Migration(migrations.Migration):

    dependencies = [
        ('players', '0010_bots'),
    ]

    operations = [
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
        migrations.AddIndex(
            model_name='sanction',
            index=models.Index(fields=['player', '-created_at', '-id'], name='sanction_list'),
        ),
        migrations.AddConstraint(
            model_name='sanction',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('lifted_at', None), ('lifted_by', None)), models.Q(('lifted_at__isnull', False), ('lifted_by__isnull', False)), _connector='OR'), name='sanction_lifted_whole'),
        ),
        migrations.AddConstraint(
            model_name='sanction',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['mute', 'suspension']), ('until__isnull', False)), models.Q(models.Q(('kind__in', ['mute', 'suspension']), _negated=True), ('until', None)), _connector='OR'), name='sanction_for_a_time'),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(condition=models.Q(('closed_at', None)), fields=['-weight', 'opened_at'], name='case_queue'),
        ),
        migrations.AddIndex(
            model_name='case',
            index=models.Index(fields=['subject', '-opened_at'], name='case_of_subject'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.UniqueConstraint(condition=models.Q(('closed_at', None), ('subject__isnull', False)), fields=('subject',), name='case_one_open_a_subject'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('claimed_at', None), ('claimed_by', None)), models.Q(('claimed_at__isnull', False), ('claimed_by__isnull', False)), _connector='OR'), name='case_claimed_whole'),
        ),
        migrations.AddConstraint(
            model_name='case',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closed_by', None), ('outcome', '')), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='case_closed_whole'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['-at', '-id'], name='audit_newest'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(fields=['player', '-at'], name='audit_of_player'),
        ),
        migrations.AddIndex(
            model_name='auditentry',
            index=models.Index(condition=models.Q(('game_ref', ''), _negated=True), fields=['game_ref', '-at'], name='audit_of_game'),
        ),
        migrations.AddConstraint(
            model_name='mute',
            constraint=models.UniqueConstraint(fields=('player', 'muted'), name='mute_once'),
        ),
        migrations.AddConstraint(
            model_name='mute',
            constraint=models.CheckConstraint(condition=models.Q(('player', models.F('muted')), _negated=True), name='mute_of_another'),
        ),
        migrations.AddIndex(
            model_name='report',
            index=models.Index(fields=['author', '-created_at', '-id'], name='report_list'),
        ),
        migrations.AddConstraint(
            model_name='report',
            constraint=models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('author', 'about'), name='report_once'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answered_at', None), ('answered_by', None), ('granted', None)), models.Q(('answered_at__isnull', False), ('answered_by__isnull', False), ('granted__isnull', False)), _connector='OR'), name='appeal_answered_whole'),
        ),
        migrations.RunSQL(FOR_EVER, NOT_FOR_EVER),
    ]
