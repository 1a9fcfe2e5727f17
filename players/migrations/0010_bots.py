"""Temperaments of bots, and bots that play over the API, whose owners answer for them."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('players', '0009_rematch_offered'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='player',
            name='player_kind_and_level',
        ),
        migrations.AddField(
            model_name='player',
            name='description',
            field=models.CharField(blank=True, db_default='', default='', max_length=200),
        ),
        migrations.AddField(
            model_name='player',
            name='owner',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='bots', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='player',
            name='temperament',
            field=models.CharField(blank=True, db_default='', default='', max_length=32),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'human'), ('level', ''), ('owner', None)), models.Q(('kind', 'bot'), ('owner', None), models.Q(('level', ''), _negated=True)), models.Q(('kind', 'bot'), ('level', ''), ('owner__isnull', False)), _connector='OR'), name='player_kind_and_level'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('temperament', ''), models.Q(('level', ''), _negated=True), _connector='OR'), name='player_temperament_of_level'),
        ),
    ]
