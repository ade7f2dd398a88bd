/**
 * `<tantrix-puzzle>`: the page of a puzzle. It holds the state and renders it; actions of the player arrive through
 * `PuzzleInput` and `PuzzleKeyboard`, answers of the server through `SolutionChecker`, `PuzzleHints` and
 * `SolutionBrowser`.
 */
import { html, nothing, type TemplateResult } from "lit";
import type { ColourLetter, PuzzleView } from "../generated/protocol";
import { Announcer } from "../page/announcer";
import { copyText } from "../page/clipboard";
import { DeferredElement } from "../page/deferred-element";
import { keepFocus } from "../page/focus";
import { loadLanguage, t } from "../page/i18n";
import { icon } from "../page/icons";
import { closeMenus } from "../page/menus";
import { loadPreference, savePreference } from "../page/preferences/store";
import { showToast } from "../page/toast";
import { PROGRESS_UPDATED } from "./progress/page";
import "./board";
import { RequestError } from "../page/request";
import { settingsDialog } from "../settings/form";
import { followSettings, loadSettings, type Settings, saveSettings, showSettings } from "../settings/preferences";
import type { TantrixPuzzleBoard } from "./board";
import { SolutionChecker } from "./checker";
import { PuzzleHints } from "./hints";
import { PuzzleInput } from "./input";
import { PuzzleKeyboard } from "./keyboard";
import { type Marks, marksOf, NO_MARKS } from "./marks";
import type { PuzzlePage } from "./page";
import { restarted, TICK_MS } from "./progress/changes";
import { puzzleCard } from "./result/card";
import { dayOf, type ResultToShare, streak } from "./result/daily";
import { keepSolution, keptTries, NO_TRIES, printTries, type Tries, tried } from "./result/tries";
import { loadAll, loadProgress, newerProgress, type Progress, saveProgress, solitaireOf } from "./saved-progress";
import { scoreRow } from "./solitaire/score-row";
import { type BestLine, COLOURS, obeying, scored } from "./solitaire/scoring";
import { layNext, loggedTable } from "./solitaire/told";
import { SolutionBrowser } from "./solution-browser";
import { type Opened, Solutions } from "./solutions";
import type { Laid, PuzzleState } from "./state";
import * as table from "./state";
import { TaskSheet } from "./task-sheet";
import { stateSentence, toldSentence } from "./text";
import { puzzleTools } from "./toolbar";
import { tray } from "./tray";

const MARKS = "puzzle/marks";

export class TantrixPuzzle extends DeferredElement implements PuzzlePage {
  static override properties = {
    table: { state: true },
    settings: { state: true },
    notice: { state: true },
    progress: { state: true },
    pair: { state: true },
    movesGroups: { state: true },
    showsMarks: { state: true },
    isSolved: { state: true },
    isOver: { state: true },
    opened: { state: true },
    shownLines: { state: true },
  };

  declare table: PuzzleState;
  declare settings: Settings;
  declare notice: string | null;
  declare progress: Progress;
  declare pair: readonly number[];
  declare movesGroups: boolean;
  declare showsMarks: boolean;
  declare isSolved: boolean;
  declare isOver: boolean;
  declare opened: Opened | null;
  /** The colours whose best lines a solitaire shows. */
  declare shownLines: ReadonlySet<ColourLetter>;
  own: Laid | null = null;
  bestBeforeMs: number | null = null;
  #tries: Tries = NO_TRIES;

  #solutions: Solutions;
  #browser: SolutionBrowser;
  #hints: PuzzleHints;
  #checker = new SolutionChecker(this);
  #input = new PuzzleInput(this);
  #keyboard = new PuzzleKeyboard(this, this.#input, (step) => this.#browser.go(step));
  #announcer = new Announcer(() => this.querySelector(".announcements"));
  #task: TaskSheet;
  #timer: number | undefined;

