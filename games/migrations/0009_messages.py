"""Messages at the table, and leave to look at hidden cards."""

import django.db.models.deletion
import games.models
import players.secrets
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0008_bots'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
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
    ]
