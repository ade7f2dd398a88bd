/** The card at the end of a puzzle: the result, and where to go next. */
import { html, nothing, svg, type TemplateResult } from "lit";
import "../../page/time/countdown";
import { t } from "../../page/i18n";
import { icon } from "../../page/icons";
import { DAY_MS } from "../../page/time/text";
import type { PuzzlePage } from "../page";
import { loadAll } from "../saved-progress";
import { endSentence } from "../solitaire/score-row";
import { scored } from "../solitaire/scoring";
import { type SolutionStep, solutionButtons } from "../solutions";
import { solvedSentence } from "../text";
import { dayOf, streak, streakSentence } from "./daily";
import { barMarks, fasterShare, printShare, readTimes } from "./spread";
import { type SolvedTimes, timeBars } from "./times";

const WEEK = 7;
const DAY_WIDTH = 46;
const HEXAGON =
  "M21 9Q21 12 18.4 13.5L2.6 22.6Q0 24.1 -2.6 22.6L-18.4 13.5Q-21 12 -21 9L-21 -9Q-21 -12 -18.4 -13.5L-2.6 -22.6Q0 -24.1 2.6 -22.6L18.4 -13.5Q21 -12 21 -9Z";

/** Links from the page of a puzzle: attributes `data-…` that the server wrote. */
export interface PuzzleLinks {
  /** The address of the next puzzle. */
  next?: string;
  /** The day of a puzzle of the day. */
  day?: string;
  /** The address of a newly shuffled solitaire. */
  again?: string;
  /** The tiles that lie in the solitaire of the day, which is played once. */
  laid?: string;
  /** The time that the puzzle usually takes, in milliseconds. */
  usual?: string;
  /** Whose time that is: `people`, or empty for an estimate. */
  usualBy?: string;
  /** The times of others, in milliseconds, in order; empty while they are few. */
  times?: string;
  /** A sentence with `{share}`: how many of them were slower. */
  faster?: string;
  /** A sentence with `{time}`: when the next puzzle of the day comes. */
  nextIn?: string;
}

export interface PuzzleCardListener {
  goToSolution(step: SolutionStep): void;
  showOwn(): void;
  restart(): void;
  shareResult(): void;
}

/** Render the card of a solved puzzle or a finished solitaire; nothing before. */
export function puzzleCard(
  page: PuzzlePage,
  links: PuzzleLinks,
  listener: PuzzleCardListener,
): TemplateResult | typeof nothing {
  if (page.isSolved) return solvedCard(page, links, listener);
  return page.isOver ? endCard(page, links, listener) : nothing;
}

function solvedCard(page: PuzzlePage, links: PuzzleLinks, listener: PuzzleCardListener): TemplateResult {
  const isTimed = page.progress.help === null && !page.isStack;
  return html`<div class="outcome solved-card ${links.day || page.isStack ? "of-day" : ""}"><h2>${solvedSentence(page.progress)}</h2>
      ${isTimed ? (comparison(page, links) ?? timeBars(timesOf(page, links))) : nothing}
      ${page.opened ? solutionButtons(page.opened, (step) => listener.goToSolution(step)) : nothing}
      <div class="outcome-buttons">
        ${page.isStack ? againButtons(links, listener) : solvedButtons(page, links, listener)}
      </div></div>`;
}

/** Render where the time lies among those of others; null while they are few. */
function comparison({ progress }: PuzzlePage, { times, faster }: PuzzleLinks): TemplateResult | null {
  const others = readTimes(times);
  if (others.length === 0 || !faster || progress.ms === 0) return null;
  const share = printShare(fasterShare(others, progress.ms), document.documentElement.lang);
  return html`<svg class="spread" viewBox="0 0 160 40" preserveAspectRatio="none" aria-hidden="true" .innerHTML=${barMarks(others, progress.ms)}></svg>
      <p class="faster">${faster.replace("{share}", share)}</p>`;
}

function timesOf({ progress, bestBeforeMs }: PuzzlePage, { usual, usualBy }: PuzzleLinks): SolvedTimes {
  return { ms: progress.ms, bestBeforeMs, usualMs: Number(usual) || null, isOfPeople: usualBy === "people" };
}

