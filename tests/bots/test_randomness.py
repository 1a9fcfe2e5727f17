"""The chance of one turn: always the same for that turn, and for no other."""

from bots.randomness import move_rng

SECRET = bytes(range(32))
EXPECTED = [0.2138637220198577, 0.24729013748008732, 0.5410439285962456]


def first_numbers(secret: bytes = SECRET, game_id: str = "k7q2m9xw4t", version: int = 17, seat: int = 2) -> list[float]:
    rng = move_rng(secret=secret, game_id=game_id, version=version, seat=seat)
    return [rng.random() for _ in range(3)]


def test_the_same_turn_has_the_same_chance() -> None:
    assert first_numbers() == first_numbers() == EXPECTED


def test_every_other_turn_has_another() -> None:
    others = [
        first_numbers(secret=bytes(32)),
        first_numbers(game_id="k7q2m9xw4u"),
        first_numbers(version=18),
        first_numbers(seat=3),
        first_numbers(version=1, seat=72),
        first_numbers(version=172, seat=2),
    ]

    assert len({tuple(numbers) for numbers in [*others, EXPECTED]}) == len(others) + 1
