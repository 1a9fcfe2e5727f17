"""A real browser for the tests of the pages."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.service import Service
from tests.web.browsing import FLAGS, Visitor, chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium as it is found on this machine; nothing is fetched."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def visit(browser: Browser, service: Service) -> Iterator[Callable[..., Visitor]]:
    """Opens browsers of their own: `visit(player=…, width=…, locale=…)`. None may have had an error in the end."""
    visitors: list[Visitor] = []

    def come(**options: object) -> Visitor:
        visitors.append(Visitor(browser, service, **options))  # type: ignore[arg-type]
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert [error for visitor in visitors for error in visitor.errors] == []


@pytest.fixture
def page(visit: Callable[..., Visitor]) -> Page:
    """One page of a newcomer."""
    return visit().page
