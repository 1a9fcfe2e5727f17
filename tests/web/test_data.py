"""What the tests of the modules read is what the engine makes of the golden logs, and words are translated."""

import json
import re
from pathlib import Path

import polib
from django.utils.translation.template import templatize

from tests.web.making import DATA, written

WEB = Path(__file__).resolve().parents[2] / "nessos_service/web"
PO = WEB / "locale/fr/LC_MESSAGES/django.po"


def test_the_games_are_those_of_the_engine() -> None:
    assert DATA.read_text(encoding="utf-8") == written()
    assert len(json.loads(written())["games"]) == 2


def test_every_text_of_the_shell_is_translated() -> None:
    shell = templatize((WEB / "templates/web/page.html").read_text(encoding="utf-8"))
    views = (WEB / "views.py").read_text(encoding="utf-8")
    texts = {*re.findall(r"gettext\(u?'([^']+)'\)", shell), *re.findall(r'_\("([^"]+)"\)', views)}
    catalogue = polib.pofile(str(PO), check_for_duplicates=True)
    assert {entry.msgid for entry in catalogue.translated_entries()} == texts
    assert PO.with_suffix(".mo").read_bytes() == catalogue.to_binary()
