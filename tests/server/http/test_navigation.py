"""The sections of the site: which section and which of its pages is open."""

import pytest

from tantrix.server.http.navigation import section_of


@pytest.mark.parametrize(
    ("path", "open_url"),
    [
        ("/tournaments", "/tournaments"),
        ("/tournaments/abc/control", "/tournaments"),
        ("/puzzles", "/puzzles"),
        ("/puzzles/days", "/puzzles/days"),
        ("/puzzles/daily", "/puzzles"),
        ("/learn/story", "/learn/story"),
        ("/solitaire/open", None),
    ],
)
def test_a_page_below_a_listed_one_belongs_to_it(path: str, open_url: str | None) -> None:
    section = section_of(path)

    assert section is not None
    found = section.open_page(path)
    assert (found and found.url) == open_url
