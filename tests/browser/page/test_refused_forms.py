"""What is wrong with a form is in view on a phone, beside its field, and the field has the focus."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.support.pages import NewPage
from tests.server.support.clients import PASSWORD


@pytest.fixture
def page(new_page: NewPage) -> Page:
    """A phone whose user has just made an account."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.goto("/sign-up")
    page.get_by_label("Name").fill("Refused")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url("/")
    return page


def _send_wrong_password(form: Locator) -> None:
    form.get_by_label("Password").fill("not this one")
    form.get_by_role("button").click()


def test_a_refused_form_far_down_shows_its_error_at_the_field(page: Page) -> None:
    page.goto("/account")
    form = page.locator("form[action='/account/name']")
    form.get_by_label("New name").fill("Hanna")
    _send_wrong_password(form)

    expect(form.get_by_role("alert")).to_have_text("Wrong password.")
    expect(form.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(form.get_by_label("Password")).to_be_focused()
    expect(form.get_by_label("Password")).to_have_accessible_description("Wrong password.")
    expect(form.get_by_label("New name")).to_have_value("Hanna")

    page.get_by_text("Close the account", exact=True).click()
    form = page.locator("form[action='/account/close']")
    _send_wrong_password(form)

    expect(form.get_by_role("alert")).to_be_in_viewport(ratio=1)
    expect(form.get_by_label("Password")).to_be_focused()
