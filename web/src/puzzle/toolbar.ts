/** The toolbar above the table of a puzzle: time, undo and redo, groups, hints, and a menu with the rest. */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { closeMenuOf } from "../page/menus";
import { printDuration, spokenDuration } from "../page/time/text";
import { hasTwins, type PuzzleState } from "./state";

export type HintName = "possible" | "solvable" | "pair" | "tile" | "solution";

export interface PuzzleToolsState {
  table: PuzzleState;
  ms: number;
  bestMs: number | null;
  movesGroups: boolean;
  showsMarks: boolean;
  isSolved: boolean;
  /** Whether tiles stay where they lie. */
  isTold: boolean;
}

export interface PuzzleToolsListener {
  undo(): void;
  redo(): void;
  toggleGroups(): void;
  toggleMarks(): void;
  hint(name: HintName): void;
  share(): void;
  restart(): void;
  settings(): void;
}

export function puzzleTools(state: PuzzleToolsState, listener: PuzzleToolsListener): TemplateResult {
  const { past, future, puzzle } = state.table;
  const { mode } = puzzle;
  const best = state.bestMs === null ? "" : t("Best time {time}", { time: printDuration(state.bestMs) });
  return html`<div class="puzzle-bar" role="toolbar" aria-label=${t("Tools")}>
    ${
      state.isSolved
        ? nothing
        : html`<span class="puzzle-time" role="timer" aria-label=${t("Time {time}", { time: spokenDuration(state.ms) })} title=${best}>${printDuration(state.ms)}</span>`
    }
    ${state.isTold || state.isSolved ? nothing : tool("undo", t("Undo"), () => listener.undo(), past.length === 0)}
    ${state.isTold || state.isSolved ? nothing : tool("redo", t("Redo"), () => listener.redo(), future.length === 0)}
    ${
      mode === "stack" || state.isSolved
        ? nothing
        : html`<button type="button" class="tool" aria-pressed=${state.movesGroups ? "true" : "false"} aria-label=${t("Move joined tiles together")}
      title=${t("Move joined tiles together (G)")} @click=${() => listener.toggleGroups()}>${icon("group")}</button>`
    }
    ${mode === "stack" || state.isSolved ? nothing : hintMenu(state, listener)}
    ${moreMenu(state, listener)}
  </div>`;
}

function tool(name: "undo" | "redo", label: string, act: () => void, isIdle: boolean): TemplateResult {
  return html`<button type="button" class="tool" aria-label=${label} title=${label} aria-disabled=${isIdle ? "true" : "false"}
    @click=${() => isIdle || act()}>${icon(name)}</button>`;
}

function hintMenu(state: PuzzleToolsState, listener: PuzzleToolsListener): TemplateResult {
  const isSum = state.table.puzzle.mode === "sum";
  const entry = (name: HintName, label: string) =>
    html`<button type="button" data-hint=${name} @click=${() => listener.hint(name)}>${label}</button>`;
  return html`<details class="menu">
    <summary class="tool" aria-label=${t("Hints")} title=${t("Hints")}>${icon("bulb")}</summary>
    <div class="menu-list" @click=${closeMenuOf}>
      ${isSum ? nothing : entry("possible", t("Can these tiles be solved at all?"))}
      ${isSum ? nothing : entry("solvable", t("Can it still be solved from here?"))}
      ${isSum || hasTwins(state.table) ? nothing : entry("pair", t("Which two belong side by side?"))}
      ${isSum || hasTwins(state.table) ? nothing : entry("tile", t("Place one correct tile"))}
      ${entry("solution", isSum ? t("Show the best known table") : t("Show a solution"))}
    </div>
  </details>`;
}

function moreMenu(state: PuzzleToolsState, listener: PuzzleToolsListener): TemplateResult {
  const { mode } = state.table.puzzle;
  return html`<details class="menu">
    <summary class="tool" aria-label=${t("More")} title=${t("More")}>${icon("more")}</summary>
    <div class="menu-list" @click=${closeMenuOf}>
      <button type="button" aria-pressed=${state.showsMarks ? "true" : "false"} @click=${() => listener.toggleMarks()}>
        ${icon(state.showsMarks ? "check" : "close")} ${t("Show mistakes")}</button>
      <button type="button" @click=${() => listener.share()}>${icon("link")} ${t("Copy a link to this table")}</button>
      ${mode === "solve" ? html`<button type="button" @click=${() => window.print()}>${icon("bag")} ${t("Print the tiles to cut out")}</button>` : nothing}
      ${state.isTold ? nothing : html`<button type="button" @click=${() => listener.restart()}>${icon("turn")} ${t("Start again")}</button>`}
      <button type="button" @click=${() => listener.settings()}>${icon("gear")} ${t("Settings")}</button>
      <a href="/puzzles">${t("All puzzles")}</a>
      <a href="/help#puzzles">${t("Help")}</a>
    </div>
  </details>`;
}
