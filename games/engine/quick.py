"""Frozen data made quickly. Most of the time of a move goes into making its events and states."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass, make_dataclass


def quick[**P, T](frozen: Callable[P, T]) -> Callable[P, T]:
    """A constructor that makes the same objects as the frozen, slotted dataclass given, in a fraction of its time.

    A frozen dataclass sets each field by a call of `object.__setattr__`, the one way past its own guard, and that is
    slow. The objects made here start as a class with the same slots and no guard, and become frozen when all is set.
    Python allows that change of class because the slots are the same.
    """
    if not isinstance(frozen, type) or not is_dataclass(frozen):
        raise TypeError(f"{frozen!r} is not a dataclass")

    def freeze(self: object) -> None:
        self.__class__ = frozen

    unguarded: Callable[P, T] = make_dataclass(
        frozen.__name__,
        [(field.name, field.type, field) for field in fields(frozen)],
        slots=True,
        namespace={"__post_init__": freeze},
    )
    return unguarded
