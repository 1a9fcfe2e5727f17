"""Pictures of the pages: `make pictures` writes them to docs/pictures.

python -m tests.web.pictures [page…]      those pages only
"""

import os
import sys

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "nessos_service.settings")
    django.setup()
    from tests.web.scenes import pictured

    pictured(sys.argv[1:])


if __name__ == "__main__":
    main()
