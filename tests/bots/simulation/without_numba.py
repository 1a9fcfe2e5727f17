"""What the kernel does in plain Python, told as JSON: `python -m tests.bots.simulation.without_numba GAMES`."""

import json
import sys
from dataclasses import asdict


def main(games: int) -> None:
    sys.modules["numba"] = None  # type: ignore[assignment]
    from bots.simulation import kernel
    from bots.simulation.compiling import COMPILED
    from bots.simulation.playouts import Choice, playouts
    from tests.bots.simulation.comparing import compare_random_games

    compared = [compare_random_games(kernel, players, range(games)) for players in (3, 4, 5, 6)]
    counts = [asdict(playouts(players, games, players, choice)) for players in (3, 4, 5, 6) for choice in Choice]
    told = {
        "compiled": COMPILED,
        "django": "django" in sys.modules,
        "compared": [seen.games for seen in compared],
        "counts": counts,
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(int(sys.argv[1]))
