/**
 * `<tantrix-puzzle>`: the page of a puzzle. It holds the one state, takes what the person does, asks the server
 * whether that is the solution, and hands the state down to be drawn.
 */
import { html, LitElement, nothing, type TemplateResult } from "lit";
import { Announcer } from "./announce";
import { dialog } from "./dialogs";
import { followDrag } from "./drag";
import { icon } from "./draw";
import { type Cell, isSameCell } from "./hexes";
import { speakAsThePage, t } from "./i18n";
import { type Command, commandOf } from "./keyboard";
import { parsePlacement } from "./placement";
import type { ColourLetter, Hint, PuzzleView } from "./protocol";
import { askHint, isSolved } from "./puzzle-api";
import "./puzzle-board";
import type { TantrixPuzzleBoard } from "./puzzle-board";
import { dayOf, resultText, streak, streakSentence } from "./puzzle-daily";
import { looksDone, type Marks, marksOf } from "./puzzle-marks";
import { loadAll, loadProgress, printTime, saveProgress, solitaireOf } from "./puzzle-progress";
import { type Leaf, leafButtons, type Opened, openedSentence, SolutionBook, turnTo } from "./puzzle-solutions";
import type { Laid, Piece, PuzzleState } from "./puzzle-state";
import * as table from "./puzzle-state";
import { type HintName, puzzleTools } from "./puzzle-tools";
import { tray } from "./puzzle-tray";
import { stateSentence, tileName } from "./puzzle-words";
import { loadSettings, type Settings, saveSettings, showSettings } from "./settings";
import { settingsBody } from "./settings-dialog";
import { type BestLine, COLOURS, handOf, isOver, isSound, obeying, tally } from "./solitaire";
import { endSentence, resultOf, scoreRow } from "./solitaire-view";

const NO_MARKS: Marks = { mismatches: [], holes: [], early: [] };
const MARKS_KEY = "tantrix.puzzle-marks";
const TICK_MS = 1000;

export class TantrixPuzzle extends LitElement {
  static override properties = {
    table: { state: true },
    settings: { state: true },
    notice: { state: true },
    pair: { state: true },
    ms: { state: true },
    isSolved: { state: true },
    movesGroups: { state: true },
    showsMarks: { state: true },
    opened: { state: true },
    best: { state: true },
    shownLines: { state: true },
    isOver: { state: true },
  };

  declare table: PuzzleState;
  declare settings: Settings;
  /** What was answered to the person, until they go on. */
  declare notice: string | null;
  /** Two tiles that a hint points out. */
  declare pair: readonly number[];
  /** The time spent on what lies on the table. */
  declare ms: number;
  declare isSolved: boolean;
  declare movesGroups: boolean;
  declare showsMarks: boolean;
  /** Which of the solutions is shown; null while it is the person's own. */
  declare opened: Opened | null;
  /** The best result of a solitaire in this browser. */
  declare best: number | null;
  /** The colours whose best lines are shown in a solitaire. */
  declare shownLines: ReadonlySet<ColourLetter>;
  /** Tell whether a solitaire has come to its end. */
  declare isOver: boolean;

  #book: SolutionBook;
  /** What the person laid, while another solution is shown. */
  #own: Laid | null = null;
  #bestMs: number | null;
  #solvedOn: string | null;
  #isHelped: boolean;
  #announcer = new Announcer(() => this.querySelector(".announcements"));
  #timer: number | undefined;
  #hadFocus = false;
  #stop = new AbortController();

