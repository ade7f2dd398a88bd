"""The rules page on paper."""

import re

import pytest
from playwright.sync_api import Page


@pytest.mark.parametrize("language", ["en", "de", "ru"])
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_the_rules_are_printed_on_two_pages(page: Page, paper: str, language: str) -> None:
    page.set_extra_http_headers({"accept-language": language})
    page.goto("/help")

    printed = page.pdf(format=paper)

    assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 2
