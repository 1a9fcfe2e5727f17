"""From games to weights, and from weights to a file."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bots.fitting.logit import fitted_answers, fitted_cards, fitted_choices
from bots.fitting.samples import Floats, answers_given, cards_laid, standings
from bots.fitting.selfplay import PlayedGame, games_played
from bots.policies.guarded import Guarded
from bots.policies.novice import Novice
from bots.policies.policy import Policy
from bots.policies.prospects import FEATURES as OF_STANDING
from bots.policies.shrewd import Shrewd
from bots.policies.weights import Weights

DIGITS: Final = 4
LEVELS: Final = ("novice", "guarded", "shrewd")
IGNORANT: Final = Weights(
    # What `guarded` makes of far and Charon; of lies and answers it knows nothing.
    standing=(1.9, 0.8, 1.8, 0.0, -0.5, 0.4, -1.6, 1.1, *(0.0,) * 7),
    lying=(*(0.0,) * 9, -2.2, *(0.0,) * 13),
    refusing=(0.0,) * 29,
    passing=(0.0,) * 29,
)
FIRST: Final = {"novice": 0.25, "guarded": 0.75}
LATER: Final = {"novice": 0.05, "guarded": 0.45, "shrewd": 0.5}
"""How often a seat is taken by each level, before there is a `shrewd` and after."""


def weights_fitted(games: Sequence[PlayedGame], before: Weights, *, standing: bool = True) -> Weights:
    """What these games teach one who knew `before`. First who stands how, then who lies when, then who answers what.

    Who stands how is left as it was where `standing` is false.
    """
    known = before
    if standing:
        levels = [level for level in LEVELS if any(level in game.sitting for game in games)]
        learnt = fitted_choices(standings(games, known, levels))[: len(OF_STANDING)]
        known = replace(known, standing=_rounded(learnt))
    known = replace(known, lying=_rounded(fitted_cards(cards_laid(games, known))))
    refusing, passing = fitted_answers(answers_given(games, known))
    return replace(known, refusing=_rounded(refusing), passing=_rounded(passing))


def generations(*, seed: int, games: int, count: int) -> Iterator[Weights]:
    """Weights that know more each time: the first learn from others' games, the next from games with those before.

    A game says once who won, and many times who lied: who stands how needs thousands of games, and is learnt from the
    first and quickest alone.
    """
    weights = IGNORANT
    for generation in range(count):
        policies: Mapping[str, Policy] = {"novice": Novice(), "guarded": Guarded(), "shrewd": Shrewd(weights)}
        often = LATER if generation else FIRST
        numbers = range(generation * games, (generation + 1) * games)
        played = list(games_played(policies, often, seed=seed, games=numbers))
        weights = weights_fitted(played, weights, standing=not generation)
        yield weights


def as_source(weights: Weights, how: str) -> str:
    """The module `bots/policies/learnt.py`; `how` says how the weights came about."""
    fields = "".join(
        f"    {name}=(\n" + "".join(f"        {value!r},\n" for value in getattr(weights, name)) + "    ),\n"
        for name in ("standing", "lying", "refusing", "passing")
    )
    return (
        f'"""What `shrewd` has learnt, by `{how}`: not for editing by hand."""\n\n'
        "from typing import Final\n\nfrom bots.policies.weights import Weights\n\n"
        f"WEIGHTS: Final = Weights(\n{fields})\n"
    )


def _rounded(weights: Floats) -> tuple[float, ...]:
    return tuple(round(float(weight), DIGITS) for weight in weights)
