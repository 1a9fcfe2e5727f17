"""Names of players: which are allowed, and which look too much alike to be two.

After Unicode TS 39, within reason: NFKC, letters of one script, and a skeleton that maps what looks alike to the same.
Scripts that cannot be written without combining marks are not offered yet: a stray mark is the oldest trick there is.
"""

import re
import unicodedata
from typing import Final

from players.errors import ErrorCode, Refusal

SHORTEST: Final = 3
LONGEST: Final = 24

GUEST_PREFIX: Final = "guest-"
BOT_LEVELS: Final = ("novice", "guarded", "shrewd", "oracle")

_RESERVED_WORDS: Final = (
    *("admin", "administrator", "api", "charon", "login", "logout", "mod", "moderator", "nessos", "official", "root"),
    *("server", "service", "staff", "support", "system", "false", "none", "null", "true", "undefined", "unknown"),
    *("anonymous", "everyone", "guest", "me", "myself", "nobody", "players", "self", "somebody", "user", "you"),
)

# Letters that are no variant of an ASCII letter, yet are everyday Latin.
_LATIN_EXTRA: Final = frozenset("ßæœøðþłđħŋıəÆŒØÐÞŁĐĦŊƏẞ")

_SCRIPTS: Final[tuple[tuple[str, str], ...]] = (
    ("greek", r"\u0386-\u03ce\u1f00-\u1fff"),
    ("cyrillic", r"\u0400-\u045f\u048a-\u04ff"),
    ("armenian", r"\u0531-\u0556\u0561-\u0586"),
    ("georgian", r"\u10d0-\u10fa\u1c90-\u1cba"),
    ("hebrew", r"\u05d0-\u05ea"),
    ("arabic", r"\u0620-\u063f\u0641-\u064a\u0671-\u06d3"),
    ("japanese or chinese", r"\u3005\u3041-\u3096\u30a1-\u30fa\u30fc\u3400-\u4dbf\u4e00-\u9fff"),
    ("hangul", r"\uac00-\ud7a3"),
)
_SCRIPT_PATTERNS: Final = tuple((name, re.compile(f"[{ranges}]")) for name, ranges in _SCRIPTS)

# What looks the same in some usual typeface, in either case, mapped to one letter. Applied after case folding.
_LOOK_ALIKES: Final = str.maketrans(
    {
        **dict(zip("01ilıøłđħ", "olllloldh", strict=True)),
        **{"æ": "ae", "œ": "oe", "þ": "p", "ð": "d", "ŋ": "n", "ə": "e"},
        **dict(zip("авекмнорстухіјѕһԛԝԁӏгз", "abekmhopctyxljshqwdlr3", strict=True)),
        **dict(zip("αβεζηικμνορτυχω", "abezhlkmnoptyxw", strict=True)),
        **dict(zip("օոսհզց", "onuhqg", strict=True)),
        **dict(zip("ىیک", "ييك", strict=True)),
        **dict(zip("一二口力夕八工卜へべぺ", "ーニロカタハエトヘベペ", strict=True)),
    }
)
_LOOK_ALIKE_PAIRS: Final = (("rn", "m"), ("vv", "w"))
_COMBINING_ACCENTS: Final = re.compile(r"[\u0300-\u036f]")


def name_fold(name: str) -> str:
    """The name without the difference of case and of Unicode form: what a look-up compares."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def name_key(name: str) -> str:
    """The name's skeleton: two names with one key look the same to somebody, so only one may exist."""
    bare = _COMBINING_ACCENTS.sub("", unicodedata.normalize("NFD", name_fold(name)))
    key = unicodedata.normalize("NFC", bare).translate(_LOOK_ALIKES)
    for pair, single in _LOOK_ALIKE_PAIRS:
        key = key.replace(pair, single)
    return key


def name_shape(name: str) -> str:
    """The name as it is shown: NFKC, 3 to 24 letters of one script, digits, `_`, `-`. Raises Refusal: invalid_name."""
    shown = unicodedata.normalize("NFKC", name)
    if not SHORTEST <= len(shown) <= LONGEST:
        raise _invalid(f"A name has {SHORTEST} to {LONGEST} characters.")
    scripts = {_script(character) for character in shown}
    if None in scripts:
        raise _invalid("A name is made of letters, digits, _ and -.")
    scripts.discard("sign")
    if not scripts:
        raise _invalid("A name needs a letter or a digit.")
    scripts.discard("digit")
    if len(scripts) > 1:
        raise _invalid("A name keeps to the letters of one script.")
    return shown


def name_choose(name: str) -> str:
    """`name_shape` of a name that a player may choose: not reserved, and no bot's or guest's.

    Raises Refusal: invalid_name.
    """
    shown = name_shape(name)
    key = name_key(shown)
    if key in _RESERVED_KEYS or key.startswith(_RESERVED_PREFIXES):
        raise _invalid("This name is reserved.")
    return shown


def _script(character: str) -> str | None:
    """The script of a letter, "digit", "sign" for `_` and `-`, or None for what no name may hold."""
    if character in "_-":
        return "sign"
    if character in "0123456789":
        return "digit"
    if character in _LATIN_EXTRA:
        return "latin"
    if not unicodedata.category(character).startswith("L"):
        return None
    if unicodedata.normalize("NFD", character)[0].isascii():
        return "latin"
    return next((name for name, pattern in _SCRIPT_PATTERNS if pattern.match(character)), None)


def _invalid(detail: str) -> Refusal:
    return Refusal(ErrorCode.INVALID_NAME, detail, field="name")


_RESERVED_KEYS: Final = frozenset(name_key(word) for word in _RESERVED_WORDS)
_RESERVED_PREFIXES: Final = tuple(name_key(word) for word in ("bot", *BOT_LEVELS, GUEST_PREFIX))
