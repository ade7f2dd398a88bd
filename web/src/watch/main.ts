/**
 * The games in play on the page of what there is to watch. The page asks for them again while it is visible, and
 * replaces only those that have changed, once their pictures are there.
 */

const EVERY_MS = 4_000;
const ADDRESS = "/watch/games";

const place = document.querySelector<HTMLElement>("#in-play");

/** Show the games as they are now. */
async function refreshGames(shown: HTMLElement): Promise<void> {
  const answer = await fetch(ADDRESS).catch(() => null);
  if (!answer?.ok) return;
  const next = document.createElement("div");
  next.innerHTML = await answer.text();
  await Promise.all([...next.querySelectorAll("img")].map((image) => image.decode().catch(() => undefined)));
  if (namesOf(shown) === namesOf(next)) replaceChanged(shown, next);
  else if (!shown.contains(document.activeElement)) shown.replaceChildren(...next.childNodes);
}

/** Replace what has changed in games that stay in their places; the focus stays where it is. */
function replaceChanged(shown: HTMLElement, next: HTMLElement): void {
  for (const game of gamesIn(next)) {
    const before = gamesIn(shown).find((one) => one.dataset.game === game.dataset.game);
    if (!before || before.innerHTML === game.innerHTML) continue;
    const focused = before.contains(document.activeElement);
    before.replaceChildren(...game.childNodes);
    if (focused) before.querySelector<HTMLElement>("a:not([tabindex])")?.focus();
  }
}

function gamesIn(element: HTMLElement): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>("[data-game]")];
}

function namesOf(element: HTMLElement): string {
  return gamesIn(element)
    .map((game) => game.dataset.game)
    .join(" ");
}

if (place)
  setInterval(() => {
    if (!document.hidden) void refreshGames(place);
  }, EVERY_MS);
