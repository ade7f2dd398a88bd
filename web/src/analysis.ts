/**
 * `<tantrix-analysis>`: the analysis board. Any position is set up on it and played on for all seats, with draws
 * that are chosen or left to chance; what was tried is kept as variations, and a robot suggests placements.
 */
import { html, LitElement, nothing, type PropertyValues, type TemplateResult } from "lit";
import { type Advice, adviceList, heard, hintsOf, isThinking, NO_ADVICE } from "./advice";
import { RefusedError, readStudy, showPosition, tryPlacement } from "./analysis-api";
import { AnalysisLine, analysisAddress } from "./analysis-line";
import { extend, line, nodeAt, type Study, siblings, stepped, studyOf, visit } from "./analysis-study";
import { Announcer } from "./announce";
import "./board";
import type { TantrixBoard } from "./board";
import { followDrag } from "./drag";
import { icon } from "./draw";
import { signed } from "./grades";
import { type Cell, isSameCell } from "./hexes";
import type { HintTile } from "./hint-tiles";
import { speakAsThePage, t } from "./i18n";
import { gameKeys, showKeys } from "./key-help";
import { type Command, commandOf, cycled } from "./keyboard";
import { legalCells, legalRotations } from "./legal";
import { isForTable, isOnButton, isViewKey, moveView } from "./page-keys";
import { playerCard } from "./panel";
import { type Placement, parsePlacement, printPlacement } from "./placement";
import type { AnalysisServerMessage, ColourLetter, PositionView, StudyView, Suggested, Welcome } from "./protocol";
import { largeRack } from "./rack";
import { parsePart } from "./seat-names";
import { loadSettings, mustConfirm, type Settings, showSettings } from "./settings";
import { messageId } from "./socket";
import type { TableState } from "./state";
import * as table from "./state";
import type { Step } from "./steps";
import { placementWords, takenSentence } from "./tile-words";
import { askSentence, hintFor, laidNews, laidSentence } from "./words";

const RANDOM = "random";

export class TantrixAnalysis extends LitElement {
  static override properties = {
    study: { state: true },
    table: { state: true },
    settings: { state: true },
    pointed: { state: true },
    notice: { state: true },
    draw: { state: true },
    advice: { state: true },
    isAdvising: { state: true },
    isBusy: { state: true },
  };

  declare study: Study;
  /** The position on the board, as the board draws it; null until it has come. */
  declare table: TableState | null;
  declare settings: Settings;
  declare pointed: Cell | null;
  /** Something to be read now, in words. */
  declare notice: string | null;
  /** The tile that the next placement draws, or `random`. */
  declare draw: string;
  declare advice: Advice;
  declare isAdvising: boolean;
  /** Whether a placement is under way to the server. */
  declare isBusy: boolean;

