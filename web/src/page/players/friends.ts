/** The page of friends works without this script, which keeps up to date who is here while the page is visible. */

const REFRESH_MS = 20_000;

async function refresh(): Promise<void> {
  if (document.hidden) return;
  const answer = await fetch("/friends/here").catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const id of ["here-count", "here-list"]) replace(document.getElementById(id), fresh.getElementById(id));
}

/** Show new content; nothing is touched, and so nothing is read aloud, if it is the same. */
function replace(shown: HTMLElement | null, fresh: HTMLElement | null): void {
  if (!shown || !fresh || shown.innerHTML === fresh.innerHTML) return;
  const focused = shown.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  shown.replaceChildren(...fresh.childNodes);
  if (focused) shown.querySelector<HTMLElement>(`[href="${CSS.escape(focused)}"]`)?.focus();
}

window.setInterval(() => void refresh(), REFRESH_MS);
document.addEventListener("visibilitychange", () => void refresh());
