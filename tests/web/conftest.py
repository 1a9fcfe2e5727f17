"""A real browser, and the real service: `page` is somebody's, `somebody` makes more of them."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.service import Service
from tests.web.browsers import browser_launched, context_of
from tests.web.browsing import Visitor

type Somebody = Callable[..., BrowserContext]
type Visit = Callable[..., Visitor]


# Not for the whole session: what comes after these tests, in the same process, asks Django's models again.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """One for all tests of pages."""
    with browser_launched() as launched:
        yield launched


@pytest.fixture
def somebody(browser: Browser, service: Service) -> Iterator[Somebody]:
    """Makes the browser of one more person, `how` they have it (`locale`, `viewport`, `color_scheme`, …)."""
    made: list[BrowserContext] = []

    def make(**how: object) -> BrowserContext:
        made.append(context_of(browser, service.base_url, **how))
        return made[-1]

    yield make
    for context in made:
        context.close()


@pytest.fixture
def page(somebody: Somebody) -> Page:
    """A page of somebody who was never here."""
    return somebody().new_page()


@pytest.fixture
def visit(browser: Browser, service: Service) -> Iterator[Visit]:
    """Opens browsers of their own: `visit(player=…, width=…, locale=…)`. None may have had an error in the end."""
    visitors: list[Visitor] = []

    def come(**options: object) -> Visitor:
        visitors.append(Visitor(browser, service, **options))  # type: ignore[arg-type]
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.context.close()
    assert [error for visitor in visitors for error in visitor.errors] == []
