"""The network with its gradients: two hidden layers, and on top of them what to do, the chance to win, and suspicions.

float32 and plain numpy. What it computes is what `bots.policies.oracle.network` computes without gradients.
"""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from bots.policies.oracle.describing import ACTIONS, FEATURES
from games.engine.types import MOST_CARDS_IN_LOT

type Floats = NDArray[Any]
"""float32 in training; the check of the gradients has 64 bits."""

VALUE: Final = ACTIONS
SUSPICIONS: Final = ACTIONS + 1
OUTPUTS: Final = SUSPICIONS + MOST_CARDS_IN_LOT
"""For each action the logarithm of how much likelier than by inclination; logits to win, and of each card's Charon."""

HIDDEN: Final = (96, 64)
MOMENTUM: Final = 0.9
SPREAD: Final = 0.999
LEAST: Final = 1e-6


@dataclass(slots=True)
class Network:
    """Weights and biases by layer: (inputs, outputs) and (outputs,)."""

    weights: list[Floats]
    biases: list[Floats]

    def parameters(self) -> list[Floats]:
        return [*self.weights, *self.biases]

    def copy(self) -> "Network":
        return Network([each.copy() for each in self.weights], [each.copy() for each in self.biases])


def new_network(rng: np.random.Generator, hidden: tuple[int, ...] = HIDDEN) -> Network:
    """Small random weights; the last layer begins near nothing, so that play begins by inclination."""
    sizes = (FEATURES, *hidden, OUTPUTS)
    weights = [
        (rng.standard_normal((below, above)) * (2 / below) ** 0.5).astype(np.float32)
        for below, above in pairwise(sizes)
    ]
    weights[-1] *= 0.1
    return Network(weights, [np.zeros(size, np.float32) for size in sizes[1:]])


def forward(network: Network, inputs: Floats) -> list[Floats]:
    """What each layer gives for rows of `FEATURES`: the inputs, the hidden ones, and the `OUTPUTS` last."""
    layers = [inputs]
    last = len(network.weights) - 1
    for i, (weights, biases) in enumerate(zip(network.weights, network.biases, strict=True)):
        above = layers[-1] @ weights
        above += biases
        if i < last:
            np.maximum(above, 0, out=above)
        layers.append(above)
    return layers


def gradients(network: Network, layers: list[Floats], slope: Floats) -> list[Floats]:
    """By how much a loss grows with each parameter, in their order, where it grows with the outputs by `slope`."""
    of_weights: list[Floats] = []
    of_biases: list[Floats] = []
    for i in reversed(range(len(network.weights))):
        of_weights.append(layers[i].T @ slope)
        of_biases.append(slope.sum(axis=0))
        if i:
            slope = slope @ network.weights[i].T
            slope *= layers[i] > 0
    return of_weights[::-1] + of_biases[::-1]


@dataclass(slots=True)
class Adam:
    """Steps of Kingma and Ba. What it remembers belongs to one network, in the order of its parameters."""

    first: list[Floats]
    second: list[Floats]
    steps: int = field(default=0)

    def step(self, network: Network, slopes: list[Floats], rate: float, longest: float = 1.0) -> None:
        """Move all parameters downhill; slopes that are longer than `longest` together are shortened to it."""
        length = float(sum(np.vdot(each, each) for each in slopes)) ** 0.5
        shrink = min(1.0, longest / (length + 1e-12))
        self.steps += 1
        rate *= (1 - SPREAD**self.steps) ** 0.5 / (1 - MOMENTUM**self.steps)
        for parameter, slope, mean, spread in zip(network.parameters(), slopes, self.first, self.second, strict=True):
            slope *= shrink
            mean *= MOMENTUM
            mean += (1 - MOMENTUM) * slope
            spread *= SPREAD
            spread += (1 - SPREAD) * slope * slope
            parameter -= rate * mean / (np.sqrt(spread) + LEAST)


def new_adam(network: Network) -> Adam:
    """Nothing remembered yet."""
    parameters = network.parameters()
    return Adam([np.zeros_like(each) for each in parameters], [np.zeros_like(each) for each in parameters])