  constructor() {
    super();
    const puzzle = table.withCopies(JSON.parse(document.getElementById("puzzle")?.textContent ?? "null") as PuzzleView);
    const progress = loadProgress(puzzle);
    this.#book = new SolutionBook(puzzle);
    const shared = table.parseLaid(puzzle, decodeURIComponent(location.hash.slice(1)));
    this.table = table.emptyTable(puzzle, shared.length > 0 ? shared : table.parseLaid(puzzle, progress.laid));
    this.settings = loadSettings();
    this.notice = null;
    this.pair = [];
    this.ms = shared.length > 0 ? 0 : progress.ms;
    this.#bestMs = progress.bestMs;
    this.#solvedOn = progress.solvedOn;
    this.#isHelped = shared.length > 0 ? false : progress.isHelped;
    this.isSolved = false;
    this.opened = null;
    this.best = loadProgress(solitaireOf(puzzle)).best;
    this.shownLines = new Set(COLOURS);
    this.isOver = false;
    this.movesGroups = false;
    this.showsMarks = kept(MARKS_KEY) !== "off";
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    const { signal } = this.#stop;
    document.addEventListener("keydown", (event) => this.#keyed(event), { signal });
    document.addEventListener("pointerdown", (event) => this.#closeMenus(event.target as Node), { signal });
    document.addEventListener("visibilitychange", () => this.#keep(), { signal });
    this.#timer = window.setInterval(() => this.#tick(), TICK_MS);
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    if (this.table.laid.length > 0) foldTask();
    void this.#judge();
    void this.#tellFacts();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop.abort();
    clearInterval(this.#timer);
  }

  override willUpdate(): void {
    this.#hadFocus = this.contains(document.activeElement);
  }

  /** A button that goes when it was pressed leaves the focus to the table. */
  override updated(): void {
    const active = document.activeElement;
    const isLost = active === document.body || active?.checkVisibility() === false;
    if (this.#hadFocus && isLost) void this.#board().updateComplete.then(() => this.#board().focusCursor());
  }

  // What the person does.

  #choose(tile: number): void {
    if (this.#isDone) return;
    const isUp = this.table.held?.pieces[0]?.tile === tile;
    this.#act(isUp ? table.turnHeld(this.table, 1) : table.takeUp(this.table, tile, false));
    this.#announcer.say(this.#heldSentence());
    foldTask();
  }

  #grab(tile: number, event: PointerEvent): void {
    const isOnTable = table.pieceOf(this.table.laid, tile) !== undefined;
    if (event.button !== 0 || this.#isDone || (isOnTable && this.#isStack)) return;
    let isTap = true;
    followDrag(tile, event, {
      begin: () => {
        isTap = false;
        if (this.table.held?.pieces[0]?.tile !== tile)
          this.#act(table.takeUp(this.table, tile, this.movesGroups !== event.shiftKey));
      },
      over: (cell) => this.#act(table.holdOver(this.table, cell)),
      turn: (step) => this.#act(table.turnHeld(this.table, step)),
      drop: () => this.#drop(isOnTable),
      snap: (x, y) => this.#board().snapCell(x, y, this.table),
    });
    if (!isOnTable) return;
    const turnIfTapped = (up: PointerEvent) => {
      if (up.pointerId !== event.pointerId) return;
      stop.abort();
      if (isTap && up.type === "pointerup") this.#tapPiece(tile);
    };
    const stop = new AbortController();
    addEventListener("pointerup", turnIfTapped, { signal: stop.signal });
    addEventListener("pointercancel", turnIfTapped, { signal: stop.signal });
  }

  /** Let go of what was dragged; what came from the table and is outside goes to the tray. */
  #drop(wasOnTable: boolean): void {
    foldTask();
    if (this.table.held?.cell) this.#change(table.letGo(this.table));
    else if (wasOnTable) this.#change(table.putBack(this.table));
    else this.#act({ ...this.table, held: null });
  }

  #tapPiece(tile: number): void {
    if (this.table.held) this.#tell(t("There is a tile already."));
    else this.#turnPiece(tile, 1);
  }

  #tapCell(cell: Cell): void {
    if (!this.table.held || this.#isDone) return;
    const over = obeying(table.holdOver(this.table, cell));
    if (table.canRest(over, cell)) this.#change(table.letGo(over));
    else if (this.#isStack) this.#tell(t("It may not lie there. The places where it may are marked."));
    else this.#tell(t("There is a tile already."));
  }

  #turnPiece(tile: number, step: 1 | -1): void {
    if (this.#isDone || this.#isStack) return;
    const after = table.turnOnTable(this.table, tile, step, this.movesGroups);
    if (after.laid === this.table.laid) this.#tell(t("There is no room to turn."));
    else this.#change(after);
  }

  /** The wheel, or a key: what is in the hand turns, or the tile that was meant. */
  #turn(step: 1 | -1, tile: number | null): boolean {
    if (this.table.held) {
      this.#act(obeying(table.turnHeld(this.table, step), step));
      this.#announcer.say(this.#heldSentence());
    } else if (tile !== null) this.#turnPiece(tile, step);
    else return false;
    return true;
  }

  /** Show another state of which nothing lies otherwise. */
  #act(after: PuzzleState): void {
    if (after === this.table) return;
    this.notice = null;
    this.table = obeying(after);
  }

  get #isStack(): boolean {
    return this.table.puzzle.mode === "stack";
  }

  get #isDone(): boolean {
    return this.isSolved || (this.#isStack && this.isOver);
  }

  /** Show another table, keep it, and ask whether it is the solution. */
  #change(after: PuzzleState): void {
    this.#act(after);
    this.pair = [];
    this.#keep();
    this.#announcer.say(stateSentence(this.table, this.#marks()));
    void this.#judge();
  }

