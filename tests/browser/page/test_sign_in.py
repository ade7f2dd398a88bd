"""Second factor and passkeys as a person uses them; Chromium's virtual authenticator makes the passkeys."""

import pyotp
import pytest
from playwright.sync_api import Page, expect

from scripts.pictures.server import PictureServer
from tests.browser.support.accessibility import LOOKS, serious
from tests.browser.support.pages import NewPage

PASSWORD = "correct horse battery"
AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def named_url(server: PictureServer) -> str:
    """Return the address of the server by a name, because passkeys belong to names."""
    return server.url.replace("127.0.0.1", "localhost")


def _with_authenticator(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})


def _sign_up(page: Page, name: str) -> None:
    page.goto("/sign-up")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("main button[type=submit]").click()
    expect(page).to_have_url("/")


def _sign_out(page: Page) -> None:
    page.goto("/account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page).to_have_url("/")


@pytest.mark.parametrize("look", ["light", "dark phone"])
def test_a_passkey_signs_in_without_a_password_until_it_is_removed(
    new_page: NewPage, named_url: str, look: str
) -> None:
    page = new_page(base_url=named_url, **LOOKS[look])
    _with_authenticator(page)
    _sign_up(page, f"Key {look.replace(' ', '')}")
    page.goto("/account")
    new = page.locator("#passkey-new")
    new.get_by_label("Name of the passkey").fill("My laptop")
    new.get_by_label("Password").fill(PASSWORD)
    new.get_by_label("Password").press("Enter")
    expect(page.get_by_role("status")).to_have_text("The passkey is ready.")
    found = serious(page)

    _sign_out(page)
    page.goto("/sign-in?next=/account")
    found += serious(page)
    page.get_by_role("button", name="Sign in with a passkey").click()

    expect(page.get_by_role("heading", name="Security")).to_be_visible()
    page.get_by_label("Remove My laptop").click()
    remove = page.locator("form[action='/account/passkeys/remove']")
    remove.get_by_label("Password").fill(PASSWORD)
    remove.get_by_role("button", name="Remove this passkey").click()
    expect(page.get_by_role("status")).to_have_text("The passkey is removed.")
    _sign_out(page)
    page.goto("/sign-in?next=/account")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_role("alert")).to_have_text("This passkey was not accepted.")
    assert found == []


def test_a_numeric_address_offers_no_passkeys_and_says_why(page: Page) -> None:
    _sign_up(page, "Numeric Nora")

    page.goto("/account")

    expect(page.get_by_text("Passkeys need a server with a name")).to_be_visible()
    page.goto("/sign-in")
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)


@pytest.mark.parametrize("look", ["light", "dark phone"])
def test_the_second_factor_is_set_up_and_required(new_page: NewPage, look: str) -> None:
    page = new_page(**LOOKS[look])
    name = f"Two {look.replace(' ', '')}"
    _sign_up(page, name)
    page.goto("/account")
    page.get_by_role("link", name="Set up the second factor").click()
    expect(page.get_by_role("img", name="QR code; the same key is written below")).to_be_visible()
    found = serious(page)
    secret = page.locator("#secret").inner_text().replace(" ", "")
    page.get_by_label("Code", exact=True).fill(pyotp.TOTP(secret).now())
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Switch the second factor on").click()
    codes = page.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    expect(codes).to_have_count(10)
    found += serious(page)
    code = codes.first.inner_text()

    _sign_out(page)
    page.goto("/sign-in?next=/account")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_label("Code", exact=True)).to_be_focused()
    found += serious(page)
    page.get_by_label("Code", exact=True).fill(code)
    page.get_by_label("Code", exact=True).press("Enter")

    expect(page.get_by_text("You have 9 recovery codes left")).to_be_visible()
    assert found == []
