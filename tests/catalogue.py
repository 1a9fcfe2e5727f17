"""The texts that are translated, by room. `python -m tests.catalogue` compiles them; tests hold all together."""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import polib
from django.utils.translation.template import templatize

CHECKOUT: Final = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Catalogue:
    """A room's translations, and the modules and templates whose texts they are."""

    po: Path
    modules: tuple[Path, ...]
    templates: tuple[Path, ...] = ()

    @property
    def mo(self) -> Path:
        return self.po.with_suffix(".mo")

    def texts(self) -> set[str]:
        """Every text to be translated; of a plural the singular."""
        return {*_texts_of_python(self.modules), *_texts_of_templates(self.templates)}

    def compiled(self) -> bytes:
        """What the .mo should hold."""
        return polib.pofile(str(self.po), check_for_duplicates=True).to_binary()


def _po(room: str) -> Path:
    return CHECKOUT / room / "locale/fr/LC_MESSAGES/django.po"


CATALOGUES: Final = {
    "mails and bots": Catalogue(
        _po("players"),
        (
            *(CHECKOUT / "players/mail").glob("*.py"),
            *(CHECKOUT / "players/conduct/texts.py", CHECKOUT / "bots/registry.py"),
        ),
        tuple((CHECKOUT / "players/templates/mail").iterdir()),
    ),
    "hints": Catalogue(
        _po("games"), tuple(CHECKOUT / f"games/wire/{name}.py" for name in ("hints", "rules", "signals"))
    ),
}

_SAID: Final = re.compile(r"\bgettext\(u?('(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")\)")
_FUNCTIONS: Final = frozenset({"_", "gettext", "ngettext", "noted"})


def _texts_of_python(modules: Iterable[Path]) -> Iterator[str]:
    for path in modules:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text)), *_]) if name in _FUNCTIONS:
                    yield text
                case _:
                    pass


def _texts_of_templates(templates: Iterable[Path]) -> Iterator[str]:
    for path in templates:
        for found in _SAID.finditer(templatize(path.read_text(encoding="utf-8"))):
            yield ast.literal_eval(found[1])


def main() -> int:
    is_whole = True
    for catalogue in CATALOGUES.values():
        translated = {entry.msgid for entry in polib.pofile(str(catalogue.po)).translated_entries()}
        for text in sorted(catalogue.texts() - translated):
            sys.stdout.write(f"not translated: {text!r}\n")
        for text in sorted(translated - catalogue.texts()):
            sys.stdout.write(f"not used any more: {text!r}\n")
        catalogue.mo.write_bytes(catalogue.compiled())
        is_whole = is_whole and catalogue.texts() == translated
    return 0 if is_whole else 1


if __name__ == "__main__":
    sys.exit(main())
