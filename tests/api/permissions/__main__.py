"""Write docs/permissions.md: python -m tests.api.permissions > docs/permissions.md"""

from tests.api.permissions.page import page

print(page(), end="")
