"""Writes anew what the tests of the page's modules read: `python -m tests.web.making`."""

import json
import os
from pathlib import Path
from typing import Final

import django

DATA: Final = Path(__file__).parent / "data/games.json"


def written() -> str:
    """What the file should hold."""
    from tests.web.recording import made

    return json.dumps(made(), ensure_ascii=False, separators=(",", ":")) + "\n"


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nessos_service.settings")
    django.setup()
    DATA.write_text(written(), encoding="utf-8")


if __name__ == "__main__":
    main()
