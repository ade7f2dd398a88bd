"""The service worker of a page's site: a test delivers push messages to it and reads what it shows."""

import json
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

_SHOWN = """async (n) => {
    const worker = await navigator.serviceWorker.ready;
    for (;;) {
        const all = await worker.getNotifications();
        if (all.length >= n) return all.map((one) => [one.tag, one.body]);
        await new Promise((again) => setTimeout(again, 50));
    }
}"""


@dataclass(frozen=True, slots=True)
class ServiceWorker:
    """The registered worker behind a page."""

    page: Page
    session: CDPSession
    registration: str

    @classmethod
    def of(cls, page: Page) -> "ServiceWorker":
        """Register the worker and wait until it is ready."""
        page.evaluate("async () => { await navigator.serviceWorker.register('/service-worker.js'); }")
        page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
        session = page.context.new_cdp_session(page)
        versions: list[dict[str, Any]] = []
        session.on(
            "ServiceWorker.workerRegistrationUpdated", lambda event: versions.extend(event["registrations"])
        )
        session.send("ServiceWorker.enable")
        while not versions:
            page.wait_for_timeout(50)
        return cls(page, session, versions[0]["registrationId"])

    def push(self, payload: dict[str, Any]) -> None:
        """Deliver a push message."""
        target = {"origin": self.page.evaluate("location.origin"), "registrationId": self.registration}
        self.session.send("ServiceWorker.deliverPushMessage", {**target, "data": json.dumps(payload)})

    def shown(self, n: int) -> list[tuple[str, str]]:
        """Wait until at least so many notifications are shown; return the tag and text of each, sorted."""
        return sorted((tag, body) for tag, body in self.page.evaluate(_SHOWN, n))
