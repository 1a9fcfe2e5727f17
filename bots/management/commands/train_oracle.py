"""`manage.py train_oracle`: make the oracle's weights."""

import os
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

LESSONS_BETWEEN_LINES = 10
LESSONS_BETWEEN_FILES = 50


class Command(BaseCommand):
    help = (
        "Train the oracle: by imitation first, then by self-play. What is done so far is kept in the file named, and "
        "the same command goes on from it. Needs numba, and no database."
    )
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("course", type=Path, help="the file of this training, written as it goes on")
        parser.add_argument("--seed", type=int, help="the same seed gives the same weights on the same machine (1)")
        parser.add_argument("--watched", type=int, help="games of four of each model, and some of others")
        parser.add_argument("--lessons", type=int, help="how many batches of games to learn from")
        parser.add_argument("--games", type=int, help="games in a batch")
        parser.add_argument("--until", type=int, help="stop after so many lessons, and go on another time")
        parser.add_argument("--weights", type=Path, help="where to write the weights as the oracle reads them")

    def handle(self, *args: Any, **options: Any) -> None:
        # One thread: what is added up in another order is another number, and the weights would not be the same.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from bots.training.course import (
            MODELS,
            Course,
            OtherPlan,
            Plan,
            course_begin,
            course_go_on,
            course_load,
            course_save,
            weights_write,
        )

        path: Path = options["course"]
        asked: dict[str, Any] = {
            name: options[name] for name in ("seed", "lessons", "games") if options[name] is not None
        }
        if any(value < 1 for value in asked.values()):
            raise CommandError("--seed, --lessons and --games are 1 or more.")
        for file in (path, options["weights"]):
            if file is not None and not file.parent.is_dir():
                raise CommandError(f"There is no folder {file.parent}.")
        if (watched := options["watched"]) is not None:
            asked["watched"] = ((watched // 8, watched, watched // 9, watched // 9),) * len(MODELS)
        plan = Plan(**asked)
        try:
            course = course_load(plan, path) if path.exists() else course_begin(plan)
        except OtherPlan:
            raise CommandError(f"{path} is of another training: remove it to begin anew.") from None

        def told(course: Course, means: Any) -> None:
            if course.lessons % LESSONS_BETWEEN_LINES == 0 and options["verbosity"]:
                entropy, divergence, value, suspicion = means
                self.stderr.write(
                    f"{course.lessons} of {plan.lessons} lessons: entropy {entropy:.3f}, divergence {divergence:.3f}, "
                    f"loss of value {value:.4f}, of suspicion {suspicion:.4f}"
                )
            if course.lessons % LESSONS_BETWEEN_FILES == 0:
                course_save(course, path)

        try:
            course_go_on(course, told, until=options["until"])
        except KeyboardInterrupt:
            raise CommandError("Stopped. The same command goes on from there.", returncode=130) from None
        course_save(course, path)
        if options["weights"] is not None:
            weights_write(course.mean, options["weights"])
