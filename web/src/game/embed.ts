/** A game embedded in a frame: steps through tiles that the server rendered. Needs no cookies and no requests. */
import { type Step, steppedPly } from "../table/ply-steps";

const EVERY_MS = 700;

/** Take over the links of a frame, which without scripts reload it at another ply. */
export function replayFrame(main: HTMLElement): void {
  const table = find<HTMLElement>(main, ".embed-table");
  const scores = JSON.parse(find(main, "#scores").textContent ?? "[]") as number[][];
  const shownScores = main.querySelectorAll(".embed-score");
  const note = find<HTMLOutputElement>(main, ".embed-ply");
  const open = find<HTMLAnchorElement>(main, ".embed-open");
  const play = find<HTMLButtonElement>(main, ".embed-play");
  const links = main.querySelectorAll<HTMLAnchorElement>("[data-step]");
  const n = Number(main.dataset.n);
  let ply = scores.length ? Number(note.value.split("/")[0]) : 0;
  let timer = 0;

  const show = (to: number): void => {
    table.classList.replace(`ply-${ply}`, `ply-${to}`);
    ply = to;
    note.value = `${ply}/${n}`;
    open.href = `/games/${main.dataset.id}?ply=${ply}`;
    for (const [seat, shown] of shownScores.entries()) shown.textContent = String(scores[ply]?.[seat] ?? "");
    for (const link of links) {
      const isThere = steppedPly(link.dataset.step as Step, ply, n) === ply;
      link.setAttribute("aria-disabled", String(isThere));
    }
  };
  const step = (by: Step): void => show(steppedPly(by, ply, n));
  const stop = (): void => {
    window.clearInterval(timer);
    timer = 0;
    play.setAttribute("aria-pressed", "false");
  };
  const go = (): void => {
    if (ply === n) show(0);
    timer = window.setInterval(() => (ply === n ? stop() : step("next")), EVERY_MS);
    play.setAttribute("aria-pressed", "true");
  };

  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      stop();
      step(link.dataset.step as Step);
    });
  }
  play.addEventListener("click", () => (timer ? stop() : go()));
  play.hidden = false;
  document.addEventListener("keydown", (event) => {
    const by = KEYS[event.key];
    if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    stop();
    step(by);
  });
  show(ply);
}

const KEYS: Record<string, Step> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  "[": "previous",
  "]": "next",
  Home: "first",
  End: "last",
};

function find<T extends Element>(within: Element, selector: string): T {
  const found = within.querySelector<T>(selector);
  if (!found) throw new Error(`expected ${selector} in the frame`);
  return found;
}

const main = document.querySelector<HTMLElement>(".embed-main");
if (main) replayFrame(main);
