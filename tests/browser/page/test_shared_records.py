"""Records that other apps share with the installed one, as the manifest says."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.support.pages import DESKTOP_WITH_WORKER, sign_up

RECORD = "[Tantrix 1]\nR Ann\nB Bea"
# What a browser does when another app shares something: a form is sent to the address of the manifest.
SHARE = """async ([text, file]) => {
    await navigator.serviceWorker.register("/service-worker.js");
    if (!navigator.serviceWorker.controller)
        await new Promise((done) => navigator.serviceWorker.addEventListener("controllerchange", done));
    const { share_target: target } = await (await fetch("/manifest.webmanifest")).json();
    const form = document.createElement("form");
    Object.assign(form, target);
    const shared = document.createElement("textarea");
    Object.assign(shared, { name: target.params.text, value: text });
    const chooser = document.createElement("input");
    Object.assign(chooser, { type: "file", name: target.params.files[0].name });
    if (file) {
        const transfer = new DataTransfer();
        transfer.items.add(new File([file], "game.tantrix", { type: "text/plain" }));
        chooser.files = transfer.files;
    }
    form.append(shared, chooser);
    document.body.append(form);
    form.submit();
}"""


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, **DESKTOP_WITH_WORKER}


@pytest.mark.parametrize(("text", "file"), [(RECORD, ""), ("", RECORD)], ids=["text", "file"])
def test_a_shared_record_is_filled_in_on_the_page_of_imports(page: Page, text: str, file: str) -> None:
    sign_up(page, f"Share {'Text' if text else 'File'}")
    page.goto("/help")

    with page.expect_navigation(url="**/archive/import"):
        page.evaluate(SHARE, [text, file])

    expect(page.get_by_label("or the text itself")).to_have_value(RECORD)
    page.reload()
    expect(page.get_by_label("or the text itself")).to_have_value("")
