/**
 * `<tantrix-analysis>`: the analysis board. Any position is set up on it and played on for all seats, with draws
 * that are chosen or left to chance; what was tried is kept as variations, and a robot suggests placements.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { RequestError } from "../page/request";
import { readStudy, showPosition, tryPlacement } from "./api";
import { AnalysisLine, analysisAddress } from "./line";
import { extend, line, nodeAt, type Study, siblings, stepped, studyOf, visit } from "./study";
import { type Advice, adviceList, heard, hintsOf, isThinking, NO_ADVICE } from "./suggestions";
import "../table/board";
import type {
  AnalysisServerMessage,
  BoardView,
  ClientMessage,
  ColourLetter,
  PositionView,
  StudyView,
  Suggested,
  Welcome,
} from "../generated/protocol";
import { parsePart } from "../page/data";
import { speakAsThePage, t } from "../page/i18n";
import { icon } from "../page/icons";
import { messageId } from "../page/socket";
import { loadSettings, showSettings } from "../settings/preferences";
import { dockRow, hintLine } from "../table/dock";
import { TablePage } from "../table/page-element";
import { playerCard } from "../table/player-panel";
import type { Step } from "../table/ply-steps";
import { askSentence, laidNews, laidSentence } from "../table/sentences";
import type { TableState } from "../table/state";
import * as table from "../table/state";
import { TurnInput } from "../table/turn-input";
import { TurnKeys } from "../table/turn-keys";
import type { HintTile } from "../tiles/hint-tiles";
import { type Placement, parsePlacement } from "../tiles/placement";
import { placementWords } from "../tiles/tile-text";
import { signed } from "./grades";

const RANDOM = "random";

export class TantrixAnalysis extends TablePage {
  static override properties = {
    study: { state: true },
    draw: { state: true },
    advice: { state: true },
    isAdvising: { state: true },
  };

  declare study: Study;
  /** The tile that the next placement draws, or `random`. */
  declare draw: string;
  declare advice: Advice;
  declare isAdvising: boolean;

  #positions = new Map<string, PositionView>();
  #input = new TurnInput(this);
  #keys = new TurnKeys(this, this.#input, (to) => this.#step(to));
  #line = new AnalysisLine(analysisAddress(location), {
    message: (message) => this.#heard(message),
    lost: () => this.#lost(),
  });

  constructor() {
    super();
    this.study = studyOf(parsePart<StudyView>("study"), Number(this.getAttribute("data-ply") ?? 0));
    const board = parsePart<BoardView>("board");
    this.#positions.set(board.text, board.position);
    this.table = this.#tableOf(board.position, []);
    this.settings = loadSettings();
    this.draw = RANDOM;
    this.advice = NO_ADVICE;
    this.isAdvising = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    const signal = this.untilRemoved;
    document.addEventListener("keydown", (event) => this.#keys.pressed(event), { signal });
    document.querySelector("#set-up-form")?.addEventListener("submit", (event) => this.#submitted(event), { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#line.close();
  }

  override updated(changed: PropertyValues<this>): void {
    const before = changed.get("study") as Study | undefined;
    if (before && nodeAt(before).text !== nodeAt(this.study).text) void this.#look();
  }

  /** Arrows lead along the line once there is one. */
  get isReplayOpen(): boolean {
    return line(this.study).length > 1;
  }

  // Positions.

  /** Show the position of the node on the board, and ask for advice on it if that is wanted. */
  async #look(): Promise<void> {
    const { text } = nodeAt(this.study);
    this.pointed = null;
    try {
      if (!this.#positions.has(text)) this.#positions.set(text, (await showPosition(text)).position);
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (nodeAt(this.study).text !== text) return;
    this.table = this.#tableOf(this.#positions.get(text) as PositionView, this.table.traced);
    if (!this.table.position.unseen.includes(Number(this.draw))) this.draw = RANDOM;
    if (this.isAdvising) this.#ask();
  }

  #tableOf(view: PositionView, traced: readonly ColourLetter[]): TableState {
    const { laid } = nodeAt(this.study);
    const { game } = this.study;
    const isTried = laid.at(-1)?.seat != null;
    const position = { ...view, last_turn: isTried ? [laid.length - 1] : [] };
    const nothing = { secret: null, clock: null, offers: [], pause_left_ms: null, may_abort: false, rematch: null };
    const welcome = { type: "welcome", version: 0, game, laid, position, ...nothing } as unknown as Welcome;
    return { ...table.stateOf(welcome), connection: "live", traced };
  }

  #visit(at: number): void {
    this.notice = null;
    this.study = visit(this.study, at);
    const laid = nodeAt(this.study).laid.at(-1);
    if (laid) this.say(laidNews(this.study.game, laid));
  }

  #step(to: Step): void {
    this.#visit(stepped(this.study, to));
  }

  /** A tile is laid: what the board would tell a game is tried as a variation. */
  send(message: ClientMessage): boolean {
    if (message.type === "place") void this.#place(message.placement);
    return true;
  }

  async #place(placement: string): Promise<void> {
    const { at } = this.study;
    const { position } = this.table;
    try {
      const board = await tryPlacement(nodeAt(this.study, at).text, placement, this.#drawn(position));
      this.#positions.set(board.text, board.position);
      this.notice = null;
      this.study = extend(visit(this.study, at), board);
      const laid = nodeAt(this.study).laid.at(-1);
      if (laid) this.say(laidNews(this.study.game, laid));
    } catch (error) {
      this.table = { ...this.table, pending: null };
      this.#fail(error);
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
      this.#fail(error);
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

  #fail(error: unknown): void {
    this.complain(error instanceof RequestError ? error.message : t("This position could not be fetched."));
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
      this.say(t("Best: {placement}, {margin}", { placement: placementWords(placement), margin: signed(best.margin) }));
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
    if (table.isOver(this.table)) {
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
    return this.isAdvising && !this.table.draft ? hintsOf(this.advice) : [];
  }

  /** Take up what the robot suggests, set where it would lay it. */
  #draft(placement: Placement): void {
    if (table.canPlay(this.table)) this.act({ ...this.table, draft: { ...placement, isSet: true } });
  }

  // Drawing.

  override render(): TemplateResult {
    const state = this.table;
    return html`
      <div class="table" @cell-hover=${(e: CustomEvent) => this.#input.hover(e.detail.cell)}
          @cell-focus=${(e: CustomEvent) => this.#input.pointAt(e.detail.cell)}
          @cell-tap=${(e: CustomEvent) => this.#input.tap(e.detail.cell, e.detail.pointerType)}
          @tile-turn=${(e: CustomEvent) => this.#input.turn(e.detail.step)} @confirm=${() => this.#input.confirm()}>
        <section class="side" aria-label=${t("Players")}>
          <ul class="players">${state.game.seats.map((seat) =>
            playerCard(state, seat, seat.seat === state.position.to_play && !table.isOver(state), (colour) =>
              this.act(table.toggleTrace(state, colour)),
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
    const isEnd = table.isOver(state) && this.notice === null && this.pointed === null;
    return html`${isEnd ? html`<p class="hint">${askSentence(state)}</p>` : hintLine(this)}
      ${dockRow(state, this.#input)}
      ${this.#bar(state)}`;
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
}

speakAsThePage(document);
customElements.define("tantrix-analysis", TantrixAnalysis);
