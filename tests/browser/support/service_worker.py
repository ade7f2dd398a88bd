"""The service worker of a page's site: a test delivers push messages to it and reads what it shows."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import CDPSession, Page

ARE_BASICS_SAVED = "() => JSON.parse(localStorage['tantrix.offline'] ?? 'null')?.extent === 'basics'"

_SHOWN = """async ([n, waitMs]) => {
    const worker = await navigator.serviceWorker.ready;
    const end = Date.now() + waitMs;
    for (;;) {
        const all = await worker.getNotifications();
        if (all.length >= n || Date.now() > end) return all.map((one) => [one.tag, one.body]);
        await new Promise((again) => setTimeout(again, 50));
    }
}"""
_WAIT_MS = 10_000
_N_TRIES = 5


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

    def shown(self, payloads: Sequence[dict[str, Any]], n: int) -> list[tuple[str, str]]:
        """Deliver push messages, all of them again while fewer than `n` notifications are shown.

        A busy Chromium loses a message now and then. Returns the tag and text of each notification, sorted.
        """
        found: list[list[str]] = []
        for _ in range(_N_TRIES):
            for payload in payloads:
                self.push(payload)
            found = self.page.evaluate(_SHOWN, [n, _WAIT_MS])
            if len(found) >= n:
                break
        return sorted((tag, body) for tag, body in found)
