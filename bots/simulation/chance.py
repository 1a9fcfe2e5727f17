"""Random numbers that are the same compiled or not: xoshiro128++ of Blackman and Vigna.

Its words have 32 bits in integers of 64: what a compiler's integers lose and Python's keep is masked away. Not a
cipher: it is for simulation, never for a deal that somebody plays.
"""

from typing import Final

from bots.simulation.compiling import Cells, cells, compiled

WORD: Final = 0xFFFF_FFFF


def new_chance(seed: int) -> Cells:
    """A source of chance. Any integer is a seed; near ones have nothing in common."""
    chance = cells("q", bytes(4))
    reseed(chance, seed & WORD, seed >> 32 & WORD)
    return chance


@compiled
def reseed(chance: Cells, low: int, high: int) -> None:
    """Begin anew from two words of 32 bits."""
    for i in range(4):
        chance[i] = _mixed(_mixed(low + 0x9E37_79B9 * (i + 1) & WORD) ^ high)
    # The one state that never leaves itself is no state.
    chance[0] |= 1
    for _ in range(8):
        word32(chance)


@compiled
def _mixed(word: int) -> int:
    """The finalizer of MurmurHash3: each bit of the word changes half of the result. Overflow is beyond its bits."""
    word = (word ^ word >> 16) * 0x85EB_CA6B & WORD
    word = (word ^ word >> 13) * 0xC2B2_AE35 & WORD
    return word ^ word >> 16


@compiled
def word32(chance: Cells) -> int:
    """The next word, 0…2³²-1."""
    s0, s1, s2, s3 = chance[0], chance[1], chance[2], chance[3]
    total = (s0 + s3) & WORD
    result = ((total << 7 & WORD | total >> 25) + s0) & WORD
    shifted = s1 << 9 & WORD
    s2 ^= s0
    s3 ^= s1
    chance[0] = s0 ^ s3
    chance[1] = s1 ^ s2
    chance[2] = s2 ^ shifted
    chance[3] = s3 << 11 & WORD | s3 >> 21
    return int(result)


@compiled
def below(chance: Cells, bound: int) -> int:
    """A number 0…bound-1, `bound` at most 2³¹. Some are likelier by `bound` in 2³², which no simulation can see."""
    return (word32(chance) * bound) >> 32