  constructor() {
    super();
    const puzzle = table.withCopies(JSON.parse(document.getElementById("puzzle")?.textContent ?? "null") as PuzzleView);
    this.#solutions = new Solutions(puzzle);
    this.#task = new TaskSheet(puzzle.mode);
    this.#browser = new SolutionBrowser(this, this.#solutions);
    this.#hints = new PuzzleHints(this, this.#solutions);
    keepFocus(this, () => this.board());
    this.#begin(puzzle);
    this.settings = loadSettings();
    this.notice = null;
    this.pair = [];
    this.isSolved = false;
    this.opened = null;
    this.shownLines = new Set(COLOURS);
    this.isOver = false;
    this.movesGroups = false;
    this.showsMarks = loadPreference(MARKS) !== "off";
  }

  /** Lay the tiles in the link, or those of last time. */
  #begin(puzzle: PuzzleView): void {
    const progress = { ...loadProgress(puzzle), best: loadProgress(solitaireOf(puzzle)).best };
    if (this.isTold) {
      const laid = this.dataset.laid?.split(";").filter(Boolean) ?? [];
      this.table = loggedTable(puzzle, { laid, tiles: puzzle.tiles });
      this.progress = progress;
      return;
    }
    const shared = table.parseLaid(puzzle, decodeURIComponent(location.hash.slice(1)));
    const isShared = shared.length > 0;
    this.table = table.emptyTable(puzzle, isShared ? shared : table.parseLaid(puzzle, progress.laid));
    this.progress = isShared ? restarted(progress) : progress;
  }

  /** Show what was laid in another browser since, unless tiles are held. */
  #follow(): void {
    const { puzzle, held } = this.table;
    const progress = held || this.isTold ? null : newerProgress(puzzle);
    if (!progress) return;
    this.#clear({ ...progress, best: this.progress.best });
    this.act(table.emptyTable(puzzle, table.parseLaid(puzzle, progress.laid)));
    void this.#checker.check();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    const signal = this.untilRemoved;
    followSettings((settings) => {
      this.settings = settings;
    }, signal);
    document.addEventListener("keydown", (event) => this.hasUpdated && this.#keyboard.pressed(event), { signal });
    document.addEventListener("pointerdown", (event) => closeMenus(this, event.target as Node), { signal });
    document.addEventListener("visibilitychange", () => this.keep(), { signal });
    document.addEventListener(PROGRESS_UPDATED, () => this.#follow(), { signal });
    this.#timer = window.setInterval(() => this.#tick(), TICK_MS);
    history.replaceState(null, "", address());
    this.#task.begin(this.table.laid.length > 0, signal);
    void this.#checker.check();
    void this.#showFacts();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#timer);
  }

  #tick(): void {
    const isPlaying = this.table.laid.length > 0 && !this.isSolved && !document.hidden;
    if (isPlaying) this.progress = { ...this.progress, ms: this.progress.ms + TICK_MS };
  }

  /** On the page of a generated puzzle, show how many solutions it has. */
  async #showFacts(): Promise<void> {
    const facts = document.querySelector(".facts");
    if (facts) facts.textContent = await this.#solutions.facts().catch(() => "");
  }

  // PuzzlePage.

  get isStack(): boolean {
    return this.table.puzzle.mode === "stack";
  }

  get isWaiting(): boolean {
    return this.table.held?.isSet ?? false;
  }

  get isDone(): boolean {
    return this.isSolved || (this.isStack && this.isOver);
  }

  /** Whether the server tells the stack tile by tile, so that nothing can be taken back. */
  get isTold(): boolean {
    return this.dataset.laid !== undefined;
  }

  act(after: PuzzleState): void {
    if (after === this.table) return;
    this.notice = null;
    this.table = obeying(after);
  }

  change(after: PuzzleState): void {
    if (this.isTold && after.laid !== this.table.laid) void this.#log(after);
    else this.#show(after);
  }

  /** Lay a tile of the solitaire of the day, which stays where it lies once the server has it. */
  async #log(after: PuzzleState): Promise<void> {
    const before = { ...this.table, held: null };
    if (after.laid.length !== before.laid.length + 1) return;
    this.act(after);
    try {
      this.#show(loggedTable(after.puzzle, await layNext(after)));
    } catch (error) {
      this.act(before);
      this.showNotice(error instanceof RequestError ? error.message : t("No connection."));
    }
  }

  #show(after: PuzzleState): void {
    this.#tries = tried(this.#tries, this.table.laid, after.laid);
    this.act(after);
    this.pair = [];
    this.keep();
    this.announce(toldSentence(this.table, this.#marks()));
    void this.#checker.check();
  }

  keep(): void {
    const laid = table.printLaid(this.own ?? this.table.laid);
    saveProgress(this.table.puzzle, { ...this.progress, laid });
  }

  announce(sentence: string): void {
    this.#announcer.announce(sentence);
  }

  showNotice(sentence: string, told = sentence): void {
    this.notice = sentence;
    this.announce(told);
  }

  closeMenus(): void {
    closeMenus(this);
  }

  foldTask(): void {
    this.#task.fold();
  }

  board(): TantrixPuzzleBoard {
    return this.querySelector("tantrix-puzzle-board") as TantrixPuzzleBoard;
  }

  // Actions of the toolbar and the result card.

  #restart(): void {
    if (this.isTold) return;
    this.#clear(restarted(this.progress));
    this.#tries = NO_TRIES;
    this.act({ ...table.emptyTable(this.table.puzzle), turns: this.table.turns });
    this.keep();
  }

  /** Reset what was solved or shown. */
  #clear(progress: Progress): void {
    this.isSolved = false;
    this.isOver = false;
    this.opened = null;
    this.own = null;
    this.progress = progress;
    this.pair = [];
  }

  #share(): Promise<void> {
    return this.#copy(`${address()}#${table.printLaid(this.table.laid)}`, t("Link copied."));
  }

  async #shareResult(): Promise<void> {
    const { shareResult } = await import("./result/share");
    await shareResult(this.#result(), this.dataset.picture ?? "");
  }

  #result(): ResultToShare {
    const { title, name, query, strands, n_to_lay } = this.table.puzzle;
    return {
      title,
      ms: this.progress.bestMs ?? this.progress.ms,
      days: this.dataset.day ? streak(loadAll(), dayOf(Date.now())) : 0,
      tries: keptTries(name + query),
      nTiles: n_to_lay,
      colour: strands[0]?.colour ?? null,
      address: address(),
    };
  }

  keepSolution(): void {
    const { puzzle, laid } = this.table;
    const isDay = Boolean(this.dataset.day);
    keepSolution(puzzle.name + puzzle.query, printTries(this.#tries, laid), isDay ? table.printLaid(laid) : null);
  }

  async #copy(text: string, done: string): Promise<void> {
    if (await copyText(text)) showToast(done);
  }

  #toggleLine(colour: ColourLetter): void {
    const shown = new Set(this.shownLines);
    if (!shown.delete(colour)) shown.add(colour);
    this.shownLines = shown;
  }

  #toggleMarks(): void {
    this.showsMarks = !this.showsMarks;
    savePreference(MARKS, this.showsMarks ? "on" : "off");
  }

  #set(settings: Settings): void {
    this.settings = settings;
    saveSettings(settings);
  }

  // Rendering.

  override render(): TemplateResult {
    const marks = this.#marks();
    const input = this.#input;
    return html`
      ${this.#tools()}
      ${this.#scoreRow()}
      <tantrix-puzzle-board .state=${this.table} .settings=${this.settings} .marks=${marks} .pair=${this.pair} .isSolved=${this.isDone} .isShown=${this.progress.help === "solution"} .traced=${this.#traced()}
        @cell-tap=${(e: CustomEvent) => input.tapCell(e.detail.cell)}
        @cell-hover=${(e: CustomEvent) => input.hover(e.detail.cell)}
        @cell-focus=${(e: CustomEvent) => input.focusCell(e.detail.cell)}
        @tile-grab=${(e: CustomEvent) => input.grab(e.detail.tile, e.detail.event)}
        @tile-turn=${(e: CustomEvent) => input.turn(e.detail.step, e.detail.tile)}></tantrix-puzzle-board>
      <section class="dock" aria-label=${t("Your tiles")}>
        <p class="hint">${this.notice ?? this.#hint(marks)}</p>
        ${this.#card()}
        ${this.isDone ? nothing : tray(this.table, this.pair, input)}
        ${this.#handButtons()}
      </section>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
      ${settingsDialog(
        this.settings,
        (settings) => this.#set(settings),
        () => this.#dialog()?.close(),
      )}`;
  }

  #hint(marks: Marks): string {
    if (this.isDone) return "";
    return this.isWaiting ? t("Tap the tile to turn it, then confirm.") : stateSentence(this.table, marks);
  }

  #tools(): TemplateResult {
    const { table: shown, movesGroups, showsMarks, isSolved } = this;
    const { ms, bestMs } = this.progress;
    return puzzleTools(
      { table: shown, ms, bestMs, movesGroups, showsMarks, isSolved, isTold: this.isTold },
      {
        undo: () => this.#input.undo(),
        redo: () => this.#input.redo(),
        toggleGroups: () => {
          this.movesGroups = !this.movesGroups;
        },
        toggleMarks: () => this.#toggleMarks(),
        hint: (name) => void this.#hints.ask(name),
        share: () => void this.#share(),
        restart: () => this.#restart(),
        settings: () => this.#dialog()?.showModal(),
      },
    );
  }

  #scoreRow(): TemplateResult | typeof nothing {
    const { puzzle, laid } = this.table;
    if (puzzle.mode === "solve") return nothing;
    const scores = { puzzle, laid, lines: scored(puzzle, laid), shown: this.shownLines, best: this.progress.best };
    return scoreRow(scores, (colour) => this.#toggleLine(colour));
  }

  #traced(): BestLine[] {
    const { puzzle, laid } = this.table;
    return scored(puzzle, laid).filter((line) => this.shownLines.has(line.colour) && line.tiles.length > 1);
  }

  #card(): TemplateResult | typeof nothing {
    return puzzleCard(this, this.dataset, {
      goToSolution: (step) => this.#browser.go(step),
      showOwn: () => this.#browser.close(),
      restart: () => this.#restart(),
      shareResult: () => void this.#shareResult(),
    });
  }

  #handButtons(): TemplateResult | typeof nothing {
    const { held } = this.table;
    if (!held || this.isSolved) return nothing;
    return html`<div class="draft-buttons">
      <button type="button" class="round" aria-label=${t("Turn the tile")} title=${t("Turn the tile (R)")} @click=${() => this.#input.turn(1, null)}>${icon("turn")}</button>
      <button type="button" class="round" aria-label=${t("Put the tile back")} title=${t("Put the tile back (Esc)")} @click=${() => this.#input.putDown()}>${icon("close")}</button>
      ${this.isWaiting ? html`<button type="button" class="primary confirm" @click=${() => this.#input.confirm()}>${icon("check")} ${t("Place it")}</button>` : nothing}
    </div>`;
  }

  #marks(): Marks {
    return this.showsMarks ? marksOf(this.table.puzzle, this.table.laid) : NO_MARKS;
  }

  #dialog(): HTMLDialogElement | null {
    return this.querySelector("#dialog-settings");
  }
}

/** Return the address of the puzzle, without tiles and results. */
function address(): string {
  const url = new URL(location.href);
  if (url.searchParams.has("result")) url.searchParams.delete("result"); // of whoever shared the link
  return `${url.origin}${url.pathname}${url.search}`;
}

loadLanguage(document);
customElements.define("tantrix-puzzle", TantrixPuzzle);