  async #judge(): Promise<void> {
    const { laid, puzzle } = this.table;
    if (puzzle.mode !== "solve") this.#rate();
    if (puzzle.mode === "sum" || !looksDone(puzzle, laid)) return;
    try {
      const isRight = await isSolved(puzzle, laid);
      if (this.table.laid !== laid) return;
      if (isRight) this.#celebrate();
      else if (!this.#isStack) this.#tell(t("Something is not right yet."));
    } catch {
      this.#tell(t("The server does not answer; your tiles stay as they are."));
    }
  }

  /** See what the table of a solitaire is worth, and whether it is at its end. */
  #rate(): void {
    const { laid, puzzle } = this.table;
    const wasOver = this.isOver;
    this.isOver = this.#isStack ? isOver(this.table) : laid.length === puzzle.n_to_lay && isSound(puzzle, laid);
    if (!this.isOver) return;
    const result = resultOf(puzzle, laid, this.#scored());
    if (result !== null && !this.#isHelped) {
      this.best = Math.max(result, this.best ?? 0);
      const known = solitaireOf(puzzle);
      saveProgress(known, { ...loadProgress(known), best: this.best });
      // Another part of the page enters today's results.
      const placements = table.printInOrder(puzzle, laid);
      if (!wasOver) document.dispatchEvent(new CustomEvent("solitaire-ended", { detail: { placements } }));
    }
    if (!wasOver) this.#announcer.say(endSentence(puzzle, laid, this.#scored()));
  }

  /** Return the best lines that count: of all colours, or of the one that a stack asks for. */
  #scored(): BestLine[] {
    const { puzzle, laid } = this.table;
    if (puzzle.mode === "solve") return [];
    const asked = puzzle.strands.map(({ colour }) => colour);
    return tally(puzzle, laid).filter((line) => !this.#isStack || asked.includes(line.colour));
  }

