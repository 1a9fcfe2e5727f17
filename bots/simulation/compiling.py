"""One source for two machines: numba compiles it where it is installed, plain Python runs it where it is not."""

import os
from array import array
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final, Protocol

import numpy as np

_njit: Any = None
with suppress(ImportError):
    from numba import njit as _njit

COMPILED: Final = _njit is not None
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


# Python's index may count from the end, and the compiler asks each time whether it does: of these it knows that they
# do not, and moves whole rows at once.
index: Final[Any] = np.uintp if COMPILED else int
"""An index that is not negative."""


def compiled[**P, T](function: Callable[P, T]) -> Callable[P, T]:
    """`function`, compiled at its first call; without numba `function` itself.

    It lets other threads run, and counts no references: nothing that is marked may make an array. It is kept on the
    disk only where NUMBA_CACHE_DIR names a folder: docs/decisions/0012 says why.
    """
    if not COMPILED:
        return function
    keep = bool(os.environ.get("NUMBA_CACHE_DIR"))
    wrapped: Callable[P, T] = _njit(nogil=True, error_model="numpy", _nrt=False, cache=keep)(function)
    return wrapped
