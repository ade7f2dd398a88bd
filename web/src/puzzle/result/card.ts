/** The card at the end of a puzzle: the result, and where to go next. */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../page/i18n";
import { icon } from "../../page/icons";
import type { PuzzlePage } from "../page";
import { loadAll } from "../saved-progress";
import { endSentence } from "../solitaire/score-row";
import { scored } from "../solitaire/scoring";
import { type SolutionStep, solutionButtons } from "../solutions";
import { solvedSentence } from "../text";
import { dayOf, streak, streakSentence } from "./daily";
import { type SolvedTimes, timeBars } from "./times";

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
  return html`<div class="outcome solved-card"><h2>${solvedSentence(page.progress)}</h2>
      ${page.progress.help === null && !page.isStack ? timeBars(timesOf(page, links)) : nothing}
      ${page.opened ? solutionButtons(page.opened, (step) => listener.goToSolution(step)) : nothing}
      <div class="outcome-buttons">
        ${page.isStack ? againButtons(links, listener) : solvedButtons(page, links, listener)}
      </div></div>`;
}

function timesOf({ progress, bestBeforeMs }: PuzzlePage, { usual, usualBy }: PuzzleLinks): SolvedTimes {
  return { ms: progress.ms, bestBeforeMs, usualMs: Number(usual) || null, isOfPeople: usualBy === "people" };
}

/** Render the card of a finished solitaire; a table with all tiles can still be changed. */
function endCard(page: PuzzlePage, links: PuzzleLinks, listener: PuzzleCardListener): TemplateResult {
  const { puzzle, laid } = page.table;
  return html`<div class="outcome solved-card"><h2>${endSentence(puzzle, laid, scored(puzzle, laid))}</h2>
      ${page.progress.help !== null ? html`<p class="leaf-limit">${t("With help it does not count as your best.")}</p>` : nothing}
      <div class="outcome-buttons">${againButtons(links, listener)}</div></div>`;
}

function againButtons({ again, laid }: PuzzleLinks, listener: PuzzleCardListener): TemplateResult {
  const restart = again ? t("The same stack again") : t("Start again");
  return html`${again ? html`<a class="button primary" href=${again}>${t("Shuffle again")}</a>` : nothing}
      ${laid === undefined ? html`<button type="button" @click=${() => listener.restart()}>${restart}</button>` : nothing}
      <a class="button" href="/puzzles">${t("All puzzles")}</a>`;
}

function solvedButtons(page: PuzzlePage, { next, day }: PuzzleLinks, listener: PuzzleCardListener): TemplateResult {
  const isShown = page.progress.help === "solution";
  return html`
        ${page.opened ? html`<button type="button" @click=${() => listener.showOwn()}>${t("Back to mine")}</button>` : html`<button type="button" data-leaf="all" @click=${() => listener.goToSolution("first")}>${t("See all solutions")}</button>`}
        ${next ? html`<a class="button ${isShown ? "" : "primary"}" href=${next}>${t("Next puzzle")}</a>` : nothing}
        <button type="button" class=${isShown ? "primary" : ""} @click=${() => listener.restart()}>${t("Once more")}</button>
        ${day ? dayButtons(page, listener) : html`<a class="button" href="/puzzles">${t("All puzzles")}</a>`}`;
}

function dayButtons(page: PuzzlePage, listener: PuzzleCardListener): TemplateResult {
  const days = streakSentence(streak(loadAll(), dayOf(Date.now())));
  return html`${page.progress.help !== null ? nothing : html`<button type="button" @click=${() => listener.shareResult()}>${icon("link")} ${t("Copy the result")}</button>`}
      <a class="button" href="/puzzles/days">${t("Other days")}</a>
      ${days ? html`<p class="streak">${days}</p>` : nothing}`;
}
