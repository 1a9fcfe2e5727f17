"""Files of pages, as production serves them: named after what is in them, packed, and kept for ever."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import Client

FILES = {
    "site/page.js": 'import {greet} from "./words.js";\ngreet();\n//# sourceMappingURL=page.js.map\n' + "// so\n" * 200,
    "site/words.js": "export const greet = () => 'Charon';\n",
    "site/page.css": "body { background: url('amphora.svg') }\n",
    "site/amphora.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>\n",
}


@pytest.fixture
def collected(settings: Any, tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / "written" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    settings.STATIC_ROOT = str(tmp_path / "collected")
    settings.STATICFILES_DIRS = [tmp_path / "written"]
    settings.STATICFILES_FINDERS = ["django.contrib.staticfiles.finders.FileSystemFinder"]
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "nessos_service.statics.ModulesStorage"},
    }
    settings.WHITENOISE_USE_FINDERS = settings.WHITENOISE_AUTOREFRESH = False
    settings.WHITENOISE_MAX_AGE = 60
    call_command("collectstatic", interactive=False, verbosity=0)
    return Path(settings.STATIC_ROOT)


def test_modules_import_by_names_that_change_with_what_they_name(collected: Path) -> None:
    page, words = (staticfiles_storage.url(f"site/{name}.js") for name in ("page", "words"))
    assert page not in ("/static/site/page.js", words)
    text = (collected / page.removeprefix("/static/")).read_text(encoding="utf-8")
    assert text.startswith(f'import {{greet}} from "./{words.rpartition("/")[2]}";')
    # Nobody brings the maps of scripts that others packed.
    assert "sourceMappingURL=page.js.map" in text
    style = (collected / staticfiles_storage.url("site/page.css").removeprefix("/static/")).read_text(encoding="utf-8")
    assert "amphora.svg" not in style


def test_they_are_packed_and_kept_for_ever(collected: Path) -> None:
    address = staticfiles_storage.url("site/page.js")
    answer = Client().get(address, headers={"Accept-Encoding": "gzip"})
    content = b"".join(answer)  # type: ignore[arg-type]
    assert (answer.status_code, answer["Content-Encoding"]) == (200, "gzip")
    assert len(content) < len(FILES["site/page.js"]) / 4
    assert gzip.decompress(content) == (collected / address.removeprefix("/static/")).read_bytes()
    assert {"public", "immutable"} <= {word.strip() for word in answer["Cache-Control"].split(",")}
    # By the name that it has in the checkout, it is asked for again.
    assert "immutable" not in Client().get("/static/site/page.js")["Cache-Control"]


def test_without_collected_files_browsers_ask_each_time() -> None:
    answer = Client().get("/static/docs/docs.css")
    assert answer["Cache-Control"] == "max-age=0, public"
    again = Client().get("/static/docs/docs.css", headers={"If-Modified-Since": answer["Last-Modified"]})
    assert again.status_code == 304