  #positions = new Map<string, PositionView>();
  #announcer = new Announcer(() => this.querySelector(".announcements"));
  #line = new AnalysisLine(analysisAddress(location), {
    message: (message) => this.#heard(message),
    lost: () => this.#lost(),
  });
  #traced: readonly ColourLetter[] = [];
  #stop = new AbortController();

  constructor() {
    super();
    const view = parsePart<StudyView>("study");
    this.study = studyOf(view, Number(this.getAttribute("data-ply") ?? 0));
    this.table = null;
    this.settings = loadSettings();
    this.pointed = null;
    this.notice = null;
    this.draw = RANDOM;
    this.advice = NO_ADVICE;
    this.isAdvising = false;
    this.isBusy = false;
  }

  override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    const { signal } = this.#stop;
    document.addEventListener("keydown", (event) => this.#keyed(event), { signal });
    document.querySelector("#set-up-form")?.addEventListener("submit", (event) => this.#submitted(event), { signal });
    void this.#look();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#stop.abort();
    this.#line.close();
  }

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("study") as Study | undefined;
    if (before && nodeAt(before).text !== nodeAt(this.study).text) void this.#look();
  }

  // Positions.

  /** Show the position of the node on the board, and ask for advice on it if that is wanted. */
  async #look(): Promise<void> {
    const { text } = nodeAt(this.study);
    this.pointed = null;
    this.#traced = this.table?.traced ?? [];
    try {
      if (!this.#positions.has(text)) this.#positions.set(text, (await showPosition(text)).position);
    } catch (error) {
      this.#complain(error);
      return;
    }
    if (nodeAt(this.study).text !== text) return;
    this.table = this.#tableOf(this.#positions.get(text) as PositionView);
    if (!this.table.position.unseen.includes(Number(this.draw))) this.draw = RANDOM;
    if (this.isAdvising) this.#ask();
  }

  #tableOf(view: PositionView): TableState {
    const { laid } = nodeAt(this.study);
    const { game } = this.study;
    const isTried = laid.at(-1)?.seat != null;
    const position = { ...view, last_turn: isTried ? [laid.length - 1] : [] };
    const nothing = { secret: null, clock: null, offers: [], pause_left_ms: null, may_abort: false, rematch: null };
    const welcome = { type: "welcome", version: 0, game, laid, position, ...nothing } as unknown as Welcome;
    return { ...table.stateOf(welcome), connection: "live", traced: this.#traced };
  }

  #visit(at: number): void {
    this.notice = null;
    this.study = visit(this.study, at);
    const laid = nodeAt(this.study).laid.at(-1);
    if (laid) this.#announcer.say(laidNews(this.study.game, laid));
  }

  #step(to: Step): void {
    this.#visit(stepped(this.study, to));
  }

  async #place(placement: Placement): Promise<void> {
    const state = this.table;
    if (!state || this.isBusy || !table.canPlay(state)) return;
    this.isBusy = true;
    try {
      const board = await tryPlacement(nodeAt(this.study).text, printPlacement(placement), this.#drawn(state.position));
      this.#positions.set(board.text, board.position);
      this.notice = null;
      this.study = extend(this.study, board);
      const laid = nodeAt(this.study).laid.at(-1);
      if (laid) this.#announcer.say(laidNews(this.study.game, laid));
    } catch (error) {
      this.#complain(error);
    } finally {
      this.isBusy = false;
    }
  }

  #drawn({ unseen }: PositionView): number | null {
    if (this.draw !== RANDOM && unseen.includes(Number(this.draw))) return Number(this.draw);
    return unseen[Math.floor(Math.random() * unseen.length)] ?? null;
  }

  async #setUp(text: string): Promise<void> {
    try {
      this.study = studyOf(await readStudy(text.trim()), 0);
      this.notice = null;
      this.#dialog()?.close();
      await this.#look();
    } catch (error) {
      this.#complain(error);
      const note = document.querySelector(".set-up-note");
      if (note) note.textContent = this.notice;
    }
  }

  async #copy(): Promise<void> {
    const { text } = nodeAt(this.study);
    try {
      await navigator.clipboard.writeText(text);
      this.notice = t("Position copied.");
    } catch {
      this.notice = text;
    }
  }

  #complain(error: unknown): void {
    this.notice = error instanceof RefusedError ? error.message : t("This position could not be fetched.");
    this.#announcer.say(this.notice);
  }

  // Advice.

  #heard(message: AnalysisServerMessage): void {
    if (message.type === "suggested") this.#advised(message);
    else if (message.type === "refused") this.advice = { ...this.advice, refusal: message.detail };
  }

  #advised(told: Suggested): void {
    this.advice = heard(this.advice, told);
    const best = told.judged[0];
    const placement = best && parsePlacement(best.placement);
    if (told.is_done && placement && this.advice.told === told)
      this.#announcer.say(
        t("Best: {placement}, {margin}", { placement: placementWords(placement), margin: signed(best.margin) }),
      );
  }

  #lost(): void {
    if (isThinking(this.advice)) this.advice = { ...this.advice, refusal: t("No connection.") };
  }

  #toggleAdvice(): void {
    this.isAdvising = !this.isAdvising;
    if (this.isAdvising) this.#ask();
    else this.#endAdvice(NO_ADVICE);
  }

  #ask(): void {
    if (this.table && table.isOver(this.table)) {
      this.#endAdvice({ ...NO_ADVICE, refusal: t("The game is over here.") });
      return;
    }
    const id = messageId();
    this.advice = { ...NO_ADVICE, asked: id };
    this.#line.send({ type: "suggest_for", id, position: nodeAt(this.study).text });
  }

  #endAdvice(advice: Advice): void {
    this.advice = advice;
    this.#line.send({ type: "stop" });
  }

  #stopThinking(): void {
    const told = this.advice.told && { ...this.advice.told, is_done: true };
    this.#endAdvice({ ...this.advice, told, asked: told?.id ?? null });
  }

  #hints(): readonly HintTile[] {
    return this.isAdvising && !this.table?.draft ? hintsOf(this.advice) : [];
  }

  // What the person does on the board.

  #act(after: TableState): void {
    if (after === this.table) return;
    this.notice = null;
    this.table = after;
  }

  #tapRack(tile: number): void {
    if (!this.table) return;
    if (this.table.draft?.tile === tile) this.#act(table.rotate(this.table, 1));
    else this.#act(table.choose(this.table, tile));
  }

  #hover(cell: Cell | null): void {
    if (!this.table || cell === this.pointed || isSameCell(cell, this.pointed)) return;
    this.pointed = cell;
    this.#act(table.hold(this.table, cell, false));
  }

  #tap(cell: Cell, pointerType: string): void {
    const state = this.table;
    this.pointed = cell;
    if (!state?.draft || !table.canPlay(state)) return;
    const rotations = legalRotations(state.position, state.draft.tile, cell);
    if (rotations.length === 0) {
      const hint = hintFor(state, cell);
      if (hint) this.#announcer.say(hint);
      return;
    }
    this.#act(table.hold(state, cell, true));
    if (!mustConfirm(this.settings) && (pointerType === "mouse" || rotations.length === 1)) this.#confirm();
  }

  #turn(step: 1 | -1): void {
    if (this.table) this.#act(table.rotate(this.table, step));
  }

  #cancel(): void {
    if (this.table) this.#act(table.putDown(this.table));
  }

  #confirm(): void {
    const placement = this.table && table.draftedPlacement(this.table);
    if (placement) void this.#place(placement);
  }

  /** Take up what the robot suggests, set where it would lay it. */
  #draft(placement: Placement): void {
    if (this.table && table.canPlay(this.table)) this.#act({ ...this.table, draft: { ...placement, isSet: true } });
  }

  #grab(tile: number, event: PointerEvent): void {
    if (event.button !== 0) return;
    followDrag(tile, event, {
      begin: () => this.table?.draft?.tile === tile || this.#tapRack(tile),
      over: (cell) => {
        this.pointed = cell;
        if (!this.table) return;
        const { draft } = this.table;
        if (draft?.isSet) this.#act({ ...this.table, draft: { ...draft, isSet: false } });
        this.#act(table.hold(this.table, cell, false));
      },
      turn: (step) => this.#turn(step),
      drop: () => this.#drop(),
      snap: (x, y) => this.#board()?.snapCell(x, y, tile) ?? null,
    });
  }

  #drop(): void {
    const cell = this.table?.draft?.cell;
    if (!this.table || !cell) return;
    this.#act(table.hold(this.table, cell, true));
    if (!mustConfirm(this.settings)) this.#confirm();
  }

  // Keys.

  #keyed(event: KeyboardEvent): void {
    if (!isForTable(event)) return;
    const command = commandOf(event, this.settings.letters === "on");
    if (!command || (command.name === "place" && isOnButton(event))) return;
    if (this.#do(command, event.target as Element)) event.preventDefault();
  }

  #do(command: Command, target: Element): boolean {
    const board = this.#board();
    if (!board || !this.table) return false;
    if (isViewKey(command)) return moveView(board, command);
    switch (command.name) {
      case "go":
        void (board.contains(target) || this.table.draft ? board.go(command.direction) : board.pan(command.direction));
        return true;
      case "choose":
        return this.#chooseSlot(this.table, command.slot);
      case "rotate":
        this.#turn(command.step);
        return this.table.draft !== null;
      case "next-space":
        return this.#nextSpace(this.table, board, command.step);
      case "place":
        return this.#enter(this.table, board, target);
      case "cancel":
        this.#cancel();
        return true;
      case "review":
        this.#step(command.to);
        return true;
      case "keys":
        return showKeys(gameKeys(false));
    }
  }

  #chooseSlot(state: TableState, slot: number): boolean {
    const tile = state.position.hands[state.position.to_play]?.[slot];
    if (tile === undefined) return false;
    this.#act(table.choose(state, tile));
    const n = legalCells(state.position, tile).length;
    this.#announcer.say(takenSentence(tile, n));
    return true;
  }

  #nextSpace(state: TableState, board: TantrixBoard, step: 1 | -1): boolean {
    if (!state.draft) return false;
    const cells = legalCells(state.position, state.draft.tile);
    const cell = cycled(cells, (one) => isSameCell(one, board.cursor), step);
    if (cell) void board.goTo(cell);
    return cell !== null;
  }

  #enter(state: TableState, board: TantrixBoard, target: Element): boolean {
    const isOnBoard = board.contains(target);
    if (state.draft?.isSet && (!isOnBoard || isSameCell(state.draft.cell, board.cursor))) this.#confirm();
    else if (state.draft && isOnBoard) this.#tap(board.cursor, "key");
    else return false;
    return true;
  }

  // Drawing.

  override render(): TemplateResult | typeof nothing {
    const state = this.table;
    if (!state) return this.notice ? html`<p class="notice-box">${this.notice}</p>` : nothing;
    return html`
      <div class="table" @cell-hover=${(e: CustomEvent) => this.#hover(e.detail.cell)}
          @cell-focus=${(e: CustomEvent) => this.#hover(e.detail.cell)}
          @cell-tap=${(e: CustomEvent) => this.#tap(e.detail.cell, e.detail.pointerType)}
          @tile-turn=${(e: CustomEvent) => this.#turn(e.detail.step)} @confirm=${() => this.#confirm()}>
        <section class="side" aria-label=${t("Players")}>
          <ul class="players">${state.game.seats.map((seat) =>
            playerCard(state, seat, seat.seat === state.position.to_play && !table.isOver(state), (colour) =>
              this.#act(table.toggleTrace(state, colour)),
            ),
          )}</ul>
        </section>
        <tantrix-board .state=${state} .settings=${this.settings} .hiddenPly=${null} .hints=${this.#hints()}></tantrix-board>
        <section class="dock" aria-label=${t("Hand to play")}>${this.#dock(state)}</section>
        <section class="study" aria-label=${t("Analysis")}>${this.#side()}</section>
      </div>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>`;
  }

  #dock(state: TableState): TemplateResult {
    const pointed = this.pointed && !state.draft?.isSet ? hintFor(state, this.pointed) : null;
    const seat = state.game.seats[state.position.to_play];
    return html`<p class="hint ${this.notice ? "notice" : ""}">${this.notice ?? pointed ?? askSentence(state)}</p>
      <div class="dock-row">
        ${seat && !table.isOver(state) ? largeRack(state, seat, { choose: (tile) => this.#tapRack(tile), grab: (tile, event) => this.#grab(tile, event) }) : nothing}
        ${this.#draftButtons(state)}
      </div>
      ${this.#bar(state)}`;
  }

  #draftButtons({ draft }: TableState): TemplateResult | typeof nothing {
    if (!draft) return nothing;
    return html`<div class="draft-buttons">
      <button type="button" class="round" aria-label=${t("Turn the tile")} title=${t("Turn the tile (R)")} @click=${() => this.#turn(1)}>${icon("turn")}</button>
      <button type="button" class="round" aria-label=${t("Put the tile back")} title=${t("Put the tile back (Esc)")} @click=${() => this.#cancel()}>${icon("close")}</button>
      ${draft.isSet ? html`<button type="button" class="primary confirm" @click=${() => this.#confirm()}>${icon("check")} ${t("Lay it")}</button>` : nothing}
    </div>`;
  }

  #bar({ position }: TableState): TemplateResult {
    const step = (to: Step, label: string, keys: string) => html`<button type="button" class="round" aria-label=${label}
      title=${`${label} (${keys})`} aria-disabled=${stepped(this.study, to) === this.study.at ? "true" : "false"}
      @click=${() => this.#step(to)}>${icon(to)}</button>`;
    return html`<div class="study-bar" role="group" aria-label=${t("Line")}>
      ${step("first", t("First position"), "Home")} ${step("previous", t("Take back"), "[")}
      ${step("next", t("On one tile"), "]")} ${step("last", t("Last position"), "End")}
      ${position.unseen.length > 0 ? this.#drawField(position.unseen) : nothing}
    </div>`;
  }

  #drawField(unseen: readonly number[]): TemplateResult {
    return html`<label class="draw-field"><span>${t("Draw")}</span>
      <select name="draw" @change=${(event: Event) => {
        this.draw = (event.target as HTMLSelectElement).value;
      }}>
        <option value=${RANDOM} ?selected=${this.draw === RANDOM}>${t("by chance")}</option>
        ${unseen.map((tile) => html`<option value=${tile} ?selected=${this.draw === String(tile)}>${t("Tile {tile}", { tile })}</option>`)}
      </select></label>`;
  }

  #side(): TemplateResult {
    const gameAddress = this.getAttribute("data-game-url");
    return html`
      ${adviceList(this.advice, this.isAdvising, null, {
        toggle: () => this.#toggleAdvice(),
        stop: () => this.#stopThinking(),
        choose: (placement) => this.#draft(placement),
      })}
      ${this.#lineList()}
      <div class="study-tools">
        <button type="button" @click=${() => this.#dialog()?.showModal()}>${t("Set up a position")}</button>
        <button type="button" @click=${() => void this.#copy()}>${t("Copy the position")}</button>
        ${gameAddress ? html`<a class="button" href=${gameAddress}>${t("To the game")}</a>` : nothing}
      </div>`;
  }

  /** The placements of the line; a sign says where something else was tried, and leads there. */
  #lineList(): TemplateResult | typeof nothing {
    const nodes = line(this.study).slice(1);
    if (nodes.length === 0) return nothing;
    return html`<ol class="study-line" aria-label=${t("Line")}>${nodes.map((at) => {
      const { laid } = nodeAt(this.study, at);
      const last = laid.at(-1);
      const others = siblings(this.study, at);
      return html`<li><button type="button" aria-current=${at === this.study.at ? "step" : "false"} @click=${() => this.#visit(at)}
          aria-label=${last ? laidSentence(this.study.game, last) : ""}>${laid.length}. ${last?.tile}</button>${
            others.length > 1 ? this.#fork(at, others) : nothing
          }</li>`;
    })}</ol>`;
  }

  #fork(at: number, others: readonly number[]): TemplateResult {
    const place = others.indexOf(at);
    const next = others[(place + 1) % others.length] ?? at;
    const values = { place: place + 1, n: others.length };
    return html`<button type="button" class="fork" aria-label=${t("Variation {place} of {n}: show the next", values)}
      title=${t("Variation {place} of {n}: show the next", values)} @click=${() => this.#visit(next)}>${place + 1}/${others.length}</button>`;
  }

  #submitted(event: Event): void {
    event.preventDefault();
    const text = document.querySelector<HTMLTextAreaElement>("#set-up-text")?.value ?? "";
    void this.#setUp(text);
  }

  #dialog(): HTMLDialogElement | null {
    return document.querySelector("#dialog-set-up");
  }

  #board(): TantrixBoard | null {
    return this.querySelector("tantrix-board");
  }
}

speakAsThePage(document);
customElements.define("tantrix-analysis", TantrixAnalysis);
