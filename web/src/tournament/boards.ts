/** The running boards of a tournament: pictures that are reloaded while they are in view. */

const EVERY_MS = 8_000;

/** Reload the pictures in view repeatedly while the page is visible. */
export function refreshBoards(): void {
  if (!document.querySelector("[data-board]")) return;
  load();
  window.setInterval(load, EVERY_MS);
}

function load(): void {
  if (document.hidden) return;
  for (const picture of document.querySelectorAll<HTMLImageElement>("[data-board]")) {
    const { top, bottom } = picture.getBoundingClientRect();
    if (bottom > 0 && top < innerHeight) picture.src = `${picture.dataset.board}?theme=${theme()}&at=${Date.now()}`;
  }
}

function theme(): string {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === "light" || chosen === "dark") return chosen;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}