  #toggleLine(colour: ColourLetter): void {
    const shown = new Set(this.shownLines);
    if (!shown.delete(colour)) shown.add(colour);
    this.shownLines = shown;
  }

  #celebrate(): void {
    this.isSolved = true;
    this.notice = null;
    this.pair = [];
    const isOwn = this.ms > 0 || this.table.past.length > 0;
    if (isOwn) this.ms = Math.max(this.ms, TICK_MS);
    if (isOwn && !this.#isHelped) {
      this.#bestMs = Math.min(this.ms, this.#bestMs ?? this.ms);
      this.#solvedOn ??= dayOf(Date.now());
    }
    this.#keep();
    this.#announcer.say(this.#solvedSentence());
  }

  #restart(): void {
    this.isSolved = false;
    this.isOver = false;
    this.opened = null;
    this.#own = null;
    this.ms = 0;
    this.#isHelped = false;
    this.pair = [];
    this.#act({ ...table.emptyTable(this.table.puzzle), turns: this.table.turns });
    this.#keep();
  }

  // Hints.

  async #hint(name: HintName): Promise<void> {
    this.#tell(t("Let me think…"));
    const isFirst = table.hasTwins(this.table) || this.table.puzzle.mode === "sum";
    if (name === "solution" && isFirst) return this.#layFirst();
    const { laid, puzzle } = this.table;
    try {
      const asked = name === "possible" ? [] : laid;
      let hint = await askHint(puzzle, asked, name === "possible" ? "solvable" : name);
      // Whoever gives up sees a solution even if theirs was none.
      if (name === "solution" && hint.status !== "solved") hint = await askHint(puzzle, [], name);
      if (this.table.laid === laid) this.#takeHint(name, hint);
    } catch {
      this.#tell(t("There is no help just now. Try again in a moment."));
    }
  }

  /** Lay the first solution of the book, for the helper knows no copies. */
  async #layFirst(): Promise<void> {
    try {
      const found = await this.#book.open(0);
      if (!found) return this.#tell(t("I could not find out in two seconds. Fewer joined tiles make it easier."));
      this.#isHelped = true;
      foldTask();
      this.#change(table.layAll(this.table, found.laid));
    } catch {
      this.#tell(t("There is no help just now. Try again in a moment."));
    }
  }

  #takeHint(name: HintName, hint: Hint): void {
    if (hint.status === "none") this.#tell(t("Not as it lies. Some of the joined tiles must come apart."));
    else if (hint.status === "unknown")
      this.#tell(t("I could not find out in two seconds. Fewer joined tiles make it easier."));
    else if (name === "possible") this.#tell(t("Yes, these tiles can be solved in these colours."));
    else if (name === "solvable") this.#tell(t("Yes, it can still be solved."));
    else if (name === "pair") this.#pointOut(hint.pair);
    else this.#layHinted(hint);
  }

  #pointOut(pair: readonly number[]): void {
    const [a, b] = pair;
    if (a === undefined || b === undefined) return;
    this.pair = pair;
    this.#tell(t("Tiles {a} and {b} belong side by side.", { a, b }));
  }

  // The solutions, one after the other.

  #leaf(leaf: Leaf): void {
    void this.#open(this.opened ? turnTo(this.opened, leaf) : 0);
  }

  async #open(index: number): Promise<void> {
    try {
      const found = await this.#book.open(index);
      if (!found || !this.isSolved) return;
      this.#own ??= this.table.laid;
      this.#act({ ...this.table, laid: found.laid, held: null });
      this.opened = found.opened;
      this.#announcer.say(openedSentence(found.opened));
    } catch {
      this.#tell(t("There is no help just now. Try again in a moment."));
    }
  }

  #showOwn(): void {
    if (this.#own) this.#act({ ...this.table, laid: this.#own });
    this.#own = null;
    this.opened = null;
  }

  #layHinted(hint: Hint): void {
    const pieces = hint.placements.map(parsePlacement).filter((placement) => placement !== null);
    const laid: Piece[] = pieces.map(({ tile, cell, rotation }) => ({ tile, ...cell, rotation }));
    if (laid.length === 0) return;
    this.#isHelped = true;
    foldTask();
    this.#change(table.layAll(this.table, laid));
    this.pair = laid.map((piece) => piece.tile);
    if (table.trayOf(this.table).length > 0)
      this.#tell(t("Tile {tile} lies right now.", { tile: laid.map((piece) => piece.tile).join(", ") }));
  }

  // Keys.

  #keyed(event: KeyboardEvent): void {
    const target = event.target as Element;
    if (event.defaultPrevented || target.closest("input, select, textarea, dialog[open]")) return;
    const isDone = this.#special(event, target) || this.#command(event, target);
    if (isDone) event.preventDefault();
  }

  #special(event: KeyboardEvent, target: Element): boolean {
    const withControl = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (withControl && key === "z") return this.#step(event.shiftKey ? table.redo : table.undo);
    if (withControl && key === "y") return this.#step(table.redo);
    if (withControl || event.altKey) return false;
    if (key === "delete" || key === "backspace") return this.#removeAt(target);
    if (this.settings.letters === "off") return false;
    if (key === "u") return this.#step(event.shiftKey ? table.redo : table.undo);
    if (key === "g") this.movesGroups = !this.movesGroups;
    return key === "g";
  }

  #command(event: KeyboardEvent, target: Element): boolean {
    const command = commandOf(event, this.settings.letters === "on");
    const onButton = target.closest("button, a, summary") !== null;
    const isSpace = event.key === " ";
    if (onButton && (isSpace || command?.name === "place")) return false;
    if (isSpace) return this.#enter(target);
    return command !== null && this.#do(command, target);
  }

  #do(command: Command, target: Element): boolean {
    const board = this.#board();
    switch (command.name) {
      case "go":
        void (board.contains(target) || this.table.held ? board.go(command.direction) : board.pan(command.direction));
        return true;
      case "pan":
        board.pan(command.direction);
        return true;
      case "choose":
        return this.#chooseSlot(command.slot);
      case "rotate":
        return this.#turn(command.step, this.#pieceAt(target)?.tile ?? null);
      case "place":
        return this.#enter(target);
      case "cancel":
        this.#closeMenus(null);
        this.#act({ ...this.table, held: null });
        return true;
      case "zoom":
        board.zoom(command.factor);
        return true;
      case "fit":
        board.fit();
        return true;
      case "review":
        if (this.isSolved) this.#leaf(command.to);
        return this.isSolved;
      default:
        return false;
    }
  }

  #chooseSlot(slot: number): boolean {
    const tile = handOf(this.table)[slot];
    if (tile !== undefined) this.#choose(tile);
    return tile !== undefined;
  }

  /** Enter takes up the tile under the cursor, or lays what is in the hand. */
  #enter(target: Element): boolean {
    const board = this.#board();
    if (!board.contains(target) || this.#isDone) return false;
    const piece = this.#pieceAt(target);
    if (this.table.held) this.#tapCell(board.cursor);
    else if (piece && !this.#isStack) this.#act(table.takeUp(this.table, piece.tile, this.movesGroups));
    return true;
  }

  #removeAt(target: Element): boolean {
    const piece = this.#pieceAt(target);
    if (this.#isDone || this.#isStack || (!piece && !this.table.held)) return false;
    const up = this.table.held || !piece ? this.table : table.takeUp(this.table, piece.tile, this.movesGroups);
    this.#change(table.putBack(up));
    return true;
  }

  #step(step: (state: PuzzleState) => PuzzleState): boolean {
    if (this.isSolved) return true;
    // Whoever takes back a tile of a stack has seen the next one.
    if (this.#isStack && step(this.table) !== this.table) this.#isHelped = true;
    this.#change(step(this.table));
    return true;
  }

  #pieceAt(target: Element): Piece | undefined {
    return this.#board().contains(target) ? table.pieceAt(this.table.laid, this.#board().cursor) : undefined;
  }

  #focusCell(cell: Cell): void {
    if (this.table.held) this.#act(table.holdOver(this.table, cell));
  }

  #hover(cell: Cell | null): void {
    const { held } = this.table;
    if (held && cell && !isSameCell(held.cell, cell)) this.#act(table.holdOver(this.table, cell));
  }

  // Time, memory, links.

  #tick(): void {
    const isPlaying = this.table.laid.length > 0 && !this.isSolved && !document.hidden;
    if (isPlaying) this.ms += TICK_MS;
  }

  #keep(): void {
    const laid = table.printLaid(this.#own ?? this.table.laid);
    const { ms } = this;
    const [isHelped, bestMs, solvedOn] = [this.#isHelped, this.#bestMs, this.#solvedOn];
    saveProgress(this.table.puzzle, { laid, ms, isHelped, bestMs, solvedOn, best: this.best });
  }

  #share(): Promise<void> {
    return this.#copy(`${address()}#${table.printLaid(this.table.laid)}`, t("Link copied."));
  }

  #shareResult(): Promise<void> {
    const days = streak(loadAll(), dayOf(Date.now()));
    const text = resultText(this.table.puzzle.title, this.#bestMs ?? this.ms, days, address());
    return this.#copy(text, t("Your result is copied. Paste it wherever you like."));
  }

  async #copy(text: string, done: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.#tell(done);
    } catch {
      this.#tell(text);
    }
  }

  #tell(sentence: string): void {
    this.notice = sentence;
    this.#announcer.say(sentence);
  }

  // Drawing.

  override render(): TemplateResult {
    const marks = this.#marks();
    return html`
      ${this.#tools()}
      ${this.#scoreRow()}
      <tantrix-puzzle-board .state=${this.table} .settings=${this.settings} .marks=${marks} .pair=${this.pair} .isSolved=${this.isSolved} .traced=${this.#traced()}
        @cell-tap=${(e: CustomEvent) => this.#tapCell(e.detail.cell)}
        @cell-hover=${(e: CustomEvent) => this.#hover(e.detail.cell)}
        @cell-focus=${(e: CustomEvent) => this.#focusCell(e.detail.cell)}
        @piece-grab=${(e: CustomEvent) => this.#grab(e.detail.tile, e.detail.event)}
        @piece-turn=${(e: CustomEvent) => this.#turn(e.detail.step, e.detail.tile)}></tantrix-puzzle-board>
      <section class="dock" aria-label=${t("Your tiles")}>
        <p class="hint">${this.notice ?? (this.isSolved ? "" : stateSentence(this.table, marks))}</p>
        ${this.isSolved ? this.#solved() : this.#ended()}
        ${this.isSolved ? nothing : tray(this.table, this.pair, { choose: (tile) => this.#choose(tile), grab: (tile, event) => this.#grab(tile, event) })}
        ${this.#handButtons()}
      </section>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
      ${dialog(
        "settings",
        t("Settings"),
        settingsBody(this.settings, (settings) => this.#set(settings)),
        () => this.#dialog()?.close(),
      )}`;
  }

  #scoreRow(): TemplateResult | typeof nothing {
    const { puzzle, laid } = this.table;
    if (puzzle.mode === "solve") return nothing;
    const [lines, shown, best] = [this.#scored(), this.shownLines, this.best];
    return scoreRow({ puzzle, laid, lines, shown, best }, (colour) => this.#toggleLine(colour));
  }

  #traced(): BestLine[] {
    return this.#scored().filter((line) => this.shownLines.has(line.colour) && line.pieces.length > 1);
  }

  /** The card at the end of a solitaire, which a table of all tiles can be changed after. */
  #ended(): TemplateResult | typeof nothing {
    if (!this.isOver) return nothing;
    const { puzzle, laid } = this.table;
    return html`<div class="outcome solved-card"><h2>${endSentence(puzzle, laid, this.#scored())}</h2>
      ${this.#isHelped ? html`<p class="leaf-limit">${t("With help it does not count as your best.")}</p>` : nothing}
      <div class="outcome-buttons">${this.#againButtons()}</div></div>`;
  }

  #againButtons(): TemplateResult {
    const { again } = this.dataset;
    return html`${again ? html`<a class="button primary" href=${again}>${t("Shuffle anew")}</a>` : nothing}
      <button type="button" @click=${() => this.#restart()}>${again ? t("The same stack again") : t("Start again")}</button>
      <a class="button" href="/puzzles">${t("All puzzles")}</a>`;
  }

  #tools(): TemplateResult {
    const { table: shown, ms, movesGroups, showsMarks, isSolved: done } = this;
    return puzzleTools(
      { table: shown, ms, bestMs: this.#bestMs, movesGroups, showsMarks, isSolved: done },
      {
        undo: () => this.#step(table.undo),
        redo: () => this.#step(table.redo),
        toggleGroups: () => {
          this.movesGroups = !this.movesGroups;
        },
        toggleMarks: () => this.#toggleMarks(),
        hint: (name) => void this.#hint(name),
        share: () => void this.#share(),
        restart: () => this.#restart(),
        settings: () => this.#dialog()?.showModal(),
      },
    );
  }

  #handButtons(): TemplateResult | typeof nothing {
    const { held } = this.table;
    if (!held || this.isSolved) return nothing;
    return html`<div class="draft-buttons">
      <button type="button" class="round" aria-label=${t("Turn the tile")} title=${t("Turn the tile (R)")} @click=${() => this.#turn(1, null)}>${icon("turn")}</button>
      <button type="button" class="round" aria-label=${t("Put the tile back")} title=${t("Put the tile back (Esc)")} @click=${() => this.#act({ ...this.table, held: null })}>${icon("close")}</button>
    </div>`;
  }

  #solved(): TemplateResult {
    return html`<div class="outcome solved-card"><h2>${this.#solvedSentence()}</h2>
      ${this.opened ? leafButtons(this.opened, (leaf) => this.#leaf(leaf)) : nothing}
      <div class="outcome-buttons">
        ${this.#isStack ? this.#againButtons() : this.#solvedButtons()}
      </div></div>`;
  }

  #solvedButtons(): TemplateResult {
    const next = this.dataset.next;
    return html`
        ${this.opened ? html`<button type="button" @click=${() => this.#showOwn()}>${t("Back to mine")}</button>` : html`<button type="button" data-leaf="all" @click=${() => this.#leaf("first")}>${t("See all solutions")}</button>`}
        ${next ? html`<a class="button primary" href=${next}>${t("Next puzzle")}</a>` : nothing}
        <button type="button" @click=${() => this.#restart()}>${t("Once more")}</button>
        ${this.dataset.day ? this.#dayButtons() : html`<a class="button" href="/puzzles">${t("All puzzles")}</a>`}`;
  }

  #dayButtons(): TemplateResult {
    const days = streakSentence(streak(loadAll(), dayOf(Date.now())));
    return html`${this.#isHelped ? nothing : html`<button type="button" @click=${() => void this.#shareResult()}>${icon("link")} ${t("Copy the result")}</button>`}
      <a class="button" href="/puzzles/days">${t("Other days")}</a>
      ${days ? html`<p class="streak">${days}</p>` : nothing}`;
  }

  /** Say on the page of a puzzle that was made how many solutions it has. */
  async #tellFacts(): Promise<void> {
    const facts = document.querySelector(".facts");
    if (facts) facts.textContent = await this.#book.facts().catch(() => "");
  }

  #solvedSentence(): string {
    if (this.#isHelped) return t("Solved, with help.");
    return this.ms > 0 ? t("Solved in {time}!", { time: printTime(this.ms) }) : t("Solved!");
  }

  #heldSentence(): string {
    const first = this.table.held?.pieces[0];
    return first ? t("{name}, rotation {rotation}.", { name: tileName(first.tile), rotation: first.rotation }) : "";
  }

  #marks(): Marks {
    return this.showsMarks ? marksOf(this.table.puzzle, this.table.laid) : NO_MARKS;
  }

  #toggleMarks(): void {
    this.showsMarks = !this.showsMarks;
    keep(MARKS_KEY, this.showsMarks ? "on" : "off");
  }

  #set(settings: Settings): void {
    this.settings = settings;
    saveSettings(settings);
  }

  /** Close the menus, except the one that the person pointed into. */
  #closeMenus(target: Node | null): void {
    for (const menu of this.querySelectorAll("details.menu")) {
      if (!target || !menu.contains(target)) menu.removeAttribute("open");
    }
  }

  #dialog(): HTMLDialogElement | null {
    return this.querySelector("#dialog-settings");
  }

  #board(): TantrixPuzzleBoard {
    return this.querySelector("tantrix-puzzle-board") as TantrixPuzzleBoard;
  }
}

/** Return the address of the puzzle itself. */
function address(): string {
  return `${location.origin}${location.pathname}${location.search}`;
}

/** On a small screen the task makes room for the table once a person has begun. */
function foldTask(): void {
  if (matchMedia("(max-width: 56rem)").matches) document.querySelector("details.task")?.removeAttribute("open");
}

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A browser without storage forgets it with the page.
  }
}

speakAsThePage(document);
customElements.define("tantrix-puzzle", TantrixPuzzle);
