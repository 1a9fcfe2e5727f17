"""The network as it plays: its weights, read once from the file beside this one, and what it says to numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bots.policies.oracle.describing import ACTIONS, FEATURES, describe
from games.engine.types import MOST_CARDS_IN_LOT

if TYPE_CHECKING:
    from numpy.typing import NDArray

WEIGHTS: Final = Path(__file__).with_name("oracle-1.npz")
"""The weights in use; others have another number. docs/bots.md says how they were made."""

VALUE: Final = ACTIONS
SUSPICIONS: Final = ACTIONS + 1
OUTPUTS: Final = SUSPICIONS + MOST_CARDS_IN_LOT
"""For each action the logarithm of how much likelier than by inclination; logits to win, and of each card's Charon."""


@dataclass(frozen=True, slots=True)
class Network:
    """Weights (inputs, outputs) and biases (outputs,) by layer, float32."""

    weights: "tuple[NDArray[Any], ...]"
    biases: "tuple[NDArray[Any], ...]"

    def outputs(self, rows: "NDArray[Any]") -> "NDArray[Any]":
        """(rows, OUTPUTS) for (rows, FEATURES)."""
        for weights, biases in zip(self.weights[:-1], self.biases[:-1], strict=True):
            rows = (rows @ weights + biases).clip(min=0)
        outputs: NDArray[Any] = rows @ self.weights[-1] + self.biases[-1]
        return outputs


@cache
def network_of(path: Path = WEIGHTS) -> Network:
    """The network whose weights are in this file. Raises ValueError when they are not for what is read here."""
    # Read when a bot first thinks: what starts without one has no use for it.
    import numpy as np

    with np.load(path, allow_pickle=False) as saved:
        layers = len(saved.files) // 2
        weights = tuple(saved[f"weights{i}"].astype(np.float32) for i in range(layers))
        biases = tuple(saved[f"biases{i}"].astype(np.float32) for i in range(layers))
    if (weights[0].shape[0], weights[-1].shape[1]) != (FEATURES, OUTPUTS):
        raise ValueError("these weights read other numbers")
    return Network(weights, biases)


def rows_of(knowns: Sequence[list[int]]) -> "NDArray[Any]":
    """What the network reads of each: (rows, FEATURES)."""
    import numpy as np

    rows = []
    for known in knowns:
        row = [0.0] * FEATURES
        describe(known, row)
        rows.append(row)
    return np.array(rows, np.float32)
