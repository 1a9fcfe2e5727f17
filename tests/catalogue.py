"""Texts of mails and bots, and their translations. `python -m tests.catalogue` compiles them; a test holds all
together.
"""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import polib
from django.utils.translation.template import templatize

CHECKOUT: Final = Path(__file__).resolve().parents[1]
PO: Final = CHECKOUT / "players/locale/fr/LC_MESSAGES/django.po"
MO: Final = PO.with_suffix(".mo")

_SAID: Final = re.compile(r"\bgettext\(u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\)")
_FUNCTIONS: Final = frozenset({"_", "gettext", "ngettext"})


def texts() -> set[str]:
    """Every text to be translated in the room of mails and its templates, and of bots; of a plural the singular."""
    return {*_texts_of_python(), *_texts_of_templates()}


def _texts_of_python() -> Iterator[str]:
    for path in (*(CHECKOUT / "players/mail").glob("*.py"), CHECKOUT / "bots/registry.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text)), *_]) if name in _FUNCTIONS:
                    yield text
                case _:
                    pass


def _texts_of_templates() -> Iterator[str]:
    for path in (CHECKOUT / "players/templates/mail").iterdir():
        for found in _SAID.finditer(templatize(path.read_text(encoding="utf-8"))):
            yield ast.literal_eval(found[1])


def compiled() -> bytes:
    """What the .mo should hold."""
    return polib.pofile(str(PO), check_for_duplicates=True).to_binary()


def main() -> int:
    translated = {entry.msgid for entry in polib.pofile(str(PO)).translated_entries()}
    for text in sorted(texts() - translated):
        sys.stdout.write(f"not translated: {text!r}\n")
    for text in sorted(translated - texts()):
        sys.stdout.write(f"not used any more: {text!r}\n")
    MO.write_bytes(compiled())
    return 0 if texts() == translated else 1


if __name__ == "__main__":
    sys.exit(main())
