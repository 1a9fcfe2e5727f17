"""Files of our pages, as production serves them."""

from typing import Any

from whitenoise.storage import CompressedManifestStaticFilesStorage


class ModulesStorage(CompressedManifestStaticFilesStorage):  # type: ignore[misc, no-any-unimported, unused-ignore]
    """Compressed once, and named after what is in them, so that browsers may keep them for ever.

    What a module imports is named so too: `import … from "./words.js"` becomes the name of those very words.
    """

    support_js_module_import_aggregation = True

    def hashed_name(self, name: str, content: Any = None, filename: str | None = None) -> str:
        """Scripts of others name source maps that they do not bring."""
        try:
            return str(super().hashed_name(name, content, filename))
        except ValueError:
            if name.endswith(".map"):
                return name
            raise
