"""Every text of mails and hints has its translation, compiled as it is written."""

import polib
import pytest
from django.utils.translation import gettext, override

from players.notices.models import NoticeKind
from tests.catalogue import CATALOGUES, Catalogue

each_catalogue = pytest.mark.parametrize("catalogue", CATALOGUES.values(), ids=CATALOGUES)


@each_catalogue
def test_every_text_is_translated_and_none_is_left_over(catalogue: Catalogue) -> None:
    translated = {entry.msgid for entry in polib.pofile(str(catalogue.po)).translated_entries()}
    assert translated == catalogue.texts()
    assert len(translated) > len(NoticeKind) * 2


@each_catalogue
def test_what_is_compiled_is_what_is_written(catalogue: Catalogue) -> None:
    """`python -m tests.catalogue` compiles it anew."""
    assert catalogue.mo.read_bytes() == catalogue.compiled()


@each_catalogue
def test_names_in_texts_are_the_same_in_both_languages(catalogue: Catalogue) -> None:
    for entry in polib.pofile(str(catalogue.po)):
        said = [entry.msgstr] if entry.msgstr else list(entry.msgstr_plural.values())
        for text in said:
            assert sorted(_names(text)) == sorted(_names(entry.msgid)), entry.msgid


def _names(text: str) -> list[str]:
    return [part.split(")")[0] for part in text.split("%(")[1:]]


@pytest.mark.parametrize(("language", "said"), [("en", "Confirm"), ("fr", "Confirmer")])
def test_both_languages_are_found_by_the_service(language: str, said: str) -> None:
    with override(language):
        assert gettext("Confirm") == said
