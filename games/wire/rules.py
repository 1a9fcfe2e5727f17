"""The rules' own tables as clients get them: what the engine plays by, and what the cards are called."""

from typing import Final

from django.utils.translation import gettext, override
from django.utils.translation import gettext_noop as noted

from games.engine.scoring import POINTS_PER_SET, SET, points_of
from games.engine.setup import RULES_VERSION, rules_for
from games.engine.types import (
    CHARON,
    CHARONS_TO_ELIMINATE,
    CHARONS_TO_END,
    CREATURES,
    FEWEST_PLAYERS,
    HAND_SIZE,
    MOST_CARDS_IN_LOT,
    MOST_PLAYERS,
    Card,
)
from games.wire.games import cards_json, rules_json
from players.errors import Json

NAMES: Final = (
    noted("Charon"),
    noted("Satyr"),
    noted("Centaur"),
    noted("Nemean Lion"),
    noted("Minotaur"),
    noted("Griffin"),
    noted("Phoenix"),
    noted("Pegasus"),
    noted("Cerberus"),
    noted("Lernaean Hydra"),
    noted("Medusa"),
)
"""What cards are called, by their numbers."""
LANGUAGES: Final = ("en", "fr")
# A front without a set, one with, and one in which a set is not whole twice.
_EXAMPLES: Final[tuple[tuple[Card, ...], ...]] = ((4, 10, 0), (1, 2, 3, 6, 7), (1, 1, 2, 2, 3))


def rule_book_json() -> dict[str, Json]:
    """The tables of the version that new games are played by."""
    return {
        "version": RULES_VERSION,
        "hand_size": HAND_SIZE,
        "most_cards_in_lot": MOST_CARDS_IN_LOT,
        "charons_to_eliminate": CHARONS_TO_ELIMINATE,
        "charons_to_end": CHARONS_TO_END,
        "set": {"cards": cards_json(SET), "points": POINTS_PER_SET},
        "setups": [rules_json(rules_for(players)) for players in range(FEWEST_PLAYERS, MOST_PLAYERS + 1)],
        "cards": [{"card": card, "names": _names(card)} for card in (CHARON, *CREATURES)],
        "examples": [{"front": cards_json(front), "points": points_of(front)} for front in _EXAMPLES],
    }


def card_name(card: Card) -> str:
    """What the card is called, in the language of whoever reads."""
    return gettext(NAMES[card])


def _names(card: Card) -> dict[str, Json]:
    names: dict[str, Json] = {}
    for language in LANGUAGES:
        with override(language):
            names[language] = gettext(NAMES[card])
    return names
