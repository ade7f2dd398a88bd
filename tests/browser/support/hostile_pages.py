"""Detection of text that runs as a script on a page."""

from collections.abc import Iterator, Sequence

from playwright.sync_api import Dialog, Page

NAME_LENGTH = 40  # characters
HURT = """
    window.hurts = [];
    window.tantrixHurt = () => window.hurts.push("script");
    addEventListener("securitypolicyviolation", (event) => window.hurts.push(event.blockedURI));
"""


def arm(page: Page) -> None:
    """Make a page record scripts that run and violations of its policy; a dialog fails immediately."""

    def refuse(dialog: Dialog) -> None:
        raise AssertionError(f"a dialog says {dialog.message}")

    page.add_init_script(HURT)
    page.on("dialog", refuse)


def what_ran(page: Page) -> list[str]:
    """Return what a page has recorded since `arm`."""
    hurts: list[str] = page.evaluate("window.hurts")
    return hurts


def parts(strings: Sequence[str], n: int) -> Iterator[Sequence[str]]:
    """Split a list into pieces of `n`."""
    return (strings[start : start + n] for start in range(0, len(strings), n))