/** Render the card of a finished solitaire; a table with all tiles can still be changed. */
function endCard(page: PuzzlePage, links: PuzzleLinks, listener: PuzzleCardListener): TemplateResult {
  const { puzzle, laid } = page.table;
  return html`<div class="outcome solved-card ${page.isStack ? "of-day" : ""}"><h2>${endSentence(puzzle, laid, scored(puzzle, laid))}</h2>
      ${page.progress.help !== null ? html`<p class="leaf-limit">${t("With help it does not count as your best.")}</p>` : nothing}
      <div class="outcome-buttons">${againButtons(links, listener)}</div></div>`;
}

function againButtons({ again, laid }: PuzzleLinks, listener: PuzzleCardListener): TemplateResult {
  const restart = again ? t("The same stack again") : t("Start again");
  return html`${again ? html`<a class="button primary" href=${again}>${t("Shuffle again")}</a>` : nothing}
      ${laid === undefined ? html`<button type="button" @click=${() => listener.restart()}>${restart}</button>` : nothing}
      <a class="button" href="/puzzles">${t("All puzzles")}</a>`;
}

function solvedButtons(page: PuzzlePage, links: PuzzleLinks, listener: PuzzleCardListener): TemplateResult {
  const { next, day } = links;
  const isShown = page.progress.help === "solution";
  return html`${page.progress.help === null ? shareButton(Boolean(day), listener) : nothing}
        ${page.opened ? html`<button type="button" @click=${() => listener.showOwn()}>${t("Back to mine")}</button>` : html`<button type="button" data-leaf="all" @click=${() => listener.goToSolution("first")}>${t("See all solutions")}</button>`}
        ${next ? html`<a class="button ${isShown ? "" : "primary"}" href=${next}>${t("Next puzzle")}</a>` : nothing}
        <button type="button" class=${isShown ? "primary" : ""} @click=${() => listener.restart()}>${t("Once more")}</button>
        ${day ? dayButtons(day, links) : html`<a class="button" href="/puzzles">${t("All puzzles")}</a>`}`;
}

function shareButton(isPrimary: boolean, listener: PuzzleCardListener): TemplateResult {
  return html`<button type="button" class=${isPrimary ? "primary" : ""} @click=${() => listener.shareResult()}>${icon("share")} ${t("Share")}</button>`;
}

/** Render what is left of the day: other days, the days in a row, and when the next puzzle comes. */
function dayButtons(day: string, { nextIn }: PuzzleLinks): TemplateResult {
  const today = dayOf(Date.now());
  const days = streak(loadAll(), today);
  const until = performance.now() + Date.parse(day) + DAY_MS - Date.now();
  return html`<a class="button" href="/puzzles/days">${t("Other days")}</a>
      <div class="day-row">${days > 0 ? html`<p class="streak">${streakSentence(days)}</p>` : nothing}
        ${day === today && nextIn ? html`<p class="next-puzzle">${icon("clock")} ${around(nextIn, html`<tantrix-countdown .until=${until}></tantrix-countdown>`)}</p>` : nothing}
        ${day === today ? week(day, days) : nothing}</div>`;
}

/** Put something in the place of `{time}` in a sentence. */
function around(sentence: string, time: TemplateResult): TemplateResult {
  const [before = "", after = ""] = sentence.split("{time}");
  return html`<span>${before}${time}${after}</span>`;
}

/** Render the last days as a line of hexagons, which waits at tomorrow's. */
function week(today: string, days: number): TemplateResult {
  const start = Date.parse(today) - (WEEK - 1) * DAY_MS;
  const numbers = Array.from({ length: WEEK + 1 }, (_, n) => new Date(start + n * DAY_MS).getUTCDate());
  return html`<svg class="calendar week" viewBox="0 0 ${(WEEK + 1) * DAY_WIDTH} 52" aria-hidden="true">${numbers.map(
    (number, n) => {
      const isDone = n < WEEK && WEEK - n <= days;
      const name = n === WEEK ? "tomorrow" : isDone ? "solved" : "";
      return svg`<g class="day ${name}" transform="translate(${(n + 0.5) * DAY_WIDTH} 26)"><path d=${HEXAGON}></path>
        ${isDone ? svg`<line class="day-through" x1="-23" x2="23"></line>` : n === WEEK && days > 0 ? svg`<line class="day-out" x1="-23" x2="-5"></line>` : nothing}
        ${isDone ? nothing : svg`<text text-anchor="middle" y="4.5">${number}</text>`}</g>`;
    },
  )}</svg>`;
}
