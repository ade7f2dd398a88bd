/** Today's puzzle on other pages once it is solved: the time, where it lies, the line, and what is left of the day. */
import type { PuzzleView } from "../../generated/protocol";
import { DAY_MS, printDuration } from "../../page/time/text";
import { loadAll, type Progress } from "../saved-progress";
import { barMarks, fasterShare, printShare, readTimes } from "./spread";
import { keptSolution } from "./tries";

const TICK_MS = 1000;

/** Show today's puzzle solved if it is, and return the progress in it; null if it is not solved. */
export function showSolvedDay(): Progress | null {
  const block = document.querySelector<HTMLElement>(".solved-day");
  const name = `daily-${block?.dataset.day}`;
  const progress = loadAll()[name];
  if (!block || !progress || (progress.bestMs === null && progress.helpedBy !== "tile")) return null;
  const section = block.parentElement;
  section?.querySelector(".todays-words")?.toggleAttribute("hidden", true);
  section?.classList.add("is-solved");
  fill(block, progress);
  block.hidden = false;
  const picture = section?.querySelector<SVGSVGElement>(":scope > svg:not(.tile-symbols)");
  if (picture) void drawLine(picture, keptSolution(name) || progress.laid);
  return progress;
}

function fill(block: HTMLElement, { bestMs }: Progress): void {
  const heading = block.querySelector<HTMLElement>("h2");
  if (heading) heading.textContent = bestMs === null ? (heading.dataset.helped ?? "") : withTime(heading, bestMs);
  const times = readTimes(block.dataset.times);
  const [bars, faster] = [block.querySelector(".spread"), block.querySelector(".faster")];
  const isCompared = bestMs !== null && times.length > 0;
  bars?.toggleAttribute("hidden", !isCompared);
  faster?.toggleAttribute("hidden", !isCompared);
  if (isCompared && bars && faster) {
    bars.innerHTML = barMarks(times, bestMs);
    const share = printShare(fasterShare(times, bestMs), document.documentElement.lang);
    faster.textContent = (faster.textContent ?? "").replace("{share}", share);
  }
  countDown(block);
}

function countDown(block: HTMLElement): void {
  const row = block.querySelector<HTMLElement>(".next-puzzle span");
  if (!row) return;
  const words = row.textContent ?? "";
  const ends = Date.parse(block.dataset.day ?? "") + DAY_MS;
  const show = () => {
    row.textContent = words.replace("{time}", printDuration(ends - Date.now()));
  };
  show();
  window.setInterval(show, TICK_MS);
}

function withTime(element: HTMLElement, ms: number): string {
  return (element.textContent ?? "").replace("{time}", printDuration(ms));
}

/** Draw the line in place of the picture; without the tiles of the solution the picture stays. */
async function drawLine(picture: SVGSVGElement, laid: string): Promise<void> {
  const view = JSON.parse(document.getElementById("puzzle")?.textContent ?? "null") as PuzzleView | null;
  if (!view || !laid) return;
  const { drawSolution } = await import("./solved-picture");
  const drawn = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawn.setAttribute("class", `${picture.getAttribute("class")} solved-picture`);
  drawn.setAttribute("aria-hidden", "true");
  if (drawSolution(drawn, view, laid)) picture.replaceWith(drawn);
}
