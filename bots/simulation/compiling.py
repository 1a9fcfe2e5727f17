"""One source for two machines: numba compiles it where it is installed, plain Python runs it where it is not."""

import os
from array import array
from collections.abc import Callable, Iterable
from typing import Any, Final, Protocol

import numpy as np

try:
    import numba
except ImportError:
    numba = None

COMPILED: Final = numba is not None
"""Does numba compile what `compiled` marks? Inside such functions it is a constant: the other branch is left out."""


class Cells(Protocol):
    """A fixed number of integers: a numpy array where the kernel is compiled, an `array.array` where it is not."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...


_DTYPES: Final = {"b": np.int8, "h": np.int16, "q": np.int64}


def cells(code: str, values: Iterable[int]) -> Cells:
    """Cells of 8 ("b"), 16 ("h") or 64 ("q") bits, signed.

    Python reads and writes single elements of an `array.array` several times as quickly as those of a numpy array,
    and gets ordinary integers, which do not overflow.
    """
    listed = tuple(values)
    return np.array(listed, dtype=_DTYPES[code]) if COMPILED else array(code, listed)


def frozen(code: str, values: Iterable[int]) -> Cells:
    """A table that never changes. The compiler takes it as a constant, contents and all."""
    table = cells(code, values)
    if isinstance(table, np.ndarray):
        table.flags.writeable = False
    return table


def compiled[**P, T](function: Callable[P, T]) -> Callable[P, T]:
    """`function`, compiled at its first call; without numba `function` itself.

    Compiled code is kept on the disk only where NUMBA_CACHE_DIR says so: see docs/decisions/0012-….md. It lets other
    threads run, and divides as C does, without a look for zero.
    """
    if numba is None:
        return function
    wrapped: Callable[P, T] = numba.njit(
        nogil=True, error_model="numpy", cache=bool(os.environ.get("NUMBA_CACHE_DIR"))
    )(function)
    return wrapped
