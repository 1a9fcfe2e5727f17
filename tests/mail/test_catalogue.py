"""Every text of mails has its translation, compiled as it is written."""

import polib
import pytest
from django.utils.translation import gettext, override

from players.notices.models import NoticeKind
from tests.catalogue import MO, PO, compiled, texts


def test_every_text_is_translated_and_none_is_left_over() -> None:
    catalogue = polib.pofile(str(PO))
    assert {entry.msgid for entry in catalogue.translated_entries()} == texts()
    assert len(texts()) > len(NoticeKind) * 2


def test_what_is_compiled_is_what_is_written() -> None:
    """`python -m tests.catalogue` compiles it anew."""
    assert MO.read_bytes() == compiled()


def test_names_in_texts_are_the_same_in_both_languages() -> None:
    for entry in polib.pofile(str(PO)):
        said = [entry.msgstr] if entry.msgstr else list(entry.msgstr_plural.values())
        for text in said:
            assert sorted(_names(text)) == sorted(_names(entry.msgid)), entry.msgid


def _names(text: str) -> list[str]:
    return [part.split(")")[0] for part in text.split("%(")[1:]]


@pytest.mark.parametrize(("language", "said"), [("en", "Confirm"), ("fr", "Confirmer")])
def test_both_languages_are_found_by_the_service(language: str, said: str) -> None:
    with override(language):
        assert gettext("Confirm") == said
