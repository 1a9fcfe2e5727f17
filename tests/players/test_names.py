"""Names: which are allowed, which look alike."""

import pytest

from players.errors import ErrorCode, Refusal
from players.names import name_choose, name_fold, name_key, name_shape


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("ann", "ann"),
        ("Ann-Marie_7", "Ann-Marie_7"),
        ("_ann_", "_ann_"),
        ("007", "007"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Łukasz", "Łukasz"),
        ("Straße", "Straße"),
        ("Ａｎｎ", "Ann"),
        ("Ελένη", "Ελένη"),
        ("Наталья", "Наталья"),
        ("Анна_7", "Анна_7"),
        ("דבורה", "דבורה"),
        ("فاطمة", "فاطمة"),
        ("さくらコ", "さくらコ"),
        ("田中さん", "田中さん"),
        ("김철수", "김철수"),
        ("ანა", "ანა"),
        ("Անի", "Անի"),
        ("a" * 24, "a" * 24),
    ],
)
def test_a_good_name_is_shown_in_one_form(name: str, shown: str) -> None:
    assert name_choose(name) == shown


@pytest.mark.parametrize(
    "name",
    [
        "",
        "  ",
        "an",
        "a" * 25,
        "ann ",
        "ann lee",
        "ann\u00a0lee",
        "ann\n",
        "ann\0",
        "---",
        "_-_",
        "ann!",
        "ann@home",
        "<b>ann</b>",
        "ann/..",
        "ann.lee",
        "a\u200bnn",  # zero-width space
        "a\u200dnn",  # zero-width joiner
        "a\u2060nn",  # word joiner
        "\ufeffann",  # byte order mark
        "a\u00adnn",  # soft hyphen
        "a\u034fnn",  # grapheme joiner
        "\u202eann",  # right-to-left override
        "ann\u2066",  # isolate
        "ann\u200f",  # right-to-left mark
        "\u3164\u3164\u3164",  # Hangul filler, a letter by category
        "ann\uffa0",
        "\u115f\u1160\u115f",
        "\u2800\u2800\u2800",  # blank Braille
        "a\u0336nn",  # a stroke that composes with nothing
        "z\u0351\u0343algo",
        "a\u20ddnn",
        "\U000e0061nn",  # tag
        "ann\ufe0f",
        "\U0001f600ann",
        "аnn",  # Cyrillic a
        "annа",
        "Αnn",  # Greek capital alpha
        "pаypal",
        "ɑnna",  # Latin alpha
        "ᴀnna",
        "ǃnna",
        "annᏚ",
        "ann٣",  # Arabic digit
        "ann१",
        "דבורהann",
        "ann田中",
        "\ud800nn",
        "ﷺ",
    ],
)
def test_a_bad_name_is_refused(name: str) -> None:
    with pytest.raises(Refusal) as refusal:
        name_shape(name)
    assert (refusal.value.code, refusal.value.field) == (ErrorCode.INVALID_NAME, "name")


@pytest.mark.parametrize(
    "name",
    ["admin", "ADMIN", "Adm1n", "ádmin", "nessos", "NESSOS", "moderator",
     "null", "nu11", "anonymous", "system", "root", "r00t", "novice", "Novice-1", "guarded-12", "guardedann", "SHREWD",
     "oracle9", "0racle", "bot", "b0t-7", "Botanist", "ВОТ-1"],
)  # fmt: skip
def test_a_reserved_name_may_not_be_chosen(name: str) -> None:
    assert name_shape(name)
    with pytest.raises(Refusal) as refusal:
        name_choose(name)
    assert refusal.value.code == ErrorCode.INVALID_NAME


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ann", "ANN"),
        ("ann", "Ａｎｎ"),
        ("Straße", "STRASSE"),
        ("zoe", "Zoë"),
        ("lill", "1il1"),
        ("Bill", "BiIl"),
        ("oto", "0t0"),
        ("arnold", "amold"),
        ("wanda", "vvanda"),
        ("COCO", "СОСО"),
        ("coco", "сосо"),
        ("HOPE", "НОРЕ"),
        ("NIKO", "ΝΙΚΟ"),
        ("Σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("İpek", "ipek"),
        ("ıpek", "ipek"),
        ("カカカ", "力力力"),
        ("علي", "علی"),
    ],
)
def test_what_looks_alike_has_one_key(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("ann", "anna"), ("ann1", "ann2"), ("ann_", "ann-"), ("novice-12", "novice-21")]
)
def test_what_looks_different_has_two(one: str, other: str) -> None:
    assert name_key(one) != name_key(other)


def test_a_look_up_knows_case_but_no_look_alike() -> None:
    assert name_fold("ANN") == name_fold("ann")
    assert name_fold("änn") != name_fold("ann")
